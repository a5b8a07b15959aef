// Table of parts: each can be changed, moved or deleted; the server returns the new text, in which
// every other byte stays.

import { Trouble, ask } from './api.js';
import { ACTING, el, safe, say, some } from './dom.js';
import { state } from './state.js';

const MOST = 40; // rows drawn at first
const TITLES = { segment: 'path segment', pair: 'query pair' };
const COMPONENTS = { segment: 'path', pair: 'query-name' };
const ALONE = ['scheme', 'host', 'user', 'password', 'port', 'fragment'];
const title = (row) => `${TITLES[row.part] ?? row.part}${row.part in TITLES ? ` ${row.index + 1}` : ''}`;

// Makes the table in `box`; calls `apply` with the text after an edit.
export function makeEdit(box, apply) {
  const body = el('tbody');
  const error = el('p', { class: 'bad', role: 'alert' });
  const beyond = el('p', { class: 'soft', hidden: true });
  const more = el('button', { type: 'button', class: 'quiet', onclick: () => { all = true; draw(text, rows); } });
  let [text, rows, all, busy, next] = ['', [], false, false, ''];
  const added = el('select', { 'aria-label': 'Part to add' });
  const value = el('input', { class: 'mono', 'aria-label': 'Its value', placeholder: 'name=value', autocomplete: 'off', spellcheck: 'false' });
  const add = () => change({ part: added.value, do: 'add', to: value.value }).then((done) => { if (done) value.value = ''; });
  added.addEventListener('change', () => { value.placeholder = added.value === 'pair' ? 'name=value' : 'value'; });
  value.addEventListener('keydown', (event) => { if (event.key === 'Enter') add(); });
  box.open = matchMedia('(min-width: 44rem)').matches;
  box.append(el('summary', {}, el('h2', {}, 'Parts'), el('span', { class: 'soft small' }, ' change one: every other byte stays')),
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Parts' }, el('table', {}, el('thead', {}, el('tr', {}, ...['Part', 'Decoded: type here', 'As written', 'Change'].map((name) => el('th', { scope: 'col' }, name)))), body)),
    more, beyond, error, el('div', { class: 'row add' }, added, value, el('button', { type: 'button', onclick: add }, 'Add')));

  // Requests an edit of the table's text, and applies the result.
  async function change(what) {
    if (text !== state.text) return false;
    let answer;
    try {
      answer = await ask('edit', { text, ...what });
    } catch (caught) {
      if (!(caught instanceof Trouble)) throw caught;
      return false;
    }
    error.textContent = answer.error ? safe(answer.error.message) : '';
    if (answer.error || text !== state.text) {
      say(answer.error ? 'not changed' : 'the text has changed meanwhile');
      draw(text, rows);
      return false;
    }
    busy = true;
    apply(answer.result, true);
    busy = false;
    return true;
  }

  function draw(about, found) {
    const same = about === text;
    [text, rows] = [about, found];
    if (!same) error.textContent = '';
    const kept = focusState(body);
    const shown = all ? rows : rows.slice(0, MOST);
    body.replaceChildren(...shown.map((row) => line(row)));
    more.hidden = shown.length === rows.length;
    more.textContent = `Show all ${rows.length} parts`;
    const unlisted = rows.find(({ hidden }) => hidden)?.hidden ?? 0;
    beyond.hidden = unlisted === 0 || !more.hidden;
    beyond.textContent = `… and ${unlisted} more parts, which are changed in the text box.`;
    const there = new Set(rows.map(({ part }) => part));
    const missing = ['pair', 'segment', ...ALONE.filter((part) => !there.has(part))];
    const chosen = missing.includes(added.value) ? added.value : 'pair';
    added.replaceChildren(...missing.map((part) => el('option', { value: part, selected: part === chosen }, TITLES[part] ?? part)));
    restoreFocus(body, next || kept?.key, next ? null : kept);
    next = '';
  }

  function line(row) {
    const { part, index, raw } = row;
    const same = row.value === raw && (part !== 'pair' || row.name_value === row.name);
    const written = part === 'pair' ? `${row.name}${row.has_value ? `=${raw}` : ''}` : raw;
    return el('tr', {}, el('th', { scope: 'row' }, el('span', { class: `${COMPONENTS[part] ?? part} swatch` }, title(row))),
      el('td', {}, part === 'pair' ? pair(row, written) : input(row, 'value', row.value, raw),
        row.form ? el('p', { class: 'soft small' }, 'in a form: ', el('span', { class: 'mono' }, row.form.map((each) => (each === null ? '—' : safe(each))).join(' = '))) : null),
      el('td', { class: 'mono' }, same ? el('span', { class: 'soft' }, 'same') : some(written)),
      el('td', {}, el('span', { class: 'moves' }, ...(part in TITLES ? [move(row, index - 1, '↑', 'earlier'), move(row, index + 1, '↓', 'later')] : []),
        el('button', { type: 'button', class: 'quiet', 'data-key': `${part}.${index}.delete`, 'aria-label': `Delete ${title(row)}`, onclick: () => change({ part, index, do: 'delete' }) }, '✕'))));
  }

  function pair(row, written) {
    if (row.name_value === null || row.value === null || ACTING.test(row.name_value + row.value)) return input(row, 'raw', null, written);
    return el('span', { class: 'pair' }, input(row, 'name', row.name_value, row.name), ' = ', input(row, 'value', row.value, row.raw));
  }

  // A value that cannot be typed is edited in its escaped form.
  function input(row, field, decoded, raw) {
    const isRaw = decoded === null || ACTING.test(decoded);
    const { part, index } = row;
    // An input cannot contain a line break: it is shown as its escape.
    const shown = (isRaw ? raw : decoded).replace(/[\r\n]/g, encodeURIComponent);
    return el('input', {
      class: 'mono', value: shown, dir: 'auto', spellcheck: 'false', autocomplete: 'off', 'data-key': `${part}.${index}.${field}`,
      'aria-label': `${title(row)}${part === 'pair' ? `, ${field}` : ''}${isRaw ? ', as written' : ''}`,
      onchange: ({ target }) => { if (!busy && target.value !== shown) change({ part, index, do: 'set', field: isRaw ? 'raw' : field, to: target.value }); },
    });
  }

  function move(row, to, sign, where) {
    const many = rows.filter(({ part }) => part === row.part).length;
    const key = (n) => `${row.part}.${n}.${where}`;
    return el('button', {
      type: 'button', class: 'quiet', 'data-key': key(row.index), 'aria-label': `Move ${title(row)} ${where}`, disabled: to < 0 || to >= many,
      onclick: () => { next = key(to); change({ part: row.part, index: row.index, do: 'move', to }).then((done) => { if (!done) next = ''; }); },
    }, sign);
  }
  return { draw };
}

// The focused field of the table, and what is being typed there.
function focusState(body) {
  const at = document.activeElement;
  if (!body.contains(at) || !at.dataset.key) return null;
  const dirty = at.matches('input') && at.value !== at.defaultValue;
  return { key: at.dataset.key, value: dirty ? at.value : null, at: at.selectionStart };
}

function restoreFocus(body, key, kept) {
  if (!key) return;
  const found = body.querySelector(`[data-key="${key}"]:not(:disabled)`) ?? body.querySelector('input');
  if (!found) return;
  if (kept?.value !== null && kept?.value !== undefined && found.dataset.key === key) found.value = kept.value;
  found.focus({ preventScroll: true });
  if (kept && found.matches('input') && kept.at !== null) found.setSelectionRange(kept.at, kept.at);
}
