// Ruler: the characters of a text as a listbox with arrow keys.

import { isRightToLeft } from './bidi.js';
import { el, safe, shape } from './dom.js';
import { inspect } from './inspector.js';
import { name } from './names.js';
import { onPointed } from './pointer.js';

let rulers = 0;

// A listbox of tokens; the inspector shows the selected one. `more` loads further tokens.
export function makeRuler(box, label, more) {
  const id = `r${++rulers}`;
  let tokens = [];
  let drawn = [];
  let total = 0;
  let chosen = 0;
  let choices = 0;
  for (const [key, value] of Object.entries({ role: 'listbox', tabindex: '0', 'aria-label': label, 'aria-orientation': 'horizontal' })) box.setAttribute(key, value);

  function add(found) {
    const piece = document.createDocumentFragment();
    let run = null;
    found.forEach((t, n) => {
      const made = token(t, `${id}-${tokens.length + n}`, tokens.length + n);
      drawn.push(made);
      run = runs(t, found[n - 1], run);
      (run ?? piece).append(made);
      if (run && !run.parentNode) piece.append(run);
    });
    tokens = tokens.concat(found);
    box.append(piece);
  }

  function draw(found, all = found.length) {
    tokens = [];
    drawn = [];
    total = all;
    chosen = Math.max(0, Math.min(chosen, found.length - 1));
    box.replaceChildren();
    add(found);
    if (tokens.length === 0) box.removeAttribute('aria-activedescendant');
    else mark(false);
  }

  function mark(scroll) {
    box.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    const found = drawn[chosen];
    found.setAttribute('aria-selected', 'true');
    box.setAttribute('aria-activedescendant', found.id);
    if (scroll) found.scrollIntoView({ block: 'nearest' });
  }

  async function choose(n, scroll = true) {
    const mine = ++choices;
    if (tokens.length === 0) return inspect(null);
    if (n >= tokens.length && tokens.length < total) await more?.();
    // A later choice, or a text drawn meanwhile, replaces this one.
    if (mine !== choices) return undefined;
    chosen = Math.max(0, Math.min(n, tokens.length - 1));
    mark(scroll);
    return inspect(tokens[chosen]);
  }

  // The index of the next token of another component.
  function beyond(step) {
    let n = chosen;
    while (tokens[n] && tokens[n].component === tokens[chosen].component) n += step;
    while (step < 0 && n > 0 && tokens[n - 1].component === tokens[n].component) n -= 1;
    return n;
  }
  const keys = {
    ArrowRight: () => chosen + 1, ArrowLeft: () => chosen - 1, ArrowDown: () => beyond(1), ArrowUp: () => beyond(-1),
    Home: () => 0, End: () => tokens.length - 1, PageDown: () => chosen + 20, PageUp: () => chosen - 20,
  };
  box.addEventListener('keydown', (event) => {
    const move = keys[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(move());
  });
  box.addEventListener('focus', () => choose(chosen, false));
  onPointed(box, (n) => choose(n, false));
  return { draw, add, choose, get left() { return total - tokens.length; }, get count() { return tokens.length; } };
}

// The run that a token belongs to: right-to-left letters and their marks share one.
function runs(t, before, run) {
  if (t.kind !== 'character' || !(isRightToLeft(t.raw) || (run && /^\p{M}$/u.test(t.raw)))) return null;
  return run && before?.component === t.component ? run : el('span', { class: 'rtl', dir: 'rtl' });
}

function token(t, id, n) {
  const properties = {
    class: `t ${t.kind} ${t.component}${t.edit ? (t.calm ? ' edited calm' : ' edited') : ''}`, role: 'option', id, 'data-n': n,
    'aria-selected': 'false', 'aria-label': label(t),
  };
  if (t.kind !== 'escape' && t.kind !== 'octet') return el('span', properties, Array.from(t.raw, shape).join(''));
  const chips = t.raw.match(/%[0-9A-Fa-f]{2}|./gsu) ?? [t.raw];
  const spells = t.character === null ? 'no text' : shape(t.character);
  return el('span', properties, el('span', { class: 'chips' }, ...chips.map((chip) => el('span', { class: 'chip' }, chip))),
    el('span', { class: `spells${spells.length > 2 ? ' long' : ''}` }, spells));
}

const label = (t) => [t.raw.length > 1 || !t.character ? safe(t.raw) : '', t.name || (t.octets ? `octet ${t.octets}` : ''),
  name(t.component), t.why && t.why[0] !== 'decoded' ? t.why[1] : ''].filter(Boolean).join(', ');

// Tokens for a text without any because of an error: its characters, with the error marked.
export function plainly(points, error) {
  return points.map((c, n) => ({
    start: n, end: n + 1, raw: c, component: n >= error.start && n < error.end ? 'surrounding' : 'path', kind: 'character', character: c, octets: '', allowed: [], name: '',
    edit: n >= error.start && n < error.end ? { replacement: c } : null,
    why: n >= error.start && n < error.end ? ['', error.message] : null,
  }));
}
