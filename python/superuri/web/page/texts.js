// Tools for one text: encode and decode; clean, pretty and normalise.

import { ask } from './api.js';
import { code, command, python } from './code.js';
import { el, field, safe, shape, some, table } from './dom.js';
import { meta } from './meta.js';
import { choice, drawn, fresh, nothing, outcomes, panel, plainRows, setRows, worded } from './panel.js';
import { state } from './state.js';

export const useButton = (apply, text) => el('button', { type: 'button', class: 'quiet', onclick: () => apply(text), title: 'Make this the text' }, 'Use');

// A result with its changes marked, unless it is long.
const marked = (before, after) => (after.length > 4000 ? null : drawn(fresh(before, after), safe));

export function encode(apply) {
  const set = choice('set', setRows, 'rfc3986.COMPONENT');
  const encoding = choice('encoding', () => plainRows(meta.encodings), 'utf-8');
  const errors = choice('errors', () => plainRows(['strict', 'replace', 'ignore', 'keep']), 'keep');
  return panel((refresh) => [el('div', { class: 'row' }, field('Percent-encode set', set.searched(refresh, 'percent-encode sets'), true),
    field('Encoding', encoding.control(refresh)), field('What cannot be decoded', errors.control(refresh)))], async () => {
    const { text } = state;
    if (!text) return nothing();
    const [s, e, x] = [set.value, encoding.value, errors.value];
    const [encoded, decoded, form, unform] = await Promise.all([
      ask('encode', { text, set: s, encoding: e }), ask('decode', { text, errors: x, encoding: e }),
      ask('form_encode', { text, encoding: e }), ask('form_decode', { text, errors: x, encoding: e })]);
    const row = meta.sets.find((each) => each.name === s);
    const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
    const show = (label, answer) => [label, answer, answer.error ? {} : { drawn: marked(text, answer.result), more: useButton(apply, answer.result) }];
    const with_ = e === 'utf-8' ? '' : `, encoding=${python(e)}`;
    const option = e === 'utf-8' ? [] : ['--encoding', e];
    return [
      whole ? el('p', { class: 'hint' }, 'This is a whole URL: encoded, it becomes one value of another. Clean escapes only what is not allowed in it.') : null,
      ...outcomes([show('encode', encoded), show('decode', decoded), show('form encode', form), show('form decode', unform)]),
      row ? el('p', { class: 'soft' }, el('strong', {}, row.name), `: ${row.source}. It encodes `, el('span', { class: 'mono' }, row.encodes || 'no mark'), '.') : null,
      code([`superuri.encode(${python(text)}, superuri.sets.${s}${with_})`, `superuri.decode(${python(text)}, errors="${x}"${with_})`, 'from superuri import form',
        `form.encode(${python(text)}${with_})`, `form.decode(${python(text)}, errors="${x}"${with_})`],
      [command(['encode', '--set', s, ...option], text), command(['decode', '--errors', x, ...option], text)])];
  });
}

export function clean(apply) {
  const profile = choice('profile', () => worded(Object.keys(meta.profiles)), 'RFC3986');
  const display = choice('display', () => worded(meta.displays), 'LOSSLESS');
  const level = choice('level', () => worded(['case', 'percent', 'path', 'scheme']), 'scheme');
  return panel((refresh) => [el('div', { class: 'row' }, field('Clean', profile.control(refresh)),
    field('Show', display.control(refresh)), field('Normalise', level.control(refresh)))], async () => {
    const { text } = state;
    if (!text) return nothing();
    const [p, d, l] = [profile.value, display.value, level.value];
    const [cleaned, edits, shown, normal] = await Promise.all([ask('clean', { text, profile: p }), ask('edits', { text, profile: p }),
      ask('kept', { text, profile: d }), ask('normalize', { text, level: l })]);
    const pretty = shown.error ? shown : { result: shown.result.text };
    const show = (label, answer, before) => [label, answer, answer.error ? {} : { drawn: marked(before, answer.result), more: useButton(apply, answer.result) }];
    const base = cleaned.error ? text : cleaned.result;
    return [...outcomes([show('clean', cleaned, text), show('pretty', pretty, text), show('normalize', normal, base)]),
      changes(text, edits), shown.error ? null : kept(text, shown.result.kept),
      el('p', { class: 'soft' }, `Clean follows the profile ${p}. Source: ${meta.profiles[p] ?? ''}.`),
      code([`superuri.clean(${python(text)}, superuri.profiles.${p})`, `superuri.pretty(${python(text)}, superuri.profiles.${d})`, `superuri.normalize(${python(text)}, level="${l}")`],
        [command(['clean', '--profile', p], text), command(['pretty', '--profile', d], text), command(['normalize', '--level', l], text)])];
  });
}

const at = (start, end) => (end - start === 1 ? `${start}` : `${start}..${end}`);

function changes(text, answer) {
  if (answer.error) return null;
  const { count, edits } = answer.result;
  if (count === 0) return el('p', { class: 'good' }, '✓ Nothing to clean: the text is already legal, and comes back untouched.');
  const points = Array.from(text);
  const rows = edits.map(([start, end, replacement, why]) => el('tr', {}, el('td', {}, at(start, end)),
    el('td', { class: 'mono' }, points.slice(start, Math.min(end, start + 200)).map(shape).join('')), el('td', { class: 'mono' }, replacement === '' ? el('i', {}, 'nothing') : el('mark', {}, some(replacement))), el('td', {}, why)));
  const title = `${count} edit${count === 1 ? '' : 's'} of clean${count > edits.length ? `, the first ${edits.length}` : ''}`;
  return el('div', {}, el('h2', {}, title), table(['Where', 'Was', 'Becomes', 'Why'], rows, title));
}

// The escapes that pretty keeps, with reasons.
function kept(text, staying) {
  if (staying === null) return el('p', { class: 'soft' }, 'The text is too long for a list of what pretty keeps.');
  if (staying.length === 0) return null;
  const points = Array.from(text);
  const rows = staying.map(([start, end, sentence]) => el('tr', {}, el('td', {}, at(start, end)), el('td', { class: 'mono' }, points.slice(start, Math.min(end, start + 200)).map(shape).join('')), el('td', {}, sentence)));
  return el('div', {}, el('h2', {}, 'What pretty keeps, and why'), table(['Where', 'What', 'Why'], rows, 'Reasons of pretty'));
}
