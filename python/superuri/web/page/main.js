// Entry point: connects input, choices, links and the history.

import { Trouble, announce, server } from './api.js';
import { put, readBox, show as showText } from './box.js';
import { byId, copy, say } from './dom.js';
import { EXAMPLES, makeExamples } from './examples.js';
import { onFiles } from './files.js';
import { add, keepLast, last, makeHistory } from './history.js';
import { inspect } from './inspector.js';
import { open as openList } from './list.js';
import { load, meta } from './meta.js';
import { makeShare } from './share.js';
import { boxed, link, ofLink, read, state } from './state.js';
import { badge, makeTabs, refresh, restore as restoreTabs, show } from './tabs.js';
import { makeTheme } from './theme.js';
import { watch } from './trouble.js';
import { current, lastAnswer, makeView } from './view.js';

const LATER = 2000; // milliseconds

let explain = () => {};

// Replaces the text, as a new entry of the browser's history: Back returns to the text before.
function apply(text, stays = false) {
  const isNew = text !== state.text;
  if (isNew) stored('replaceState');
  put(text, stays);
  if (isNew) stored('pushState');
  say('the text is replaced; undo restores it');
}

// Stores the text in the state of the history entry, not in the address, which the browser's
// history shows.
function stored(how) {
  const address = location.hash && location.hash !== link() ? location.pathname : location.href;
  try { history[how]({ link: link() }, '', address); } catch { /* too long to be kept */ }
}

function changed() {
  byId('held').hidden = boxed(state.text) === state.text;
  byId('held').textContent = 'The text holds carriage returns, which a text box shows as line feeds; they are kept.';
  explain();
  refresh();
  keep();
}

const isExample = (text) => EXAMPLES.some(([, each]) => each === text);

// A file or several lines open the list; a single line replaces the text.
function dropped(text, name) {
  if (text.trim().includes('\n') || name) listed(text, name);
  else if (text) apply(text);
}

function listed(text, name = '') {
  show('list', true);
  openList(text, name);
}

// Stores the text for a reload.
let timer = 0;
function keep() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    stored('replaceState');
    if (lastAnswer.text === state.text && !lastAnswer.secret && !isExample(state.text)) keepLast(state.text);
    timer = setTimeout(() => { if (lastAnswer.text === state.text && !lastAnswer.secret && !isExample(state.text)) add(state.text); }, LATER);
  }, 300);
}

function restore(fragment) {
  read(fragment);
  showText();
  restoreTabs();
  show(state.tab);
  changed();
}

// Opens a link that is pasted into the box: the browser cannot open it, because it has no token.
function opened(text) {
  const fragment = ofLink(text.trim());
  if (fragment === null) return false;
  read(fragment);
  restoreTabs();
  show(state.tab);
  put(state.text);
  say('the link is open now');
  return true;
}

// Loads the choices from the server, and tries again until it answers.
async function loaded() {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    await new Promise((resolve) => setTimeout(resolve, LATER));
    await loaded();
  }
}

async function start() {
  makeTheme();
  watch(changed);
  server.addEventListener('moved', changed);
  explain = makeView({ apply, open: () => listed(state.text), badge });
  await loaded();
  announce();
  byId('version').textContent = meta.version && `superuri ${meta.version}`;
  makeTabs(apply, keep);
  makeExamples(apply);
  inspect(null);
  byId('text').addEventListener('input', ({ inputType }) => {
    readBox();
    // A link that undo restores is not opened again.
    if (inputType?.startsWith('history') || !opened(state.text)) changed();
  });
  byId('copy').addEventListener('click', ({ currentTarget }) => { if (current()) copy(lastAnswer.cleaned, 'clean URI', currentTarget); });
  byId('copy-value').addEventListener('click', ({ currentTarget }) => { if (current()) copy(lastAnswer.value, 'value', currentTarget); });
  makeShare();
  makeHistory(apply);
  onFiles(dropped);
  addEventListener('popstate', (event) => restore(event.state?.link ?? location.hash));
  const kept = history.state?.link;
  if (!location.hash && !kept) state.text = last() || EXAMPLES[0][1];
  restore(location.hash || kept || '');
  byId('text').focus({ preventScroll: true });
  if (!location.hash && !kept) byId('text').select();
  document.documentElement.dataset.ready = 'yes';
}

start();
