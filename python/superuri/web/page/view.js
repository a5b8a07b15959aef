// View: the answer about a text, drawn above the tools.

import { ask, latest, server, yieldToBrowser } from './api.js';
import { byId, el, nodes, safe, say, some } from './dom.js';
import { makeEdit } from './edit.js';
import { drawHost } from './host.js';
import { name } from './names.js';
import { drawn, fresh } from './panel.js';
import { makeRuler, plainly } from './ruler.js';
import { state } from './state.js';

let ruler;
let edit;
let points = [];
// The last answer.
export const lastAnswer = { cleaned: null, value: null, secret: true, text: '' };

// Whether the last answer is about the current text: results of an earlier one are not copied.
export function current() {
  if (lastAnswer.text === state.text) return true;
  say('there is no result for this text yet');
  return false;
}

// Answers are copied only while they are about the current text.
function enable() {
  const same = lastAnswer.text === state.text;
  byId('copy').disabled = !(same && lastAnswer.cleaned);
  byId('copy-value').disabled = !(same && lastAnswer.value);
}

// Makes the view: `apply` replaces the text, `open` opens a tool, `badge` shows the findings.
export function makeView({ apply, open, badge }) {
  ruler = makeRuler(byId('ruler'), 'Characters; left and right by character, up and down by part', more);
  byId('more').addEventListener('click', more);
  edit = makeEdit(byId('parts'), apply);
  const explain = latest(async (late) => {
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
      await yieldToBrowser(text.length);
      if (late()) return;
      await drawBelow(answer.result, apply, late);
    }
    drawMore();
  });
  return () => {
    enable();
    return explain();
  };
}

// Draws a text with a lone surrogate, for which there is no answer.
function unreadable(text, error, badge) {
  Object.assign(lastAnswer, { cleaned: null, value: null, secret: true, text });
  drawValue(null);
  ruler.draw(plainly(points.slice(0, 1000), error));
  verdict('bad', BAD, [safe(error.message)]);
  byId('notes').replaceChildren();
  edit.draw('', []);
  drawHost(null, '');
  legend([]);
  badge({ count: 0 });
  ruler.choose(0, false);
}

function draw(result, { apply, open, badge }) {
  Object.assign(lastAnswer, { cleaned: result.cleaned, value: result.value?.text ?? null, secret: result.secret, text: result.text });
  drawValue(result.value);
  markError(result);
  edited(result.tokens, result.edits);
  ruler.draw(result.tokens, result.total);
  drawVerdict(result);
  byId('notes').replaceChildren(...result.notes.map((note) => drawNote(note, apply, open)));
  drawHost(result, result.text);
  legend(result.tokens);
  badge(result.findings);
  // Selects the first edit.
  ruler.choose(Math.max(0, result.tokens.findIndex((t) => t.edit)), false);
}

// Draws the parts and the nested rulers, in steps.
async function drawBelow(result, apply, late) {
  edit.draw(result.text, result.parts);
  for (const each of result.nested) {
    await yieldToBrowser(result.text.length);
    if (late()) return;
    byId('nested').append(nested(each, 1, apply));
  }
}

function drawNote({ kind, sentence, offers }, apply, open) {
  const act = (text) => (text === null ? open('list') : apply(text));
  return el('p', { class: `note note-${kind}` }, safe(sentence),
    ...offers.map(({ label, text }) => el('button', { type: 'button', onclick: () => act(text) }, safe(label))));
}

// Replaces the index of each token's edit with the edit; not all of many edits are sent. Edits of
// ordinary letters beyond ASCII are calm.
function edited(tokens, edits) {
  for (const t of tokens) {
    if (typeof t.edit === 'number') t.edit = edits[t.edit] ?? { replacement: t.raw };
    t.calm = Boolean(t.edit) && /^(?:non-ascii|idna)$/.test(t.why?.[0] ?? '') && /^[\p{L}\p{M}\p{N}.-]$/u.test(t.raw);
  }
}

// Marks the place of the error as edits are marked.
function markError({ tokens, error }) {
  for (const t of error ? tokens : []) {
    if (t.start < error.end && t.end > error.start) Object.assign(t, { edit: { replacement: t.raw }, why: ['', error.message] });
  }
}

// Draws a text without a scheme as a value, before or after the answer as a part of a URL.
function drawValue(value) {
  const [box, part] = [byId('value'), byId('part')];
  box.hidden = value === null;
  byId('as-part').hidden = value === null;
  const isFirst = value?.first ?? false;
  if (isFirst !== (box.nextElementSibling === part)) byId('answers').append(isFirst ? part : box);
  byId('copy-value').className = isFirst ? 'strong' : '';
  byId('copy').className = isFirst ? '' : 'strong';
  const text = value?.text ?? '';
  byId('valued').replaceChildren(...nodes(text.length > 4000 ? [some(text)] : drawn(fresh(points.join(''), text), safe)));
}

const BAD = 'This cannot be turned into a valid URI';

function drawVerdict(result) {
  const kinds = new Set(result.notes.map(({ kind }) => kind));
  if (!result.text) verdict('soft', 'The text is empty', []);
  else if (kinds.has('space')) verdict('warn', 'White space surrounds it', ['Strip it, and the rest is explained.']);
  else if (result.error) verdict('bad', BAD, [safe(result.error.message), result.error.help ? el('span', { class: 'soft' }, ` ${safe(result.error.help)}`) : '']);
  else if (result.count) verdict('warn', `${result.places} edit${result.places === 1 ? ' makes' : 's make'} it ${kinds.has('lines') ? 'one legal text' : 'legal'}`, result.count > result.edits.length || result.cleaned.length > 4000 ? [some(result.cleaned)] : withEdits(result.edits));
  else verdict('good', kinds.has('no-scheme') ? 'Legal, as a path' : kinds.has('unknown-scheme') ? 'Legal, with an unknown scheme' : 'Legal as it is', [some(result.cleaned)]);
}

function withEdits(edits) {
  const out = [];
  let at = 0;
  for (const { start, end, replacement } of edits) {
    out.push(safe(points.slice(at, start).join('')), replacement ? el('mark', {}, safe(replacement)) : el('del', { 'aria-label': 'left out' }, ''));
    at = end;
  }
  return [...out, safe(points.slice(at).join(''))];
}

function verdict(kind, sentence, content) {
  byId('verdict').className = kind;
  byId('verdict').textContent = sentence;
  byId('cleaned').className = lastAnswer.cleaned === null ? 'prose' : '';
  byId('cleaned').replaceChildren(...nodes(content));
  enable();
}

function legend(tokens) {
  const found = new Set(tokens.map((t) => t.component));
  found.delete('authority');
  byId('legend').replaceChildren(...Array.from(found, (c) => el('span', { class: `${c} swatch` }, name(c))));
}

function nested(result, depth, apply) {
  const box = el('div', { class: 'ruler' });
  const title = `Inside the ${name(result.component)} at ${result.start}..${result.end}, decoded`;
  edited(result.tokens, result.edits);
  makeRuler(box, title).draw(result.tokens);
  const left = result.total - result.tokens.length;
  return el('div', { class: 'nested' }, el('div', { class: 'over' }, el('h3', {}, title), el('button', { type: 'button', class: 'quiet', onclick: () => apply(result.text) }, 'Use')),
    box, left > 0 ? el('p', { class: 'soft small' }, `… and ${left} more; Use shows all.`) : null, ...(depth < 4 ? result.nested.map((each) => nested(each, depth + 1, apply)) : []));
}

async function more() {
  const { text } = state;
  const from = ruler.count;
  const answer = await ask('explain', { text, from }).catch(() => ({}));
  // Two requests at once return the same tokens: the second answer is dropped.
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
