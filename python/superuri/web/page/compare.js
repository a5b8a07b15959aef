// Compare tool: whether two URLs mean the same, and where they differ.

import { ask } from './api.js';
import { code, command, python } from './code.js';
import { el, failure, field, safe, some, table } from './dom.js';
import { drawn, fresh, outcome, panel } from './panel.js';
import { boxed, state, typed } from './state.js';

const STEPS = {
  identical: 'they are the same text', bytes: 'they are the same text', clean: 'cleaning makes them equal',
  case: 'the case of scheme, host and escapes makes no difference', percent: 'undoing needless escapes makes them equal',
  path: 'removing dot segments makes them equal', scheme: 'the rules of the scheme for ports and empty paths make them equal',
};
const ALSO = { 'sort-query': 'the order of the pairs', reserved: 'escapes of reserved characters', 'drop-tracking': 'tracking parameters', 'drop-fragment': 'the fragment', 'host-case': 'the case of the host' };
const KINDS = { missing: 'only in this one', added: 'only in the other', changed: 'changed', order: 'another order' };
const PARTS = { segment: 'path segment', pair: 'query pair' };

export function compare() {
  const other = el('textarea', { rows: 1, spellcheck: 'false', autocomplete: 'off', class: 'mono', id: 'other' });
  const made = panel((refresh) => {
    other.addEventListener('input', () => { state.other = typed(state.other, other.value); refresh(); });
    return [field('The other URL', other, true)];
  }, async () => {
    const texts = [state.text, state.other];
    if (!state.other) return [el('p', { class: 'soft' }, 'Type the other URL: this shows which parts differ, and which step makes the two equal.')];
    const answer = await ask('meaning', { texts });
    if (answer.error) return [failure(answer.error)];
    const { normal: [one, two], differences } = answer.result;
    const both = one.length < 4000 && two.length < 4000;
    return [...verdict(answer.result), differences.length ? where(differences) : null,
      outcome('this one', { result: one }, { drawn: both ? drawn(fresh(two, one), safe) : null }), outcome('the other', { result: two }, { drawn: both ? drawn(fresh(one, two), safe) : null }),
      el('p', { class: 'soft' }, 'Both are shown normalised; what differs is marked.'),
      code([`superuri.compare(${texts.map(python).join(', ')})`], [command(['compare'], ...texts)])];
  });
  return { ...made, restore: () => { other.value = boxed(state.other); } };
}

function verdict({ equal, step, also }) {
  if (equal) return [el('p', { class: 'big good', role: 'status' }, `✓ Equivalent: ${STEPS[step] ?? step}.`)];
  const line = el('p', { class: 'big bad', role: 'status' }, `≠ They differ; the first difference is in the ${step}.`);
  if (also === null) return [line];
  return [line, el('p', { class: 'hint' }, `Without ${also.map((word) => ALSO[word]).join(' and ')}, they are equal: `, el('code', {}, `normalize(…, also=[${also.map((word) => `"${word}"`).join(', ')}])`))];
}

const MOST = 100;
const cell = (text) => el('td', { class: 'mono' }, text === null ? el('i', { class: 'soft' }, 'absent') : text === '' ? el('i', { class: 'soft' }, 'empty') : some(text));

function where(differences) {
  const rows = differences.slice(0, MOST).map(({ part, kind, one, other }) => el('tr', {}, el('td', {}, PARTS[part] ?? part), cell(one), cell(other), el('td', {}, KINDS[kind])));
  const title = differences.length > MOST ? `Differences, the first ${MOST} of ${differences.length}` : 'Differences';
  return el('div', {}, el('h2', {}, title), table(['Part', 'This one', 'The other', 'How'], rows, title, 'differences'));
}
