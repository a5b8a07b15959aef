// Files: reading dropped and chosen files, and saving results.

import { say } from './dom.js';

const MOST = 4 << 20; // bytes

// Downloads a text as a file of this name.
export function save(name, text, kind = 'text/plain') {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  say(`${name} saved`);
}

// Returns the text of a file; reports a file that is too long or not UTF-8.
async function read(file) {
  if (file.size > MOST) return say(`the page takes files of at most ${MOST >> 20} MiB; superuri clean -i FILE takes any`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return say('the file is not UTF-8 text; superuri clean -i FILE takes it');
  }
}

// Calls `onText` with the text and the name of each dropped or chosen file, and with each dropped
// text.
export function onFiles(onText) {
  const take = async (file) => {
    const text = await read(file);
    if (text !== undefined) onText(text, file.name);
  };
  addEventListener('file', ({ detail }) => take(detail));
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.documentElement.dataset.over = 'yes';
  });
  const left = () => { delete document.documentElement.dataset.over; };
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) left(); });
  addEventListener('drop', (event) => {
    // Otherwise the browser would open it.
    event.preventDefault();
    left();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
    else onText(event.dataTransfer.getData('text/plain'), '');
  });
}
