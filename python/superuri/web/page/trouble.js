// Banner that is shown while the server does not answer. The last answer stays.

import { server } from './api.js';
import { byId, el, safe } from './dom.js';
import { state } from './state.js';
import { lastAnswer } from './view.js';

const FIRST = 1000; // milliseconds until the first attempt; the wait doubles each time
const LAST = 16000;

// Shows and hides the banner; `again` repeats all requests.
export function watch(again) {
  const box = byId('trouble');
  let timer = 0;
  let wait = FIRST;
  server.addEventListener('trouble', ({ detail }) => {
    clearTimeout(timer);
    box.hidden = false;
    box.replaceChildren(el('strong', {}, safe(detail.message)), ` ${safe(detail.help)} `,
      lastAnswer.text === state.text ? '' : el('span', { class: 'soft' }, 'The results below are those of an earlier text. '),
      detail.again ? el('button', { type: 'button', onclick: again }, 'Try again') : '');
    if (!detail.again) return;
    timer = setTimeout(again, wait);
    wait = Math.min(2 * wait, LAST);
  });
  server.addEventListener('fine', () => {
    clearTimeout(timer);
    wait = FIRST;
    box.hidden = true;
  });
}
