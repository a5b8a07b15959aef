// History: which texts were looked at? Kept by this browser alone, if somebody wants that; never
// one that has a password.

import { byId, el, safe, say } from './dom.js';
import { recall, store } from './memory.js';
import { closes } from './menu.js';

const MOST = 50;
const LONGEST = 8192; // characters
const SHOWN = 80;

const texts = () => (recall('texts') ?? []).filter((text) => typeof text === 'string').slice(0, MOST);
const isKept = () => recall('kept') !== false;

// The text that was in the box last, also of a page that is gone.
export const last = () => (isKept() && typeof recall('last') === 'string' ? recall('last') : '');

// Keeps the text for the next page.
export function keepLast(text) {
  if (isKept()) store('last', text.length > 1 << 18 ? null : text);
}

// Adds a text that somebody looked at for a while.
export function add(text) {
  if (!isKept() || !text.trim() || text.length > LONGEST) return;
  const kept = [text, ...texts().filter((each) => each !== text)].slice(0, MOST);
  if (!store('texts', kept)) store('texts', kept.slice(0, 5));
  draw();
}

function clear() {
  store('texts', null);
  store('last', null);
  draw();
  say('the history is cleared');
}

let apply = () => {};
function draw() {
  const found = texts();
  const box = byId('history');
  const keep = el('input', { type: 'checkbox', id: 'keep', checked: isKept(), onchange: ({ target }) => { store('kept', target.checked ? null : false); if (!target.checked) clear(); } });
  box.querySelector('.menu-box').replaceChildren(
    el('p', { class: 'row' }, el('span', {}, keep, el('label', { for: 'keep' }, ' Keep it, in this browser only')), el('button', { type: 'button', disabled: found.length === 0, onclick: clear }, 'Clear')),
    found.length ? el('ul', {}, ...found.map((text) => el('li', {}, el('button', { type: 'button', class: 'quiet mono', onclick: () => { box.open = false; apply(text); } }, safe(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text))))) : el('p', { class: 'soft' }, 'Nothing yet. Texts with a password are never kept.'));
}

export function makeHistory(use) {
  apply = use;
  closes(byId('history'));
  byId('history').addEventListener('toggle', draw);
  draw();
}
