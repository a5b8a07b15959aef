// How are the characters of a text drawn, and travelled?

import { byId, el, safe, shape } from './dom.js';
import { inspect } from './inspector.js';

const AT_ONCE = 1500;
const NAMES = { 'query-name': 'query name', 'query-value': 'query value', surrounding: 'around it' };
let told = { tokens: [] };
let drawn = 0;
let chosen = 0;

export const name = (component) => NAMES[component] ?? component;

export function draw(explanation) {
  told = explanation;
  chosen = Math.min(chosen, Math.max(0, told.tokens.length - 1));
  drawn = 0;
  byId('ruler').replaceChildren();
  drawMore();
  legend();
  choose(chosen, false);
}

export function drawMore() {
  const ruler = byId('ruler');
  const until = Math.min(told.tokens.length, drawn + AT_ONCE);
  const piece = document.createDocumentFragment();
  for (let n = drawn; n < until; n += 1) piece.append(token(told.tokens[n], n));
  ruler.append(piece);
  drawn = until;
  const more = byId('more');
  const left = told.tokens.length - drawn;
  more.hidden = left === 0;
  more.textContent = `Show ${Math.min(left, AT_ONCE)} more of ${left}`;
}

function token(t, n) {
  const marks = t.edit ? ' edited' : '';
  const properties = {
    class: `t ${t.kind} ${t.component}${marks}`, role: 'option', id: `t${n}`, 'data-n': n,
    'aria-selected': 'false', 'aria-label': label(t),
  };
  if (t.kind !== 'escape' && t.kind !== 'octet') return el('span', properties, Array.from(t.raw, shape).join(''));
  const chips = t.raw.match(/%[0-9A-Fa-f]{2}|./gsu) ?? [t.raw];
  const spells = t.character === null ? '?' : shape(t.character);
  return el('span', properties, el('span', { class: 'chips' },
    ...chips.map((chip) => el('span', { class: 'chip' }, chip)), el('span', { class: 'spells' }, spells)));
}

const label = (t) => [t.raw.length > 1 || !t.character ? safe(t.raw) : '', t.name || `octet ${t.octets}`,
  name(t.component), t.why && t.why[0] !== 'decoded' ? t.why[1] : ''].filter(Boolean).join(', ');

function legend() {
  const seen = new Set(told.tokens.map((t) => t.component));
  seen.delete('authority');
  byId('legend').replaceChildren(...Array.from(seen, (c) => el('span', { class: c }, name(c))));
}

export function choose(n, scroll = true) {
  const ruler = byId('ruler');
  ruler.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
  if (told.tokens.length === 0) {
    ruler.removeAttribute('aria-activedescendant');
    inspect(null);
    return;
  }
  chosen = Math.max(0, Math.min(n, told.tokens.length - 1));
  while (chosen >= drawn) drawMore();
  const found = byId(`t${chosen}`);
  found.setAttribute('aria-selected', 'true');
  ruler.setAttribute('aria-activedescendant', found.id);
  if (scroll) found.scrollIntoView({ block: 'nearest' });
  inspect(told.tokens[chosen]);
}

const KEYS = {
  ArrowRight: () => chosen + 1, ArrowLeft: () => chosen - 1, Home: () => 0, End: () => told.tokens.length - 1,
  ArrowDown: () => beyond(1), ArrowUp: () => beyond(-1),
};

// The next token of another component.
function beyond(step) {
  let n = chosen;
  while (told.tokens[n] && told.tokens[n].component === told.tokens[chosen].component) n += step;
  return n;
}

export function listen() {
  const ruler = byId('ruler');
  ruler.addEventListener('keydown', (event) => {
    const move = KEYS[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(move());
  });
  for (const kind of ['mouseover', 'click']) {
    ruler.addEventListener(kind, (event) => {
      const found = event.target.closest('[data-n]');
      if (found) choose(Number(found.dataset.n), false);
    });
  }
  byId('more').addEventListener('click', drawMore);
}
