// Which parts does the text have, what do they say, and which host do readers see?

import { byId, el, safe, table } from './dom.js';
import { name } from './names.js';

const MOST = 60;

export function drawParts(told) {
  const runs = [];
  for (const t of told.tokens) {
    const last = runs.at(-1);
    if (t.kind === 'delimiter' && t.component !== 'path') {
      // Each & begins a name, and nothing else of the same component goes on.
      runs.push(null);
    } else if (last && last.component === t.component) {
      last.raw += t.raw;
      last.said += t.kind === 'escape' ? t.character : t.raw;
    } else runs.push({ component: t.component, raw: t.raw, said: t.kind === 'escape' ? t.character : t.raw });
  }
  const seen = runs.filter(Boolean);
  const rows = seen.slice(0, MOST).map((run) => el('tr', {}, el('td', {}, el('span', { class: `${run.component} swatch` }, name(run.component))),
    el('td', { class: 'mono' }, safe(run.raw)), el('td', { class: 'mono' }, run.said === run.raw ? el('span', { class: 'soft' }, '=') : safe(run.said))));
  byId('parts').hidden = rows.length === 0;
  byId('parts').replaceChildren(el('h2', {}, seen.length > MOST ? `Parts: the first ${MOST}` : 'Parts'), table(['Part', 'As it is', 'Decoded once'], rows, 'Parts'));
}

// What the browser that shows this page makes of the text; parsing goes nowhere.
function browsersHost(text) {
  try {
    return new URL(text).host;
  } catch {
    return null;
  }
}

export function drawHost(told, text) {
  const box = byId('host');
  const browser = browsersHost(text);
  const agreed = told?.host;
  box.className = 'host-line';
  if (!agreed || (!agreed.error && !agreed.is)) box.replaceChildren();
  else if (agreed.is) box.replaceChildren(el('span', { class: 'good' }, '✓ '), 'All readers see the host ', el('code', {}, safe(agreed.is)), '.');
  else {
    box.classList.add('alarm');
    box.replaceChildren(el('strong', { class: 'bad' }, 'Which host? '), `${safe(agreed.error.message)}. `,
      browser ? el('span', {}, 'This browser would go to ', el('code', {}, safe(browser)), '.') : '');
  }
}
