// Tabs: the tools, and the one that is open.

import { build } from './build.js';
import { compare } from './compare.js';
import { byId, el } from './dom.js';
import { list } from './list.js';
import { state } from './state.js';
import { clean, encode } from './texts.js';
import { layers, lint, who } from './tools.js';

const TABS = [['clean', 'Clean / Pretty / Normalise', clean], ['encode', 'Encode / Decode', encode], ['lint', 'Lint', lint],
  ['compare', 'Compare', compare], ['who', 'Who encodes what', who], ['layers', 'Layers', layers], ['build', 'Build', build], ['list', 'List', list]];
const panels = new Map();

export const refresh = () => panels.get(state.tab)?.refresh();

// Updates the panels from the state of a link.
export function restore() {
  for (const panel of panels.values()) panel.restore?.();
}

let opened = () => {};
export function show(id, focus = false) {
  state.tab = panels.has(id) ? id : TABS[0][0];
  for (const [key, panel] of panels) {
    const on = key === state.tab;
    panel.tab.setAttribute('aria-selected', String(on));
    panel.tab.tabIndex = on ? 0 : -1;
    panel.node.hidden = !on;
    if (on) byId('tabs').scrollTo({ left: panel.tab.offsetLeft - 40 });
    if (on && focus) panel.tab.focus();
  }
  refresh();
  opened();
}

// On a small screen the tabs are fixed at the bottom: scrolls to the tool.
function scrollToPanel() {
  if (getComputedStyle(byId('tabs')).position === 'fixed') byId('panels').scrollIntoView({ block: 'start' });
}

// Shows the number of findings on the Lint tab.
export function badge({ count, worst }) {
  const { tab } = panels.get('lint');
  tab.replaceChildren('Lint', ...(count ? [el('span', { class: `badge ${worst}` }, String(count), el('span', { class: 'unseen' }, ` finding${count === 1 ? '' : 's'}`))] : []));
}

// On a small screen, a tab shows only the first word of its title.
function titled(title) {
  const [, first, rest] = /^(\w+)(.*)$/.exec(title);
  return [first, rest ? el('span', { class: 'wordy' }, rest) : null];
}

// Makes the tools; calls `apply` with a new text, and `onopen` when a tool is opened.
export function makeTabs(apply, onopen) {
  for (const [id, title, make] of TABS) {
    const made = make(apply);
    const tab = el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, onclick: () => { show(id); scrollToPanel(); } }, ...titled(title));
    made.node.id = `panel-${id}`;
    made.node.setAttribute('role', 'tabpanel');
    made.node.setAttribute('aria-labelledby', tab.id);
    panels.set(id, { ...made, tab });
    byId('tabs').append(tab);
    byId('panels').append(made.node);
  }
  opened = onopen;
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
