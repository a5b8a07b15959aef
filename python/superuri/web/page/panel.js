// Panel of a tool: fixed controls, and a box that is redrawn for each text.

import { latest, yieldToBrowser } from './api.js';
import { el, failure, hex, result, select } from './dom.js';
import { meta } from './meta.js';
import { state } from './state.js';

// `draw` returns elements, or null; late results are dropped.
export function panel(controls, draw) {
  const box = el('div', { class: 'drawn' });
  const refresh = latest(async (late) => {
    const drawn = await draw();
    await yieldToBrowser(state.text.length);
    if (late() || !drawn) return;
    const open = box.querySelector('details')?.open;
    box.replaceChildren(...drawn.filter(Boolean));
    const details = box.querySelector('details');
    if (details) details.open = open;
  });
  const node = el('div', { class: 'panel' }, ...controls(refresh), box);
  return { node, refresh };
}

// A choice that links keep: its name, its rows ([value, title, group]), and its default.
export function choice(name, rows, fallback) {
  return {
    get value() {
      const chosen = state.chosen[name];
      return chosen !== undefined && rows().some(([value]) => value === chosen) ? chosen : fallback;
    },
    control(refresh) {
      return select(rows(), this.value, (event) => { state.chosen[name] = event.target.value; refresh(); });
    },
    // The same with a search box that filters the rows.
    searched(refresh, label) {
      const box = this.control(refresh);
      const find = el('input', { type: 'search', placeholder: 'search', autocomplete: 'off', 'aria-label': `Search: ${label}`, oninput: () => {
        const words = find.value.toLowerCase().split(/\s+/);
        const found = rows().filter(([value, title, group, more]) => words.every((word) => [value, title, group, more].join(' ').toLowerCase().includes(word)));
        const before = box.value;
        box.replaceChildren(...select(found, this.value).childNodes);
        if (found.length && box.value !== before) box.dispatchEvent(new Event('change'));
      } });
      return el('span', { class: 'searched' }, box, find);
    },
  };
}

export const plainRows = (names) => names.map((name) => [name, name || 'default']);
// Rows of names: those with words first, the others under More. `rest` returns the rest of a row.
export function worded(names, rest = () => ['']) {
  const known = Object.keys(meta.words).filter((name) => names.includes(name));
  const others = names.filter((name) => !known.includes(name));
  return [...known.map((name) => [name, `${meta.words[name]} (${name})`, '', rest(name)[1]]),
    ...others.map((name) => { const [group, more] = rest(name); return [name, name, `More${group && `: ${group}`}`, more]; })];
}
export const setRows = () => worded(meta.sets.map(({ name }) => name), (name) => [name.split('.')[0], meta.sets.find((row) => row.name === name).source]);
// An error that several verbs share is drawn once.
export const outcomes = (rows) => rows.map(([label, answer, options], n) => {
  if (!answer.error) return result(label, answer.result, options);
  const alike = rows.filter(([, each]) => each.error?.message === answer.error.message);
  return alike[0] === rows[n] ? failure(answer.error, alike.map(([each]) => each).join(', ')) : null;
});
export const nothing = () => [el('p', { class: 'soft' }, 'Type or paste a URL above.')];
export const outcome = (label, answer, options) => (answer.error ? failure(answer.error, label) : result(label, answer.result, options));

// Draws [text, isNew] pieces, with the new ones marked.
export const drawn = (pieces, safe) => pieces.map(([text, fresh]) => (fresh ? el('mark', {}, safe(text)) : safe(text)));

// `b` as [text, isNew] pieces: what escaping `a` has written, or by the longest common subsequence.
const MOST = 700;
export function fresh(a, b) {
  return escaped(a, b, () => false) ?? escaped(a, b, (n) => /^%[0-9A-Fa-f]{2}/.test(a.slice(n, n + 3))) ?? different(a, b);
}

// The pieces if `b` is `a` with some characters escaped as UTF-8, otherwise null. `kept` checks if
// the % at an index of `a` is in `b` as it is: of an escaped one, the 25 is new.
function escaped(a, b, kept) {
  const pieces = [['', false]];
  const put = (text, isNew) => { if (pieces.at(-1)[1] === isNew) pieces.at(-1)[0] += text; else pieces.push([text, isNew]); };
  let [n, at] = [0, 0];
  for (const c of a) {
    const octets = c === '%' && kept(n) ? [] : Array.from(new TextEncoder().encode(c), (octet) => `%${hex(String.fromCharCode(octet)).slice(2)}`);
    const isEscaped = octets.length > 0 && b.startsWith(octets.join(''), at);
    const found = isEscaped ? octets.join('') : c === ' ' && b[at] === '+' ? '+' : c;
    if (!b.startsWith(found, at)) return null;
    if (isEscaped && c === '%') put('%', false);
    put(isEscaped && c === '%' ? '25' : found, isEscaped || found !== c);
    n += c.length;
    at += found.length;
  }
  return at === b.length ? pieces.filter(([text]) => text) : null;
}

function different(a, b) {
  const one = Array.from(a);
  const two = Array.from(b);
  let head = 0;
  while (head < Math.min(one.length, two.length) && one[head] === two[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(one.length, two.length) - head && one.at(-1 - tail) === two.at(-1 - tail)) tail += 1;
  const left = one.slice(head, one.length - tail);
  const right = two.slice(head, two.length - tail);
  const same = left.length > MOST || right.length > MOST ? new Set() : common(left, right);
  const pieces = [[two.slice(0, head).join(''), false]];
  right.forEach((c, n) => {
    const isNew = !same.has(n);
    if (pieces.at(-1)[1] === isNew) pieces.at(-1)[0] += c;
    else pieces.push([c, isNew]);
  });
  if (same.size === 0 && left.length > MOST) pieces.splice(1, pieces.length, [right.join(''), true]);
  pieces.push([two.slice(two.length - tail).join(''), false]);
  return pieces.filter(([text]) => text);
}

// The indexes of `right` in a longest common subsequence.
function common(left, right) {
  const wide = right.length + 1;
  const best = new Uint16Array((left.length + 1) * wide);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      best[i * wide + j] = left[i] === right[j] ? best[(i + 1) * wide + j + 1] + 1 : Math.max(best[(i + 1) * wide + j], best[i * wide + j + 1]);
    }
  }
  const found = new Set();
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) { found.add(j); i += 1; j += 1; } else if (best[(i + 1) * wide + j] >= best[i * wide + j + 1]) i += 1; else j += 1;
  }
  return found;
}
