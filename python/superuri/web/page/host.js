// Host line: the host that readers see, and where this browser would go.

import { byId, el, safe } from './dom.js';

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
    const differ = agreed.error.code === 'ambiguous-authority';
    const readers = el('p', { class: 'soft' }, `${safe(agreed.error.message)}.`);
    box.replaceChildren(el('strong', { class: 'bad' }, 'Which host? '), differ ? 'Programs disagree. ' : '',
      browser ? el('span', {}, 'This browser would go to ', el('code', {}, safe(browser)), '. ') : browser === '' ? 'This browser sees no host. ' : 'For this browser it is not a whole URL. ',
      differ ? el('details', { class: 'readers' }, el('summary', {}, 'Who reads what'), readers) : readers);
  }
}
