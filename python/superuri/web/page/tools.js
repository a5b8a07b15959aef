// Tools that examine a text: who encodes what, lint, layers.

import { ask } from './api.js';
import { code, command, python } from './code.js';
import { el, failure, field, result, safe, some, table } from './dom.js';
import { meta } from './meta.js';
import { choice, drawn, fresh, nothing, panel } from './panel.js';
import { state } from './state.js';
import { useButton } from './texts.js';

export function who() {
  return panel(() => [], async () => {
    const { text } = state;
    if (!text) return nothing();
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
  return table(['Result', 'Of', 'Who'], rows.map((row) => el('tr', {},
    el('td', { class: `mono ${row.result === null ? 'bad' : ''}` }, row.result === null ? `refused: ${some(row.why)}` : row.result === text ? el('span', { class: 'soft' }, 'the text unchanged') : row.result === '' ? el('i', { class: 'soft' }, 'nothing') : some(row.result)),
    el('td', {}, String(row.who.length)),
    el('td', {}, el('span', { class: 'names' }, ...row.who.slice(0, 8).map((name) => el('span', { class: 'stamp' }, name)),
      row.who.length > 8 ? el('details', {}, el('summary', {}, `${row.who.length - 8} more`), el('span', { class: 'names' }, ...row.who.slice(8).map((name) => el('span', { class: 'stamp' }, name)))) : null)))), caption, 'ways');
}

export function lint(apply) {
  const policy = choice('policy', () => [['', 'default'], ...Object.keys(meta.policies).map((name) => [name, name])], '');
  return panel((refresh) => [el('div', { class: 'row' }, field('Policy', policy.control(refresh)))], async () => {
    const { text } = state;
    if (!text) return nothing();
    const p = policy.value;
    const answer = await ask('lint', { text, policy: p });
    if (answer.error) return [failure(answer.error)];
    const { count: all, findings, fixed } = answer.result;
    const argument = p ? `, policy=${python(p)}` : '';
    const chosen = p ? ['--policy', p] : [];
    const lines = code([`*superuri.lint(${python(text)}${argument}), sep="\\n"`, `superuri.fix(${python(text)}${argument})`],
      [command(['lint', '--text', ...chosen], text), command(['lint', '--text', '--fix', ...chosen], text)]);
    const about = meta.policies[p] ? el('p', { class: 'soft' }, meta.policies[p]) : null;
    if (all === 0) return [about, el('p', { class: 'good big' }, '✓ No findings.'), lines];
    const points = Array.from(text);
    return [about, el('p', { class: 'big' }, `${all} finding${all === 1 ? '' : 's'}${all > findings.length ? `, the first ${findings.length}` : ''}`),
      fixed === text ? null : result('all fixed', fixed, { drawn: fixed.length > 4000 ? null : drawn(fresh(text, fixed), safe), more: el('button', { type: 'button', class: 'strong', onclick: () => apply(fixed) }, 'Fix all that is safe') }),
      ...grouped(findings).map((group) => rule(group, points, apply)), lines];
  });
}

const AROUND = 18;

// Groups findings with the same rule and message.
function grouped(findings) {
  const groups = new Map();
  for (const finding of findings) {
    const key = `${finding.code} ${finding.message}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(finding);
  }
  return [...groups.values()];
}

const PLACES = 5;

function rule(group, points, apply) {
  const [finding] = group;
  const fixes = group.map(({ fix }) => fix).filter(Boolean);
  const edits = fixes.flatMap(({ edits: each }) => each).sort(([a], [b]) => a - b);
  // Fixes of one rule that overlap are applied one by one.
  const apart = edits.every(([start], n) => n === 0 || edits[n - 1][1] <= start);
  const label = `Fix${group.length > 1 ? ` ${fixes.length}` : ''}${fixes.every(({ safe: is }) => is) ? '' : ' (a guess)'}`;
  const fix = fixes.length && el('button', { type: 'button', class: 'quiet', onclick: () => apply(withEdits(points, apart ? edits : fixes[0].edits)) }, label);
  const about = meta.rules[finding.code];
  const places = group.length > 1 ? `${group.length} places` : `at ${finding.start}..${finding.end}`;
  return el('div', { class: `finding ${finding.severity}` },
    el('p', { class: 'title' }, el('span', { class: 'code' }, finding.code), el('strong', {}, finding.name.replaceAll('-', ' ')), el('span', { class: 'soft' }, `${finding.severity}, ${places}`), fix || null),
    ...group.slice(0, PLACES).map((each) => context(each, points)), group.length > PLACES ? el('p', { class: 'soft' }, `… and ${group.length - PLACES} more`) : null,
    el('p', {}, safe(finding.message)), el('p', { class: 'soft small' }, finding.source, about && !finding.message.startsWith(about.sentence) ? ` · ${about.sentence}` : ''));
}

function context({ start, end }, points) {
  return el('p', { class: 'mono context' }, start > AROUND ? '…' : '', safe(points.slice(Math.max(0, start - AROUND), start).join('')),
    el('mark', {}, some(points.slice(start, end).join('')) || '‸'), safe(points.slice(end, end + AROUND).join('')), points.length > end + AROUND ? '…' : '');
}

function withEdits(points, edits) {
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
    if (!text) return nothing();
    const answer = await ask('layers', { text });
    if (answer.error) return [failure(answer.error)];
    const found = answer.result;
    const lines = code([`*superuri.layers(${python(text)}), sep="\\n"`], [command(['layers', '--depth', String(Math.max(1, found.length))], text)]);
    if (found.length === 0) return [el('p', { class: 'good big' }, 'Nothing is encoded.'), lines];
    const summary = found.length === 1 ? 'Encoded once.' : `Encoded ${found.length} times: a program that decodes more than once reads something else than the one that checked it.`;
    return [el('p', { class: `big ${found.length > 1 ? 'warn' : 'good'}` }, summary),
      el('ol', { class: 'layers' }, layer(text, 'As it is', text, [], apply), ...found.map((each, n) => layer(n ? found[n - 1].text : text, `After ${n + 1} decoding${n ? 's' : ''}`, each.text, each.revealed, apply))),
      lines];
  });
}

function layer(before, title, text, revealed, apply) {
  return el('li', {}, result(title, text, { drawn: text.length > 4000 ? null : drawn(fresh(before, text), safe), more: before === text ? null : useButton(apply, text) }),
    revealed.length ? el('p', { class: 'stamps' }, 'Revealed: ', ...revealed.map((what) => el('span', { class: 'stamp warn' }, what.replaceAll('-', ' ')))) : null);
}
