// View: the answer about a text, drawn above the tools.

import { ask, breath, latest, server } from './api.js';
import { byId, el, nodes, safe, say, some } from './dom.js';
import { makeEdit } from './edit.js';
import { drawHost } from './host.js';
import { name } from './names.js';
import { makeRuler, plainly } from './ruler.js';
import { state } from './state.js';

let ruler;
let edit;
let points = [];
// What was answered last.
export const seen = { cleaned: null, secret: true, text: '' };

// Is the answer about what is in the box? Nobody copies a result of an earlier text by mistake.
export function current() {
  if (seen.text === state.text) return true;
  say('there is no result for this text yet');
  return false;
}

// Makes the view: `apply` takes a text, `open` opens a tool, `badge` hears of the findings.
export function makeView({ apply, open, badge }) {
  ruler = makeRuler(byId('ruler'), 'Characters; left and right by character, up and down by part', more);
  byId('more').addEventListener('click', more);
  edit = makeEdit(byId('parts'), apply);
  return latest(async (late) => {
    const { text } = state;
    const answer = await ask('explain', { text });
    if (late()) return;
    if (answer.error?.code === 'too-long') {
      server.dispatchEvent(new CustomEvent('trouble', { detail: { message: 'The text is too long to be explained.', help: safe(answer.error.message), again: false } }));
      return;
    }
    points = Array.from(text);
    byId('nested').replaceChildren();
    if (answer.error) unreadable(text, answer.error, badge);
    else {
      draw(answer.result, { apply, open, badge });
      await breath(text.length);
      if (late()) return;
      await below(answer.result, apply, late);
    }
    drawMore();
  });
}

// What is not even text: a lone surrogate.
function unreadable(text, error, badge) {
  Object.assign(seen, { cleaned: null, secret: true, text });
  ruler.draw(plainly(points.slice(0, 1000), error));
  verdict('bad', 'No URI can be made of it', [safe(error.message)]);
  byId('notes').replaceChildren();
  edit.draw('', []);
  drawHost(null, '');
  legend([]);
  badge({ count: 0 });
  ruler.choose(0, false);
}

function draw(told, { apply, open, badge }) {
  Object.assign(seen, { cleaned: told.cleaned, secret: told.secret, text: told.text });
  blame(told);
  edited(told.tokens, told.edits);
  ruler.draw(told.tokens, told.total);
  judge(told);
  byId('notes').replaceChildren(...told.notes.map((note) => drawNote(note, apply, open)));
  drawHost(told, told.text);
  legend(told.tokens);
  badge(told.findings);
  // What is edited is what somebody looks for.
  ruler.choose(Math.max(0, told.tokens.findIndex((t) => t.edit)), false);
}

// What is below the ruler, piece by piece.
async function below(told, apply, late) {
  edit.draw(told.text, told.parts);
  for (const each of told.nested) {
    await breath(told.text.length);
    if (late()) return;
    byId('nested').append(nested(each, 1, apply));
  }
}

function drawNote({ kind, sentence, offers }, apply, open) {
  const act = (text) => (text === null ? open('list') : apply(text));
  return el('p', { class: `note note-${kind}` }, safe(sentence),
    ...offers.map(({ label, text }) => el('button', { type: 'button', onclick: () => act(text) }, safe(label))));
}

// A token names its edit by a number; of many edits, not all are here. Letters beyond ASCII are
// ordinary, and drawn calmly.
function edited(tokens, edits) {
  for (const t of tokens) {
    if (typeof t.edit === 'number') t.edit = edits[t.edit] ?? { replacement: t.raw };
    t.calm = Boolean(t.edit) && /^(?:non-ascii|idna)$/.test(t.why?.[0] ?? '') && /^[\p{L}\p{M}\p{N}]$/u.test(t.raw);
  }
}

// Where no URI can be made, what is to blame is marked as edits are.
function blame({ tokens, error }) {
  for (const t of error ? tokens : []) {
    if (t.start < error.end && t.end > error.start) Object.assign(t, { edit: { replacement: t.raw }, why: ['', error.message] });
  }
}

function judge(told) {
  const kinds = new Set(told.notes.map(({ kind }) => kind));
  if (!told.text) verdict('soft', 'Nothing is typed yet', []);
  else if (kinds.has('space')) verdict('warn', 'White space surrounds it', ['Strip it, and the rest is explained.']);
  else if (told.error) verdict('bad', 'No URI can be made of it', [safe(told.error.message), told.error.help ? el('span', { class: 'soft' }, ` ${safe(told.error.help)}`) : '']);
  else if (told.count) verdict('warn', `${told.places} edit${told.places === 1 ? ' makes' : 's make'} it ${kinds.has('lines') ? 'one legal text' : 'legal'}`, told.count > told.edits.length || told.cleaned.length > 4000 ? [some(told.cleaned)] : mended(told.edits));
  else verdict('good', kinds.has('no-scheme') ? 'Legal, as a path' : kinds.has('unknown-scheme') ? 'Legal, with an unknown scheme' : 'Legal as it is', [some(told.cleaned)]);
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
  byId('cleaned').className = seen.cleaned === null ? 'prose' : '';
  byId('cleaned').replaceChildren(...nodes(told));
  byId('copy').disabled = !seen.cleaned;
}

function legend(tokens) {
  const found = new Set(tokens.map((t) => t.component));
  found.delete('authority');
  byId('legend').replaceChildren(...Array.from(found, (c) => el('span', { class: `${c} swatch` }, name(c))));
}

function nested(told, depth, apply) {
  const box = el('div', { class: 'ruler' });
  const title = `Inside the ${name(told.component)} at ${told.start}..${told.end}, decoded`;
  edited(told.tokens, told.edits);
  makeRuler(box, title).draw(told.tokens);
  const left = told.total - told.tokens.length;
  return el('div', { class: 'nested' }, el('div', { class: 'over' }, el('h3', {}, title), el('button', { type: 'button', class: 'quiet', onclick: () => apply(told.text) }, 'Use')),
    box, left > 0 ? el('p', { class: 'soft small' }, `… and ${left} more; Use shows all.`) : null, ...(depth < 4 ? told.nested.map((each) => nested(each, depth + 1, apply)) : []));
}

async function more() {
  const { text } = state;
  const from = ruler.count;
  const answer = await ask('explain', { text, from }).catch(() => ({}));
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
