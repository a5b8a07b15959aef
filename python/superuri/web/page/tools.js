// The tools that look at a text: compare, who encodes what, lint, layers.

import { ask } from './api.js';
import { code, command, python } from './code.js';
import { el, failure, field, result, safe, some, table } from './dom.js';
import { meta } from './meta.js';
import { choice, drawn, fresh, outcome, panel } from './panel.js';
import { boxed, state, typed } from './state.js';
import { instead } from './texts.js';

const STEPS = { identical: 'they are the same text', bytes: 'they are the same text', clean: 'cleaning makes them equal', case: 'the case of scheme, host and escapes makes no difference', percent: 'undoing needless escapes makes them equal', path: 'removing dot segments makes them equal', scheme: 'what the scheme says of ports and empty paths makes them equal' };

export function compare() {
  const other = el('textarea', { rows: 1, spellcheck: 'false', autocomplete: 'off', class: 'mono', id: 'other' });
  const made = panel((refresh) => {
    other.addEventListener('input', () => { state.other = typed(state.other, other.value); refresh(); });
    return [field('The other URL', other, true)];
  }, async () => {
    const texts = [state.text, state.other];
    if (!state.other) return [el('p', { class: 'soft' }, 'Type the other URL: this says which step makes the two equal, or where they differ.')];
    const [answer, one, two] = await Promise.all([ask('compare', { texts }), ask('normalize', { text: texts[0] }), ask('normalize', { text: texts[1] })]);
    if (answer.error) return [failure(answer.error)];
    const [equal, step] = answer.result;
    const said = equal ? `= Equivalent: ${STEPS[step] ?? step}.` : `≠ They differ: first in the ${step}.`;
    const both = !one.error && !two.error && two.result.length < 4000 && one.result.length < 4000;
    return [el('p', { class: `big ${equal ? 'good' : 'bad'}`, role: 'status' }, said),
      outcome('this one', one, { drawn: both ? drawn(fresh(two.result, one.result), safe) : null }), outcome('the other', two, { drawn: both ? drawn(fresh(one.result, two.result), safe) : null }),
      el('p', { class: 'soft' }, 'Both are shown normalised; what differs is marked.'),
      code([`superuri.compare(${texts.map(python).join(', ')})`], [command(['compare'], ...texts)])];
  });
  return { ...made, restore: () => { other.value = boxed(state.other); } };
}

export function who() {
  return panel(() => [], async () => {
    const { text } = state;
    const answer = await ask('who', { text });
    if (answer.error) return [failure(answer.error)];
    const { encoders, decoders, cut } = answer.result;
    return [cut ? el('p', { class: 'warn' }, 'The text is long: its first 2000 characters are shown here.') : null,
      el('h2', {}, `Who encodes it: ${count(encoders)} write it in ${forms(encoders)}`), ways(encoders, text, 'Encoders'),
      el('h2', {}, `Who decodes it: ${count(decoders)} read it in ${forms(decoders)}`), ways(decoders, text, 'Decoders'),
      code(['from superuri import who', `*who.encodes(${python(text)}), sep="\\n"`], [command(['who'], text), command(['who', '--decode'], text)])];
  });
}

const count = (rows) => rows.reduce((sum, row) => sum + row.who.length, 0);
const forms = (rows) => `${rows.length} way${rows.length === 1 ? '' : 's'}`;

function ways(rows, text, caption) {
  return table(['What comes out', 'Of', 'Who'], rows.map((row) => el('tr', {},
    el('td', { class: `mono ${row.result === null ? 'bad' : ''}` }, row.result === null ? some(row.why) : row.result === text ? el('span', { class: 'soft' }, 'the text unchanged') : row.result === '' ? el('i', { class: 'soft' }, 'nothing') : some(row.result)),
    el('td', {}, String(row.who.length)),
    el('td', {}, el('span', { class: 'names' }, ...row.who.slice(0, 8).map((name) => el('span', { class: 'stamp' }, name)),
      row.who.length > 8 ? el('details', {}, el('summary', {}, `${row.who.length - 8} more`), el('span', { class: 'names' }, ...row.who.slice(8).map((name) => el('span', { class: 'stamp' }, name)))) : null)))), caption, 'ways');
}

export function lint(apply) {
  const policy = choice('policy', () => [['', 'default'], ...Object.keys(meta.policies).map((name) => [name, name])], '');
  return panel((refresh) => [el('div', { class: 'row' }, field('Policy', policy.control(refresh)))], async () => {
    const { text } = state;
    const p = policy.value;
    const answer = await ask('lint', { text, policy: p });
    if (answer.error) return [failure(answer.error)];
    const { count: all, findings, fixed } = answer.result;
    const said = p ? `, policy=${python(p)}` : '';
    const chosen = p ? ['--policy', p] : [];
    const lines = code([`*superuri.lint(${python(text)}${said}), sep="\\n"`, `superuri.fix(${python(text)}${said})`],
      [command(['lint', '--text', ...chosen], text), command(['lint', '--text', '--fix', ...chosen], text)]);
    const about = meta.policies[p] ? el('p', { class: 'soft' }, meta.policies[p]) : null;
    if (all === 0) return [about, el('p', { class: 'good big' }, '✓ No findings.'), lines];
    const points = Array.from(text);
    return [about, el('p', { class: 'big' }, `${all} finding${all === 1 ? '' : 's'}${all > findings.length ? `, the first ${findings.length}` : ''}`),
      fixed === text ? null : result('all fixed', fixed, { drawn: fixed.length > 4000 ? null : drawn(fresh(text, fixed), safe), more: el('button', { type: 'button', class: 'strong', onclick: () => apply(fixed) }, 'Fix all that is safe') }),
      ...findings.map((finding) => row(finding, points, apply)), lines];
  });
}

const AROUND = 18;

function row(finding, points, apply) {
  const { start, end } = finding;
  const fix = finding.fix && el('button', { type: 'button', class: 'quiet', onclick: () => apply(mended(points, finding.fix.edits)) }, finding.fix.safe ? 'Fix' : 'Fix (a guess)');
  const context = el('p', { class: 'mono context' }, start > AROUND ? '…' : '', safe(points.slice(Math.max(0, start - AROUND), start).join('')),
    el('mark', {}, some(points.slice(start, end).join('')) || '‸'), safe(points.slice(end, end + AROUND).join('')), points.length > end + AROUND ? '…' : '');
  const rule = meta.rules[finding.code];
  return el('div', { class: `finding ${finding.severity}` },
    el('p', { class: 'title' }, el('span', { class: 'code' }, finding.code), el('strong', {}, finding.name.replaceAll('-', ' ')), el('span', { class: 'soft' }, `${finding.severity} at ${start}..${end}`), fix || null),
    context, el('p', {}, safe(finding.message)), el('p', { class: 'soft small' }, finding.source, rule && !finding.message.startsWith(rule.sentence) ? ` · ${rule.sentence}` : ''));
}

function mended(points, edits) {
  const out = [];
  let at = 0;
  for (const [start, end, replacement] of edits) {
    out.push(points.slice(at, start).join(''), replacement);
    at = end;
  }
  return [...out, points.slice(at).join('')].join('');
}

export function layers(apply) {
  return panel(() => [], async () => {
    const { text } = state;
    const answer = await ask('layers', { text });
    if (answer.error) return [failure(answer.error)];
    const found = answer.result;
    const lines = code([`*superuri.layers(${python(text)}), sep="\\n"`], [command(['layers', '--depth', String(Math.max(1, found.length))], text)]);
    if (found.length === 0) return [el('p', { class: 'good big' }, 'Nothing is encoded.'), lines];
    const said = found.length === 1 ? 'Encoded once.' : `Encoded ${found.length} times: a program that decodes more than once opens the door to what stands below.`;
    return [el('p', { class: `big ${found.length > 1 ? 'warn' : 'good'}` }, said),
      el('ol', { class: 'layers' }, layer(text, 'As it is', text, [], apply), ...found.map((each, n) => layer(n ? found[n - 1].text : text, `After ${n + 1} decoding${n ? 's' : ''}`, each.text, each.revealed, apply))),
      lines];
  });
}

function layer(before, title, text, revealed, apply) {
  return el('li', {}, result(title, text, { drawn: text.length > 4000 ? null : drawn(fresh(before, text), safe), more: before === text ? null : instead(apply, text) }),
    revealed.length ? el('p', { class: 'stamps' }, 'Revealed: ', ...revealed.map((what) => el('span', { class: 'stamp warn' }, what.replaceAll('-', ' ')))) : null);
}
