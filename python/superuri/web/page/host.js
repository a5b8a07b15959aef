// Host line: the host that parsers agree on, and where this browser would go.

import { byId, el, safe } from './dom.js';

// The host by the browser's own parser, which makes no request; null if the text does not parse.
function browsersHost(text) {
  try {
    return new URL(text).host;
  } catch {
    return null;
  }
}

export function drawHost(result, text) {
  const box = byId('host');
  const browser = browsersHost(text);
  const agreed = result?.host;
  box.className = 'host-line';
  if (!agreed || (!agreed.error && !agreed.is)) box.replaceChildren();
  else if (agreed.is) box.replaceChildren(el('span', { class: 'good' }, '✓ '), 'All parsers see the host ', el('code', {}, safe(agreed.is)), '.');
  else {
    box.classList.add('alarm');
    const differ = agreed.error.code === 'ambiguous-authority';
    const parsers = el('p', { class: 'soft' }, `${safe(agreed.error.message)}.`);
    box.replaceChildren(el('strong', { class: 'bad' }, 'Which host? '), differ ? 'Programs disagree. ' : '',
      browser ? el('span', {}, 'This browser would go to ', el('code', {}, safe(browser)), '. ') : browser === '' ? 'This browser sees no host. ' : 'For this browser it is not a whole URL. ',
      differ ? el('details', { class: 'parsers' }, el('summary', {}, 'Who reads what'), parsers) : parsers);
  }
}
