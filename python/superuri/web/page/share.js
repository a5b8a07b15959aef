// Sharing: copies the text as a link, a command or Markdown, or saves it as a file.

import { Trouble, ask } from './api.js';
import { command, python, shell } from './code.js';
import { byId, copy, el, say } from './dom.js';
import { save } from './files.js';
import { closes } from './menu.js';
import { link, state } from './state.js';
import { current, lastAnswer } from './view.js';

// The link is without the token, so no browser opens it.
const LINK = 'link copied: no browser opens it; paste it into the text box of superuri serve, here or on another machine';

// Functions that return the text to copy, or null if it cannot be written.
const KINDS = {
  // In angle brackets, parentheses are data.
  Markdown: () => lastAnswer.cleaned && `[${lastAnswer.cleaned.replace(/[\\[\]]/g, '\\$&')}](<${lastAnswer.cleaned.replace(/[<>\\]/g, encodeURIComponent)}>)`,
  curl: () => { const word = lastAnswer.cleaned && shell(lastAnswer.cleaned); return word && `curl --globoff ${word.startsWith('-') ? '-- ' : ''}${word}`; },
  Python: () => `import superuri\nuri = superuri.URI.clean(${python(state.text)})`,
  'superuri command': () => command(['explain'], state.text),
};

async function report() {
  try {
    const answer = await ask('report', { text: state.text });
    if (answer.error) say(answer.error.message);
    else save('superuri.html', answer.result, 'text/html');
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
  }
}

export function makeShare() {
  const menu = byId('copy-as');
  const act = (what) => () => { menu.open = false; what(); };
  const items = Object.entries(KINDS).map(([name, made]) => el('li', {}, el('button', { type: 'button', class: 'quiet', onclick: act(() => { if (!current()) return; const text = made(); if (text) copy(text, name); else say(`it cannot be written as ${name}`); }) }, name)));
  menu.querySelector('.menu-box').append(el('ul', {}, ...items, el('li', {}, el('button', { type: 'button', class: 'quiet', onclick: act(report) }, 'Save as one HTML file'))));
  closes(menu);
  byId('share').addEventListener('click', ({ currentTarget }) => copy(`${location.origin}/${link()}`, LINK, currentTarget));
}
