// Theme: light, dark, or the system's; stored in this browser.

import { byId } from './dom.js';
import { recall, store } from './memory.js';

const KINDS = ['system', 'dark', 'light'];

function set(kind) {
  const root = document.documentElement;
  if (kind === 'system') delete root.dataset.theme; else root.dataset.theme = kind;
  byId('theme').textContent = `Theme: ${kind}`;
}

export function makeTheme() {
  const kept = recall('theme');
  set(KINDS.includes(kept) ? kept : 'system');
  byId('theme').addEventListener('click', () => {
    const next = KINDS[(KINDS.indexOf(document.documentElement.dataset.theme ?? 'system') + 1) % KINDS.length];
    set(next);
    store('theme', next === 'system' ? null : next);
  });
}
