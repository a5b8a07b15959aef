// Text box: what it holds, and replacing it so that Undo restores it.

import { byId } from './dom.js';
import { boxed, state, typed } from './state.js';

// A text box shows no carriage return. Texts that had one are found again by what it shows of them.
const exact = new Map();
const MOST = 64;

function remember(text) {
  const shown = boxed(text);
  if (shown === text) return;
  exact.delete(shown);
  exact.set(shown, text);
  if (exact.size > MOST) exact.delete(exact.keys().next().value);
}

// What somebody typed, pasted or undid becomes the text.
export function taken() {
  const shown = byId('text').value;
  remember(state.text);
  state.text = exact.get(shown) ?? typed(state.text, shown);
}

// Puts a text into the box as if it were typed: the browser's own Undo knows of it. An `input`
// event follows, as after typing. With `stays`, the focus comes back to where it was.
export function put(text, stays = false) {
  const box = byId('text');
  const at = document.activeElement;
  const shown = boxed(text);
  remember(state.text);
  remember(text);
  if (shown === text) exact.delete(shown);
  box.focus({ preventScroll: true });
  box.select();
  document.execCommand(shown ? 'insertText' : 'delete', false, shown);
  if (stays) at.focus({ preventScroll: true });
  if (box.value === shown) return;
  // A browser that does not insert, or not exactly this.
  box.value = shown;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

// Shows the text of a link or of a reload: there is nothing to undo yet.
export function show() {
  byId('text').value = boxed(state.text);
}
