// List tool: many URLs in a table, each cleaned, with its host and its findings.

import { Trouble, ask, latest } from './api.js';
import { el, field, safe, say, select, some } from './dom.js';
import { save } from './files.js';
import { meta } from './meta.js';
import { CHOICES, FORMATS, matches } from './listed.js';

const MOST_LINES = 10000;
const AT_ONCE = [200, 100000]; // lines and characters in a request
const SHOWN = 200; // rows drawn at first, and by each click on Show more

let take = () => {};
// Shows the lines of a text; `name` is its file.
export const open = (text, name = '') => take(text, name);

export function list(apply) {
  const box = el('textarea', { rows: 4, class: 'mono', id: 'list-text', spellcheck: 'false', autocomplete: 'off', oninput: () => take(box.value) });
  const file = el('input', { type: 'file', 'aria-label': 'A file with one URL per line', onchange: () => { const [chosen] = file.files; if (chosen) node.dispatchEvent(new CustomEvent('file', { bubbles: true, detail: chosen })); file.value = ''; } });
  const find = el('input', { type: 'search', class: 'mono', autocomplete: 'off', oninput: () => { shown = SHOWN; draw(); } });
  const which = select(CHOICES, 'all', () => { shown = SHOWN; draw(); });
  const summary = el('p', { class: 'big', role: 'status' });
  const body = el('tbody');
  const more = el('button', { type: 'button', onclick: () => { shown += SHOWN; draw(); } });
  const saves = el('span', { class: 'row' }, ...Object.entries(FORMATS).map(([name, write]) => el('button', { type: 'button', onclick: () => save(name, write(rows.filter(chosen))) }, `Download ${name.split('.').at(-1).toUpperCase()}`)));
  const results = el('div', { class: 'drawn', hidden: true }, summary,
    el('div', { class: 'row' }, field('Filter', find, true), field('Show', which)),
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'List' }, el('table', { class: 'list' }, el('thead', {}, el('tr', {}, ...['Line', 'Clean', 'Host', 'Findings'].map((name) => el('th', { scope: 'col' }, name)))), body)), more,
    saves, el('p', { class: 'soft small' }, 'TXT has the clean lines; a line that cannot be cleaned stays as it is. In CSV, a cell that a spreadsheet would run begins with an apostrophe; JSONL has every character as it is.'));
  const node = el('div', { class: 'panel' }, field('One URL per line: type, paste, or drop a file anywhere on the page', box, true), file, results);
  let [lines, rows, shown, about] = [[], [], SHOWN, ''];

  const chosen = (row) => matches(row, which.value, find.value);

  take = (text, name = '') => {
    const found = text.split(/\r\n|[\n\r]/).map((line, n) => ({ line, number: n + 1 })).filter(({ line }) => line.trim());
    if (found.length > MOST_LINES) {
      say(`a list has at most ${MOST_LINES} lines`);
      about = `The first ${MOST_LINES} of ${found.length} lines${name ? ` of ${name}` : ''}; the command takes all: superuri clean -i FILE. `;
    } else about = name ? `${name}: ` : '';
    lines = found.slice(0, MOST_LINES);
    if (name) box.value = '';
    else if (box.value !== text) box.value = text;
    work();
  };

  const work = latest(async (late) => {
    const before = new Map(rows.map((row) => [row.line, row]));
    rows = [];
    while (rows.length < lines.length && !late()) {
      const piece = next(lines, rows.length);
      const unknown = [...new Set(piece.map(({ line }) => line).filter((line) => !before.has(line)))];
      const answer = unknown.length ? await ask('list', { texts: unknown }) : { result: [] };
      if (late()) return;
      if (answer.error) throw new Trouble(answer.error.message);
      unknown.forEach((line, n) => before.set(line, answer.result[n]));
      rows.push(...piece.map(({ line, number }) => ({ ...before.get(line), line, number })));
      draw();
    }
    draw();
  });

  function draw() {
    const found = rows.filter(chosen);
    results.hidden = lines.length === 0;
    summary.textContent = safe(about) + counted(rows, lines.length, found.length);
    body.replaceChildren(...found.slice(0, shown).map((row) => line(row, apply)));
    more.hidden = found.length <= shown;
    more.textContent = `Show ${Math.min(SHOWN, found.length - shown)} more of ${found.length - shown}`;
  }
  return { node, refresh: () => {}, restore: () => {} };
}

// The lines of the next request.
function next(lines, from) {
  let characters = 0;
  let to = from;
  while (to < lines.length && to - from < AT_ONCE[0] && (to === from || characters + lines[to].line.length <= AT_ONCE[1])) {
    characters += lines[to].line.length;
    to += 1;
  }
  return lines.slice(from, to);
}

function counted(rows, all, found) {
  const many = (what) => rows.filter(what).length;
  const hosts = new Set(rows.map(({ host }) => host).filter(Boolean)).size;
  const done = rows.length < all ? `${rows.length} of ${all} lines` : `${all} line${all === 1 ? '' : 's'}`;
  const counts = [`${many(({ line, clean }) => clean !== null && clean !== line)} edited`, `${many(({ codes }) => codes.length)} with findings`, `${many(({ clean }) => clean === null)} not to be cleaned`, `${hosts} host${hosts === 1 ? '' : 's'}`];
  return `${done}: ${counts.join(', ')}${found < rows.length ? `; ${found} shown` : ''}.`;
}

function line(row, apply) {
  const codes = [...new Set(row.codes)];
  const same = row.clean === row.line;
  return el('tr', {}, el('td', { class: 'mono' }, el('button', { type: 'button', class: 'quiet', 'aria-label': `Open line ${row.number}`, onclick: () => apply(row.line) }, String(row.number)), ' ', some(row.line)),
    el('td', { class: row.error ? 'soft' : 'mono' }, same ? el('span', { class: 'soft' }, 'same') : row.clean === null ? some(row.error) : some(row.clean)),
    el('td', { class: 'mono' }, row.host ? safe(row.host) : el('span', { class: 'soft' }, '–')),
    el('td', {}, ...codes.slice(0, 6).map((code) => el('span', { class: `stamp ${meta.rules[code]?.severity ?? ''}`, title: meta.rules[code]?.name ?? '' }, code)), codes.length > 6 ? ` +${codes.length - 6}` : null));
}
