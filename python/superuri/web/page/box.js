// Text box: what it holds, and replacing it so that Undo restores it.

import { byId } from './dom.js';
import { boxed, state, typed } from './state.js';

// A text box drops carriage returns. Texts with some are kept here, by their value in the box.
const exact = new Map();
const MOST = 64;

function remember(text) {
  const shown = boxed(text);
  if (shown === text) return;
  exact.delete(shown);
  exact.set(shown, text);
  if (exact.size > MOST) exact.delete(exact.keys().next().value);
}

// Updates the state after typing, pasting or undo.
export function readBox() {
  const shown = byId('text').value;
  remember(state.text);
  state.text = exact.get(shown) ?? typed(state.text, shown);
}

// Puts a text into the box as if typed, so that the browser's Undo restores the old one and an
// `input` event follows. With `stays`, the focus returns to where it was.
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
  // The browser did not insert it exactly.
  box.value = shown;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

// Shows the text of a link or a reload, without an entry for undo.
export function show() {
  byId('text').value = boxed(state.text);
}
