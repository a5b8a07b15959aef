// What happens when something is typed, chosen or shared?

import { ask, latest } from './api.js';
import { build } from './build.js';
import { byId, copy, el, safe, say, some } from './dom.js';
import { inspect } from './inspector.js';
import { load, meta } from './meta.js';
import { name } from './names.js';
import { drawHost, drawParts } from './parts.js';
import { makeRuler, plainly } from './ruler.js';
import { boxed, link, ofLink, read, state, typed } from './state.js';
import { clean, encode } from './texts.js';
import { compare, layers, lint, who } from './tools.js';

const TABS = [['encode', 'Encode / Decode', encode], ['clean', 'Clean / Pretty / Normalise', clean], ['compare', 'Compare', compare],
  ['who', 'Who encodes what', who], ['lint', 'Lint', lint], ['layers', 'Layers', layers], ['build', 'Build', build]];

const EXAMPLES = [
  ['A dirty URL with a URL inside', 'http://example.com/caf%C3%A9?name=Helen Ødegård&next=https%3A%2F%2Fexample.org%2F%253Fq%253D1#top'],
  ['Which host is it?', 'http://good.example\\@evil.example/'],
  ['A password with an @', 'http://user:p@ss@example.com:8080/a b?q=50%&r=%2F'],
  ['Octets that are not valid text', 'https://xn--bcher-kva.example/%E2%82%AC/%FF?u=%252e%252e%252f'],
  ['An address in disguise', 'http://0x7f.1:080/%2e%2e/;a=1//b?x=1&x=2&amp;y'],
  ['Escapes of escapes', 'http://example.com/%252e%252e%252f%25252e?n=%u002e&c=%c0%ae'],
  ['Letters that mislead', 'http://example.com/\u202etxt.exe?\u0430=\u200b1'],
  ['Mojibake', 'http://example.com/caf%C3%83%C2%A9'],
];
const panels = new Map();
let ruler;
let cleaned = null;
let points = [];

function apply(text) {
  state.text = text;
  byId('text').value = boxed(text);
  changed();
  say('this is the text now');
}

function changed() {
  byId('held').hidden = boxed(state.text) === state.text;
  byId('held').textContent = 'The text holds carriage returns, which a text box shows as line feeds; they are kept.';
  explain();
  panels.get(state.tab)?.refresh();
  keep();
}

// A reload finds the text again; the address, which the browser's history remembers, does not say
// it.
let timer = 0;
function keep() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const address = location.hash && location.hash !== link() ? location.pathname : location.href;
    try { history.replaceState({ link: link() }, '', address); } catch { /* too long to be kept */ }
  }, 300);
}

const explain = latest(async (late) => {
  const { text } = state;
  const answer = await ask('explain', { text });
  if (late()) return;
  points = Array.from(text);
  byId('nested').replaceChildren();
  if (answer.error) {
    cleaned = null;
    ruler.draw(plainly(points.slice(0, 1000), answer.error));
    verdict('bad', 'No URI can be made of it', [safe(answer.error.message)]);
    drawParts({ tokens: [] });
    drawHost(null, '');
  } else {
    const told = answer.result;
    cleaned = told.cleaned;
    blame(told);
    edited(told.tokens, told.edits);
    ruler.draw(told.tokens, told.total);
    judge(told);
    drawHost(told, text);
    drawParts(told);
    byId('nested').append(...told.nested.map((each) => nested(each, 1)));
    legend(told.tokens);
  }
  ruler.choose(0, false);
  drawMore();
});

// A token names its edit by a number; of many edits, not all are here.
function edited(tokens, edits) {
  for (const t of tokens) if (typeof t.edit === 'number') t.edit = edits[t.edit] ?? { replacement: t.raw };
}

// Where no URI can be made, what is to blame is marked as edits are.
function blame({ tokens, error }) {
  for (const t of error ? tokens : []) {
    if (t.start < error.end && t.end > error.start) Object.assign(t, { edit: { replacement: t.raw }, why: ['', error.message] });
  }
}

function judge(told) {
  if (!state.text) verdict('soft', 'Nothing is typed yet', []);
  else if (told.error) verdict('bad', 'No URI can be made of it', [safe(told.error.message), told.error.help ? el('span', { class: 'soft' }, ` ${safe(told.error.help)}`) : '']);
  else if (told.count) verdict('warn', `${told.count} edit${told.count === 1 ? ' makes' : 's make'} it legal`, told.count > told.edits.length || told.cleaned.length > 4000 ? [some(told.cleaned)] : mended(told.edits));
  else verdict('good', 'Already legal', [some(told.cleaned)]);
}

function mended(edits) {
  const out = [];
  let at = 0;
  for (const { start, end, replacement } of edits) {
    out.push(safe(points.slice(at, start).join('')), replacement ? el('mark', {}, safe(replacement)) : el('del', { 'aria-label': 'left out' }, ''));
    at = end;
  }
  return [...out, safe(points.slice(at).join(''))];
}

function verdict(kind, sentence, told) {
  byId('verdict').className = kind;
  byId('verdict').textContent = sentence;
  byId('cleaned').className = cleaned === null ? 'prose' : '';
  byId('cleaned').replaceChildren(...told);
  byId('copy').disabled = cleaned === null;
}

function legend(tokens) {
  const seen = new Set(tokens.map((t) => t.component));
  seen.delete('authority');
  byId('legend').replaceChildren(...Array.from(seen, (c) => el('span', { class: `${c} swatch` }, name(c))));
}

function nested(told, depth) {
  const box = el('div', { class: 'ruler' });
  const title = `Inside the ${name(told.component)} at ${told.start}..${told.end}, decoded`;
  edited(told.tokens, told.edits);
  makeRuler(box, title).draw(told.tokens);
  return el('div', { class: 'nested' }, el('div', { class: 'over' }, el('h3', {}, title), el('button', { type: 'button', class: 'quiet', onclick: () => apply(told.text) }, 'Use')),
    box, ...(depth < 4 ? told.nested.map((each) => nested(each, depth + 1)) : []));
}

async function more() {
  const { text } = state;
  const from = ruler.count;
  const answer = await ask('explain', { text, from });
  // Two requests at once bring the same tokens: the second answer is dropped.
  if (answer.result && text === state.text && from === ruler.count) {
    edited(answer.result.tokens, []);
    ruler.add(answer.result.tokens);
  }
  drawMore();
}

function drawMore() {
  byId('more').hidden = ruler.left <= 0;
  byId('more').textContent = `Show ${Math.min(ruler.left, 1000)} more of ${ruler.left}`;
}

function show(id, focus = false) {
  state.tab = panels.has(id) ? id : 'encode';
  for (const [key, panel] of panels) {
    const on = key === state.tab;
    panel.tab.setAttribute('aria-selected', String(on));
    panel.tab.tabIndex = on ? 0 : -1;
    panel.node.hidden = !on;
    if (on) byId('tabs').scrollTo({ left: panel.tab.offsetLeft - 40 });
    if (on && focus) panel.tab.focus();
  }
  panels.get(state.tab).refresh();
  keep();
}

function makeTabs() {
  for (const [id, title, make] of TABS) {
    const made = make(apply);
    const tab = el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, onclick: () => show(id) }, title);
    made.node.id = `panel-${id}`;
    made.node.setAttribute('role', 'tabpanel');
    made.node.setAttribute('aria-labelledby', tab.id);
    made.tab = tab;
    panels.set(id, made);
    byId('tabs').append(tab);
    byId('panels').append(made.node);
  }
  const ids = [...panels.keys()];
  byId('tabs').addEventListener('keydown', (event) => {
    const at = ids.indexOf(state.tab);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) show(ids[(at + step + ids.length) % ids.length], true);
    else if (event.key === 'Home') show(ids[0], true);
    else if (event.key === 'End') show(ids.at(-1), true);
    else return;
    event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    const id = event.altKey && !event.ctrlKey && !event.metaKey && ids[Number(event.code.replace('Digit', '')) - 1];
    if (!id) return;
    event.preventDefault();
    show(id, true);
  });
}

function makeExamples() {
  const box = byId('examples');
  box.append(el('option', { value: '' }, 'an example …'), ...EXAMPLES.map(([title], n) => el('option', { value: String(n) }, title)));
  box.addEventListener('change', () => {
    if (box.value !== '') apply(EXAMPLES[Number(box.value)][1]);
    box.value = '';
  });
}

function makeTheme() {
  const kinds = ['system', 'dark', 'light'];
  const button = byId('theme');
  button.addEventListener('click', () => {
    const root = document.documentElement;
    const next = kinds[(kinds.indexOf(root.dataset.theme ?? 'system') + 1) % kinds.length];
    if (next === 'system') delete root.dataset.theme; else root.dataset.theme = next;
    button.textContent = `Theme: ${next}`;
  });
}

function restore(fragment) {
  read(fragment);
  byId('text').value = boxed(state.text);
  for (const panel of panels.values()) panel.restore?.();
  show(state.tab);
  changed();
}

// A copied link holds neither the token nor, on another day, the port: it is opened here.
function opened(text) {
  const fragment = ofLink(text.trim());
  if (fragment === null) return false;
  restore(fragment);
  say('the link is open now');
  return true;
}

async function start() {
  ruler = makeRuler(byId('ruler'), 'Characters; left and right by character, up and down by part', more);
  await load();
  byId('version').textContent = meta.version && `superuri ${meta.version}`;
  makeTabs();
  makeExamples();
  makeTheme();
  inspect(null);
  byId('text').addEventListener('input', (event) => { state.text = typed(state.text, event.target.value); opened(state.text) || changed(); });
  byId('copy').addEventListener('click', () => copy(cleaned, 'clean URI'));
  byId('share').addEventListener('click', () => copy(`${location.origin}/${link()}`, 'link'));
  byId('more').addEventListener('click', more);
  addEventListener('hashchange', () => restore(location.hash));
  const kept = history.state?.link;
  if (!location.hash && !kept) state.text = EXAMPLES[0][1];
  restore(location.hash || kept || '');
  document.documentElement.dataset.ready = 'yes';
}

start();
