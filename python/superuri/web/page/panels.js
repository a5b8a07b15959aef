// Which tools are there? A row each: its tab, and what it draws for a text.

import { ask } from './api.js';
import { code, dashed, python, shell } from './code.js';
import { copyButton, el, failure, field, result, safe, select } from './dom.js';
import { meta } from './meta.js';
import { state } from './state.js';

const later = (box, draw) => async () => {
  const drawn = await draw();
  if (drawn) box.replaceChildren(...drawn);
};
const outcome = (label, answer) => (answer.error ? failure(answer.error) : result(label, answer.result));

// A panel has controls that stay and a box that is drawn anew.
function panel(controls, draw) {
  const box = el('div', { class: 'panel' });
  const node = el('div', { class: 'panel' }, ...controls(() => refresh()), box);
  const refresh = later(box, draw);
  return { node, refresh };
}

const pick = (name, names, fallback) => {
  state.chosen[name] ??= fallback;
  return (refresh) => select(names(), state.chosen[name], (event) => { state.chosen[name] = event.target.value; refresh(); });
};
const chosen = (name) => state.chosen[name];

const setName = pick('set', () => meta.sets.map((row) => row.name), 'rfc3986.COMPONENT');
const errorsName = pick('errors', () => ['strict', 'replace', 'ignore', 'keep'], 'keep');
const profileName = pick('profile', () => Object.keys(meta.profiles), 'RFC3986');
const displayName = pick('display', () => meta.displays, 'LOSSLESS');
const levelName = pick('level', () => ['case', 'percent', 'path', 'scheme'], 'scheme');
const policyName = pick('policy', () => ['', ...meta.policies], '');

function encode() {
  return panel((refresh) => [el('div', { class: 'row' }, field('Percent-encode set', setName(refresh)),
    field('Malformed escapes, decoding', errorsName(refresh)))], async () => {
    const text = state.text;
    const [encoded, decoded, form, unform] = await Promise.all([
      ask('encode', { text, set: chosen('set') }), ask('decode', { text, errors: chosen('errors') }),
      ask('form_encode', { text }), ask('form_decode', { text, errors: chosen('errors') })]);
    if (!encoded || !decoded || !form || !unform) return null;
    const row = meta.sets.find((each) => each.name === chosen('set'));
    const name = chosen('set');
    return [outcome('encode', encoded), outcome('decode', decoded), outcome('form encode', form), outcome('form decode', unform),
      el('p', { class: 'soft' }, row ? `${row.name}: ${row.source}` : ''),
      code(`superuri.encode(${python(text)}, superuri.sets.${name})\nsuperuri.decode(${python(text)}, errors="${chosen('errors')}")`,
        `superuri encode --set ${name} ${dashed(text)}${shell(text)}`)];
  });
}

function clean() {
  return panel((refresh) => [el('div', { class: 'row' }, field('Clean by', profileName(refresh)),
    field('Show by', displayName(refresh)), field('Normalise to', levelName(refresh)))], async () => {
    const text = state.text;
    const [cleaned, edits, shown, normal] = await Promise.all([
      ask('clean', { text, profile: chosen('profile') }), ask('edits', { text, profile: chosen('profile') }),
      ask('pretty', { text, profile: chosen('display') }), ask('normalize', { text, level: chosen('level') })]);
    if (!cleaned || !edits || !shown || !normal) return null;
    return [outcome('clean', cleaned), outcome('pretty', shown), outcome('normalize', normal), changes(text, edits),
      code(`superuri.clean(${python(text)}, superuri.profiles.${chosen('profile')})\nsuperuri.pretty(${python(text)})\nsuperuri.normalize(${python(text)}, "${chosen('level')}")`,
        `superuri clean --profile ${chosen('profile')} ${dashed(text)}${shell(text)}`)];
  });
}

function changes(text, answer) {
  if (answer.error) return el('p');
  if (answer.result.length === 0) return el('p', { class: 'good' }, 'Nothing to clean: the text is legal as it stands.');
  const points = Array.from(text);
  const rows = answer.result.slice(0, 200).map(([start, end, replacement, why]) => el('tr', {}, el('td', {}, `${start}..${end}`),
    el('td', { class: 'mono' }, safe(points.slice(start, end).join(''))), el('td', { class: 'mono' }, el('mark', {}, safe(replacement) || 'nothing')), el('td', {}, why)));
  return table(['Where', 'Was', 'Becomes', 'Why'], rows, `${answer.result.length} edits`);
}

function table(names, rows, caption) {
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, el('table', {},
    el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, ...rows)));
}

function compare() {
  const other = el('textarea', { rows: 2, spellcheck: 'false', class: 'mono', id: 'other' });
  return { ...panel((refresh) => {
    other.value = state.other;
    other.addEventListener('input', () => { state.other = other.value; refresh(); });
    return [field('The other URL', other, true)];
  }, async () => {
    const texts = [state.text, state.other];
    const [answer, one, two] = await Promise.all([ask('compare', { texts }),
      ask('normalize', { text: texts[0] }, 'normalize-one'), ask('normalize', { text: texts[1] }, 'normalize-two')]);
    if (!answer || !one || !two) return null;
    if (answer.error) return [failure(answer.error)];
    const [equal, step] = answer.result;
    const said = equal ? `Equivalent: ${STEPS[step] ?? step} makes them equal.` : `They differ, first in the ${step}.`;
    return [el('p', { class: equal ? 'good' : 'bad', role: 'status' }, said), outcome('this one', one), outcome('the other', two),
      code(`superuri.compare(${python(texts[0])}, ${python(texts[1])})`, `superuri compare ${shell(texts[0])} ${shell(texts[1])}`)];
  }), restore: () => { other.value = state.other; } };
}
const STEPS = { identical: 'nothing more is needed; being the same text', bytes: 'being the same text', clean: 'cleaning', case: 'the case of scheme, host and escapes', percent: 'undoing needless escapes', path: 'removing dot segments', scheme: 'what the scheme says of ports and empty paths' };

function who() {
  return panel(() => [], async () => {
    const text = state.text;
    const answer = await ask('table', { text });
    if (!answer) return null;
    if (answer.error) return [failure(answer.error)];
    const { encoders, decoders } = answer.result;
    const forms = new Set(encoders.map((line) => line.result));
    const rows = (lines) => lines.map((line) => el('tr', {}, el('td', {}, line.who.replace(/^sets\./, '')),
      el('td', { class: `mono ${line.result === null ? 'bad' : ''}` }, safe(line.result ?? line.why))));
    return [el('p', {}, `${encoders.length} encoders write it in ${forms.size} ways.`), table(['Who encodes', 'What comes out'], rows(encoders), 'Encoders'),
      el('h2', {}, 'And who decodes it to what'), table(['Who decodes', 'What comes out'], rows(decoders), 'Decoders'),
      code(`from superuri import table\ntable.encoders(${python(text)})`, `superuri table ${dashed(text)}${shell(text)}`)];
  });
}

function lint(apply) {
  return panel((refresh) => [el('div', { class: 'row' }, field('Policy', policyName(refresh)))], async () => {
    const text = state.text;
    const answer = await ask('lint', { text, policy: chosen('policy') });
    if (!answer) return null;
    if (answer.error) return [failure(answer.error)];
    const found = answer.result;
    if (found.length === 0) return [el('p', { class: 'good' }, 'No findings.')];
    return [el('p', {}, `${found.length} finding${found.length === 1 ? '' : 's'}`), ...found.slice(0, 100).map((finding) => row(finding, text, apply)),
      code(`superuri.lint(${python(text)})`, `superuri lint ${dashed(text)}${shell(text)}`)];
  });
}

function row(finding, text, apply) {
  const points = Array.from(text);
  const fix = finding.fix && el('button', { type: 'button', onclick: () => apply(mended(points, finding.fix.edits)) }, finding.fix.safe ? 'Fix' : 'Fix (it guesses)');
  return el('div', { class: `finding ${finding.severity}` }, el('p', {}, el('span', { class: 'code' }, finding.code), ` ${finding.name} — ${finding.severity}, at ${finding.start}..${finding.end}`),
    el('p', {}, safe(finding.message)), el('p', { class: 'soft' }, finding.source), fix || null);
}

function mended(points, edits) {
  const out = [];
  let at = 0;
  for (const [start, end, replacement] of edits) {
    out.push(...points.slice(at, start), replacement);
    at = end;
  }
  return [...out, ...points.slice(at)].join('');
}

function layers(apply) {
  return panel(() => [], async () => {
    const text = state.text;
    const answer = await ask('layers', { text });
    if (!answer) return null;
    if (answer.error) return [failure(answer.error)];
    if (answer.result.length === 0) return [el('p', { class: 'good' }, 'Nothing is encoded.')];
    const count = answer.result.length;
    return [el('p', {}, count === 1 ? 'Encoded once. A program decodes once, too.' : `Encoded ${count} times. A program decodes once; what does it more often opens the door to what stands below.`),
      ...answer.result.map((layer, n) => el('div', { class: 'layer' }, el('h2', {}, `After ${n + 1} decoding${n ? 's' : ''}`), result(`layer ${n + 1}`, layer.text),
        layer.revealed.length ? el('p', { class: 'warn' }, `Revealed: ${layer.revealed.join(', ')}`) : null,
        el('button', { type: 'button', onclick: () => apply(layer.text) }, 'Look at this'))),
      code(`superuri.layers(${python(text)})`, `superuri peel --layers ${count} ${dashed(text)}${shell(text)}`)];
  });
}

const PARTS = [['scheme', 'https'], ['user', ''], ['password', ''], ['host', 'example.com'], ['port', ''], ['fragment', '']];

function build(apply) {
  const inputs = {};
  let refresh = () => {};
  const make = (name, value, tag = 'input') => {
    inputs[name] = el(tag, { class: 'mono', spellcheck: 'false', autocomplete: 'off', rows: tag === 'textarea' ? 3 : null, oninput: () => refresh() });
    inputs[name].value = value;
    return inputs[name];
  };
  const made = panel((again) => {
    refresh = again;
    return [el('div', { class: 'row' }, ...PARTS.map(([name, value]) => field(name, make(name, value)))),
      el('div', { class: 'row' }, field('segments, one a line', make('segments', 'users\na/b', 'textarea'), true), field('query, name=value, one a line', make('query', 'q=50% & more', 'textarea'), true)),
      el('div', { class: 'row' }, field('or a template', make('template', 'https://{host}/users/{user}?q={q}'), true), field('values, name=value, one a line', make('values', 'host=example.com\nuser=a/b\nq=50% & more', 'textarea'), true))];
  }, async () => {
    const parts = {};
    for (const [name] of PARTS) if (inputs[name].value) parts[name] = name === 'port' && /^\d+$/.test(inputs.port.value) ? Number(inputs.port.value) : inputs[name].value;
    if (inputs.segments.value) parts.segments = inputs.segments.value.split('\n');
    if (inputs.query.value) parts.query = pairs(inputs.query.value);
    const values = Object.fromEntries(pairs(inputs.values.value));
    const [built, filled] = await Promise.all([ask('build', { parts }), ask('fill', { template: inputs.template.value, values })]);
    if (!built || !filled) return null;
    const look = (answer) => (answer.error ? null : el('button', { type: 'button', onclick: () => apply(answer.result) }, 'Look at this'));
    const literal = (value) => (Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : typeof value === 'number' ? String(value) : python(value));
    return [outcome('build', built), look(built), outcome('fill', filled), look(filled),
      code(`superuri.build(${Object.entries(parts).map(([name, value]) => `${name}=${name === 'query' ? `[${value.map(([k, v]) => `(${literal(k)}, ${literal(v)})`).join(', ')}]` : literal(value)}`).join(', ')})\nsuperuri.fill(${python(inputs.template.value)}, ${Object.entries(values).map(([name, value]) => `${name}=${literal(value)}`).join(', ')})`,
        `superuri fill ${shell(inputs.template.value)} ${Object.entries(values).map(([name, value]) => shell(`${name}=${value}`)).join(' ')}`)];
  });
  return made;
}

function pairs(lines) {
  return lines.split('\n').filter(Boolean).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line, null] : [line.slice(0, at), line.slice(at + 1)];
  });
}

export const TABS = [['encode', 'Encode / Decode', encode], ['clean', 'Clean / Pretty / Normalise', clean], ['compare', 'Compare', compare],
  ['who', 'Who encodes what', who], ['lint', 'Lint', lint], ['layers', 'Layers', layers], ['build', 'Build', build]];

export { copyButton };
