// Files: reading those that are dropped or chosen, and saving results.

import { say } from './dom.js';

const MOST = 4 << 20; // bytes

// Saves a text as a file of this name, where the browser puts what it downloads.
export function save(name, text, kind = 'text/plain') {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  say(`${name} saved`);
}

// Reads a file that is text, and not too long for a page; tells why if it is not.
async function read(file) {
  if (file.size > MOST) return say(`a file has ${MOST >> 20} MiB at most here; superuri clean -i FILE takes any`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return say('the file is not UTF-8 text; superuri clean -i FILE takes it');
  }
}

// Calls `taken` with the text and the name of each file that is dropped on the page or chosen, and
// with each text that is dropped.
export function onFiles(taken) {
  const take = async (file) => {
    const text = await read(file);
    if (text !== undefined) taken(text, file.name);
  };
  addEventListener('file', ({ detail }) => take(detail));
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.documentElement.dataset.over = 'yes';
  });
  const left = () => { delete document.documentElement.dataset.over; };
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) left(); });
  addEventListener('drop', (event) => {
    // Otherwise the browser would open what is dropped.
    event.preventDefault();
    left();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
    else taken(event.dataTransfer.getData('text/plain'), '');
  });
}
