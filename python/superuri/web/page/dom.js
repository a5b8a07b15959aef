// Elements, from a name, properties and children; strings become text, never markup.

import { isolated } from './bidi.js';

// Children of an element: strings become text, in which right-to-left runs are isolated.
export const nodes = (children) => children.filter((child) => child !== null && child !== undefined && child !== '')
  .flatMap((child) => (typeof child === 'string' ? isolated(child) : [child]));

export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'class') made.className = value;
    else if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...nodes(children));
  return made;
}

export const byId = (id) => document.getElementById(id);

// Invisible characters, and those that affect the text around them, are drawn as code points.
export const ACTING = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufeff\ufff0-\ufffb\ud800-\udfff]|\p{Default_Ignorable_Code_Point}|\p{Cn}|\p{Co}/u;

export function shape(character) {
  if (character === ' ') return '␣';
  if (character < ' ') return String.fromCharCode(0x2400 + character.charCodeAt(0));
  return ACTING.test(character) ? `⟨U+${hex(character)}⟩` : character;
}

export const safe = (text) => Array.from(text, (c) => (c === ' ' ? c : shape(c))).join('');

export const hex = (c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');

// Only the beginning of a long text is drawn; copying takes all of it.
const MOST_DRAWN = 4000;
export const some = (text) => (text.length > MOST_DRAWN ? `${safe(text.slice(0, MOST_DRAWN))} … and ${text.length - MOST_DRAWN} more` : safe(text));

let timer = 0;
export function say(sentence) {
  const toast = byId('toast');
  toast.textContent = sentence;
  toast.classList.add('shown');
  clearTimeout(timer);
  timer = setTimeout(() => toast.classList.remove('shown'), 1200 + 40 * sentence.length);
}

// Shows a word on a button for a moment, without a change of its width.
const labels = new Map();
function flash(button, word) {
  if (!labels.has(button)) {
    button.style.minWidth = `${button.getBoundingClientRect().width}px`;
    labels.set(button, { text: button.textContent });
  }
  const label = labels.get(button);
  clearTimeout(label.timer);
  button.textContent = word;
  label.timer = setTimeout(() => {
    button.textContent = label.text;
    labels.delete(button);
  }, 1500);
}

// Copies a text; the button that was pressed shows whether it was.
export async function copy(text, what, button = null) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = false;
  }
  if (!done) say('the browser does not let this page copy');
  else say(what.includes('copied') ? what : `${what} copied`);
  if (button) flash(button, done ? 'Copied ✓' : 'Not copied');
}

export const copyButton = (text, what) =>
  el('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${what}`, onclick: ({ currentTarget }) => copy(text, what, currentTarget) }, 'Copy');

// A labelled result with a button that copies it; `drawn` replaces its text on the page.
export function result(label, text, { drawn, note, more } = {}) {
  return el('div', { class: 'result' }, el('b', {}, label),
    el('output', { 'aria-label': label }, ...(text === '' ? [el('i', { class: 'soft' }, 'empty')] : drawn ?? [some(text)])),
    note ? el('span', { class: 'soft note' }, note) : null, el('span', { class: 'do' }, more, copyButton(text, label)));
}

export function failure(error, label) {
  const help = error.help ? el('p', { class: 'soft' }, safe(error.help)) : null;
  // White space around a URL is reported above, with a button that strips it.
  const calm = error.code === 'surrounding-space';
  return el('div', { class: calm ? 'finding' : 'finding error' }, label ? el('b', {}, label) : null, el('p', { class: calm ? 'soft' : 'bad' }, some(error.message)), help);
}

let fields = 0;
export function field(label, control, wide) {
  const named = control.matches('span') ? control.firstElementChild : control;
  named.id = named.id || `field-${++fields}`;
  return el('div', { class: wide ? 'wide' : '' }, el('label', { for: named.id }, label), control);
}

export function select(rows, chosen, onchange) {
  const made = el('select', { onchange });
  const groups = new Map();
  for (const [value, title, group] of rows) {
    const option = el('option', { value, selected: value === chosen }, title);
    if (group && !groups.has(group)) made.append(groups.set(group, el('optgroup', { label: group })).get(group));
    (groups.get(group) ?? made).append(option);
  }
  return made;
}

export function table(names, rows, caption, kind = '') {
  return el('div', { class: `scroll ${kind}`, tabindex: '0', role: 'region', 'aria-label': caption }, el('table', {},
    el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, ...rows)));
}
