// Inspector: the description of one character.

import { byId, el, hex, safe, shape } from './dom.js';
import { meta } from './meta.js';
import { name } from './names.js';

const KINDS = { delimiter: 'a delimiter', character: 'as it is', escape: 'escaped', octet: 'a byte that is not valid text', 'stray-percent': 'a % that does not begin an escape' };

export function inspect(token) {
  const box = byId('inspector');
  if (!token) {
    box.replaceChildren(el('p', { class: 'soft' }, 'Type a URL; hover, or use the arrow keys, to see each character.'));
    return;
  }
  const facts = el('dl');
  // On a small screen, the rest appears after a click on More.
  const say = (what, ...content) => {
    const kind = /^(?:Why|Shown|Becomes)$/.test(what) ? '' : 'rest';
    facts.append(el('dt', { class: kind }, what), el('dd', { class: kind }, ...content));
  };
  const where = token.end - token.start === 1 ? `at ${token.start}` : `at ${token.start}..${token.end}`;
  say('Written', el('span', { class: 'mono' }, safe(token.raw)), ` ${KINDS[token.kind] ?? ''}, ${where}`);
  if (token.octets) say('Octets', roles(token));
  say('Component', el('span', { class: `${token.component} swatch` }, name(token.component)));
  if (token.why) say(token.kind === 'escape' && !token.edit ? 'Shown' : 'Why', reason(token));
  if (token.edit && token.edit.replacement !== token.raw) say('Becomes', el('mark', { class: 'mono' }, safe(token.edit.replacement) || 'nothing'));
  const found = token.kind === 'delimiter' || !token.octets ? null : stamps(token);
  const stamped = found?.childElementCount ? [el('h3', {}, 'May it appear unescaped here?'), found] : [];
  const glyph = token.character === null ? '—' : shape(token.character);
  box.replaceChildren(
    el('div', { class: 'head' }, el('div', { class: `glyph ${token.component}${glyph.length > 2 ? ' long' : ''}`, 'aria-hidden': 'true' }, glyph),
      el('div', {}, el('strong', {}, token.name || (token.octets ? `octet ${token.octets}` : 'no character')),
        token.character ? el('div', { class: 'mono soft' }, Array.from(token.character, (c) => `U+${hex(c)}`).join(' ')) : null)),
    facts, ...stamped.map((each) => el('div', { class: 'rest' }, each)),
    el('button', { type: 'button', class: 'quiet further', 'aria-expanded': String(box.classList.contains('whole')), onclick: ({ target }) => {
      const whole = box.classList.toggle('whole');
      target.textContent = whole ? 'Less' : 'More';
      target.setAttribute('aria-expanded', String(whole));
    } }, box.classList.contains('whole') ? 'Less' : 'More'));
}

function reason(token) {
  const sentence = safe(token.why[1]);
  return sentence[0].toUpperCase() + sentence.slice(1);
}

function roles(token) {
  const octets = token.octets.split(' ');
  if (octets.length === 1) return el('span', { class: 'mono' }, token.octets);
  if (token.kind === 'delimiter') return el('span', { class: 'mono' }, token.octets);
  const role = (n) => (n === 0 ? `leads ${octets.length}` : 'continues');
  return el('span', { class: 'stamps' }, ...octets.map((octet, n) => el('span', { class: 'stamp' }, el('span', { class: 'mono' }, octet), ` ${role(n)}`)));
}

function stamps(token) {
  const made = el('ul', { class: 'standards' });
  for (const [key, title] of Object.entries(meta.standards)) {
    const source = meta.sources[key]?.[token.component];
    if (!source) continue;
    const allowed = token.allowed.includes(key);
    made.append(el('li', {}, el('span', { class: allowed ? 'good' : 'bad' }, allowed ? '✓ ' : '✗ '), el('span', {}, title, el('span', { class: 'unseen' }, allowed ? ' allows it' : ' does not')),
      el('span', { class: 'soft' }, source.replace(/^(RFC \d+|URL standard) /, ''))));
  }
  return made;
}
