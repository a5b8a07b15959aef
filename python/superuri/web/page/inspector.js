// What is said of one character?

import { byId, el, hex, safe, shape } from './dom.js';
import { meta } from './meta.js';
import { name } from './ruler.js';

const KINDS = { delimiter: 'a delimiter', character: 'a character as it is', escape: 'an escape', octet: 'an octet that is no text', 'stray-percent': 'a % that begins no escape' };

export function inspect(token) {
  const box = byId('inspector');
  if (!token) {
    box.replaceChildren(el('p', { class: 'soft' }, 'Type a URL; hover, or travel with the arrow keys, to see each character.'));
    return;
  }
  const facts = el('dl');
  const say = (what, ...said) => facts.append(el('dt', {}, what), el('dd', {}, ...said));
  say('Stands for', token.name ? `${token.name} ${token.character ? `U+${hex(token.character)}` : ''}` : 'no character');
  say('Written', el('span', { class: 'mono' }, safe(token.raw)), ` — ${KINDS[token.kind]}, at ${token.start}..${token.end}`);
  say('Octets', roles(token));
  say('Component', el('span', { class: token.component }, name(token.component)));
  if (token.kind !== 'delimiter') say('Bare here by', stamps(token));
  if (token.why) say(token.edit ? 'Cleaned' : 'Shown', reason(token));
  if (token.edit && token.edit.replacement !== token.raw) say('Becomes', el('span', { class: 'mono' }, safe(token.edit.replacement) || 'nothing'));
  const glyph = token.character === null ? '?' : shape(token.character);
  box.replaceChildren(el('div', { class: `glyph ${token.component}`, 'aria-hidden': 'true' }, glyph), facts);
}

function reason(token) {
  const said = token.why[1];
  return said[0].toUpperCase() + said.slice(1);
}

function roles(token) {
  const octets = token.octets.split(' ');
  if (octets.length === 1) return el('span', { class: 'mono' }, token.octets);
  const role = (n) => (n === 0 ? `leads ${octets.length}` : 'continues');
  return el('span', {}, ...octets.map((octet, n) => el('span', { class: 'stamp' }, el('span', { class: 'mono' }, octet), ` ${role(n)}`)));
}

function stamps(token) {
  const made = el('span', { class: 'stamps' });
  for (const [key, title] of Object.entries(meta.standards)) {
    const source = meta.sources[key][token.component];
    if (!source) continue;
    const allowed = token.allowed.includes(key);
    made.append(el('span', { class: `stamp ${allowed ? 'good' : 'soft'}`, title: source }, `${allowed ? '✓' : '✗'} ${title}`));
  }
  return made;
}
