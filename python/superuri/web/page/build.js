// Build tool: a URL from parts or from a template; each value is encoded for its place.

import { ask } from './api.js';
import { code, command, python } from './code.js';
import { el, field } from './dom.js';
import { outcome, panel } from './panel.js';
import { state } from './state.js';
import { useButton } from './texts.js';

const PARTS = ['scheme', 'user', 'password', 'host', 'port', 'fragment'];
const FIRST = {
  scheme: 'https', user: '', password: '', host: 'example.com', port: '', fragment: '', segments: 'users\na/b', query: 'q=50% & more\nlang=ü',
  template: 'https://{host}/users/{user}?q={q}', values: 'host=example.com\nuser=a/b\nq=50% & more',
};

export function build(apply) {
  const inputs = {};
  const made = panel((refresh) => {
    const make = (name, tag = 'input') => {
      const input = el(tag, { class: 'mono', spellcheck: 'false', autocomplete: 'off', rows: tag === 'textarea' ? 2 : null, oninput: () => { state.build[name] = input.value; refresh(); } });
      inputs[name] = input;
      return input;
    };
    const again = el('button', { type: 'button', class: 'quiet', onclick: () => { state.build = {}; refresh(); } }, 'Begin again with the URL above');
    return [el('div', { class: 'over' }, el('h2', {}, 'From parts'), again), el('div', { class: 'fields' }, ...PARTS.map((name) => field(name, make(name)))),
      el('div', { class: 'row' }, field('path segments, one per line', make('segments', 'textarea'), true), field('query: name=value, one per line', make('query', 'textarea'), true)),
      el('h2', {}, 'From a template'),
      el('div', { class: 'row' }, field('template', make('template', 'textarea'), true), field('values: name=value, one per line', make('values', 'textarea'), true))];
  }, async () => {
    const answer = state.text ? await ask('parts', { text: state.text }) : {};
    const own = answer.result ? fieldsOf(answer.result) : null;
    const first = { ...FIRST, ...own };
    const fields = Object.fromEntries(Object.entries(first).map(([name, each]) => [name, state.build[name] ?? each]));
    for (const [name, input] of Object.entries(inputs)) if (input.value !== fields[name]) input.value = fields[name];
    const parts = {};
    for (const name of PARTS) if (fields[name]) parts[name] = fields[name];
    if (fields.segments) parts.segments = fields.segments.split('\n');
    if (fields.query) parts.query = pairs(fields.query);
    const values = Object.fromEntries(pairs(fields.values));
    const [built, filled] = await Promise.all([ask('build', { parts }), ask('fill', { template: fields.template, values })]);
    const use = (answer) => ({ more: answer.error ? null : useButton(apply, answer.result) });
    const named = Object.entries(parts).map(([name, value]) => `${name}=${literal(value)}`).join(', ');
    const of_values = `**{${Object.entries(values).map(([name, value]) => `${python(name)}: ${literal(value)}`).join(', ')}}`;
    const lines = [`superuri.build(${named})`, `superuri.fill(${python(fields.template)}, ${of_values})`];
    const words = Object.entries(parts).flatMap(([name, value]) => (name === 'query' ? value.map(([k, v]) => `query=${k}=${v}`) : [value].flat().map((each) => `${name}=${each}`)));
    const given = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    const other = answer.result?.length && !own ? el('p', { class: 'hint' }, 'This is an example: the URL above has a part with a line break, or one that is not valid text, which does not fit on a line.') : null;
    return [other, outcome('build', built, use(built)), outcome('fill', filled, use(filled)), code(lines, [command(['build'], ...words), command(['fill'], fields.template, ...given)])];
  });
  return made;
}

// The fields for the parts of the text, or null if a part does not fit on a line.
function fieldsOf(rows) {
  const all = rows.flatMap((row) => [row.value, row.name_value ?? '']);
  if (rows.length === 0 || all.some((value) => value === null || /[\n\r]/.test(value))) return null;
  const found = { ...Object.fromEntries(PARTS.map((name) => [name, ''])), segments: '', query: '' };
  for (const row of rows) if (PARTS.includes(row.part)) found[row.part] = row.value;
  found.segments = rows.filter(({ part }) => part === 'segment').map(({ value }) => value).join('\n');
  found.query = rows.filter(({ part }) => part === 'pair').map((row) => row.name_value + (row.has_value ? `=${row.value}` : '')).join('\n');
  return found;
}

const literal = (value) => {
  if (Array.isArray(value)) return Array.isArray(value[0]) ? `[${value.map(([k, v]) => `(${literal(k)}, ${literal(v)})`).join(', ')}]` : `[${value.map(literal).join(', ')}]`;
  return value === null ? 'None' : python(value);
};

function pairs(lines) {
  return lines.split('\n').filter(Boolean).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
  });
}
