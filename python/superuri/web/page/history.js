// History: earlier texts, stored in this browser only, which can be switched off; texts with a
// password are never stored.

import { byId, el, safe, say } from './dom.js';
import { recall, store } from './memory.js';
import { closes } from './menu.js';
import { state } from './state.js';

const MOST = 50;
const LONGEST = 8192; // characters
const SHOWN = 80;

const texts = () => (recall('texts') ?? []).filter((text) => typeof text === 'string').slice(0, MOST);
const isKept = () => recall('kept') !== false;

// The last text of the box, also of an earlier page.
export const last = () => (isKept() && typeof recall('last') === 'string' ? recall('last') : '');

// The text that was in the box when the history was cleared: it is not kept again.
let forgotten = null;

// Keeps the text for the next page.
export function keepLast(text) {
  if (isKept() && text !== forgotten) store('last', text.length > 1 << 18 ? null : text);
}

// Adds a text that stayed in the box for a while.
export function add(text) {
  if (!isKept() || text === forgotten || !text.trim() || text.length > LONGEST) return;
  const kept = [text, ...texts().filter((each) => each !== text)].slice(0, MOST);
  if (!store('texts', kept)) store('texts', kept.slice(0, 5));
  draw();
}

function clear() {
  forgotten = state.text;
  store('texts', null);
  store('last', null);
  draw();
  say('the history is cleared');
}

let apply = () => {};
const list = el('div');

// Redraws only the list, so that the focus stays.
function draw() {
  const found = texts();
  const use = (text) => () => { byId('history').open = false; apply(text); };
  list.replaceChildren(found.length ? el('ul', {}, ...found.map((text) => el('li', {}, el('button', { type: 'button', class: 'quiet mono', onclick: use(text) }, safe(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)))))
    : el('p', { class: 'soft' }, 'Nothing yet. Texts with a password or a token are never kept.'));
}

function keeps({ target }) {
  store('kept', target.checked ? null : false);
  if (!target.checked) clear();
}

export function makeHistory(use) {
  apply = use;
  const box = byId('history');
  const keep = el('input', { type: 'checkbox', id: 'keep', checked: isKept(), onchange: keeps });
  box.querySelector('.menu-box').append(el('p', { class: 'row' }, el('span', {}, keep, el('label', { for: 'keep' }, ' Keep it, in this browser only')), el('button', { type: 'button', onclick: clear }, 'Clear')), list);
  closes(box);
  box.addEventListener('toggle', draw);
  draw();
}
