// What happens when something is typed, chosen or shared?

import { ask } from './api.js';
import { byId, copy, el, say } from './dom.js';
import { load, meta } from './meta.js';
import { TABS } from './panels.js';
import { draw, listen } from './ruler.js';
import { link, read, state } from './state.js';

const EXAMPLES = [
  'http://example.com/caf%C3%A9?name=Helen Ødegård&next=https%3A%2F%2Fexample.org%2F%253Fq%253D1#top',
  'http://good.com\\@evil.com/', 'http://user:p@ss@example.com:8080/a b?q=50%&r=%2F', 'https://xn--bcher-kva.example/%E2%82%AC/%FF?u=%252e%252e%252f',
  'http://0x7f.1:080/%2e%2e/;a=1//b?x=1&x=2&amp;y', 'caf%C3%83%C2%A9', 'http://example.com/%u002e%u002e/%c0%ae', 'http://example.com/\u202etxt.exe?\u0430=1',
];
const panels = new Map();
let cleaned = null;

function apply(text) {
  state.text = text;
  byId('text').value = text;
  changed();
  byId('text').focus();
}

async function changed() {
  history.replaceState(null, '', link());
  refreshPanel();
  const answer = await ask('explain', { text: state.text });
  if (!answer) return;
  if (answer.error) {
    draw({ tokens: [] });
    verdict('bad', answer.error.message);
    cleaned = null;
    return;
  }
  const told = answer.result;
  cleaned = told.cleaned;
  draw(told);
  if (!state.text) verdict('soft', '');
  else if (told.error) verdict('bad', `No URI can be made of it: ${told.error.message}`);
  else if (told.edits.length) verdict('warn', `${told.edits.length} edit${told.edits.length === 1 ? '' : 's'} make it a legal URI`);
  else verdict('good', 'A legal URI reference');
}

function verdict(kind, sentence) {
  const box = byId('verdict');
  box.className = kind;
  box.textContent = sentence.slice(0, 300);
}

function refreshPanel() {
  panels.get(state.tab)?.refresh();
}

function show(id, focus = false) {
  if (!panels.has(id)) [id] = panels.keys();
  state.tab = id;
  for (const [key, panel] of panels) {
    const on = key === id;
    panel.tab.setAttribute('aria-selected', String(on));
    panel.tab.tabIndex = on ? 0 : -1;
    panel.node.hidden = !on;
    if (on && focus) panel.tab.focus();
  }
  history.replaceState(null, '', link());
  refreshPanel();
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
  byId('tabs').addEventListener('keydown', (event) => {
    const ids = [...panels.keys()];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = ids.indexOf(state.tab);
    if (step) show(ids[(at + step + ids.length) % ids.length], true);
    else if (event.key === 'Home') show(ids[0], true);
    else if (event.key === 'End') show(ids.at(-1), true);
    else return;
    event.preventDefault();
  });
}

function makeExamples() {
  const box = byId('examples');
  box.append(el('option', { value: '' }, 'an example'));
  EXAMPLES.forEach((text, n) => box.append(el('option', { value: String(n) }, text.slice(0, 48).replace(/\u202e/g, '⟨U+202E⟩'))));
  box.addEventListener('change', () => {
    if (box.value !== '') apply(EXAMPLES[Number(box.value)]);
    box.value = '';
  });
}

function makeTheme() {
  const kinds = ['', 'dark', 'light'];
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const next = kinds[(kinds.indexOf(root.dataset.theme ?? '') + 1) % kinds.length];
    if (next) root.dataset.theme = next; else delete root.dataset.theme;
    say(next ? `${next} theme` : 'theme of the system');
  });
}

function fromLink() {
  read(location.hash);
  byId('text').value = state.text;
  for (const panel of panels.values()) panel.restore?.();
  show(state.tab);
  changed();
}

async function start() {
  await load();
  byId('version').textContent = meta.version && `superuri ${meta.version}`;
  makeTabs();
  makeExamples();
  makeTheme();
  listen();
  byId('text').addEventListener('input', (event) => { state.text = event.target.value; changed(); });
  byId('copy').addEventListener('click', () => (cleaned === null ? say('nothing clean to copy') : copy(cleaned, 'clean URI')));
  byId('share').addEventListener('click', () => copy(location.href, 'link'));
  addEventListener('hashchange', fromLink);
  if (!location.hash) state.text = EXAMPLES[0];
  fromLink();
  document.documentElement.dataset.ready = 'yes';
}

start();
