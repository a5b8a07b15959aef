// Examples for the text box.

import { byId, el } from './dom.js';

export const EXAMPLES = [
  ['A dirty URL with a URL inside', 'http://example.com/caf%C3%A9?name=Helen Ødegård&next=https%3A%2F%2Fexample.org%2F%253Fq%253D1#top'],
  ['Which host is it?', 'http://good.example\\@evil.example/'],
  ['A password with an @', 'http://user:p@ss@example.com:8080/a b?q=50%&r=%2F'],
  ['Octets that are not valid text', 'https://xn--bcher-kva.example/%E2%82%AC/%FF?u=%252e%252e%252f'],
  ['An address in disguise', 'http://0x7f.1:080/%2e%2e/;a=1//b?x=1&x=2&amp;y'],
  ['Escapes of escapes', 'http://example.com/%252e%252e%252f%25252e?n=%u002e&c=%c0%ae'],
  ['Letters that mislead', 'http://example.com/\u202etxt.exe?\u0430=\u200b1'],
  ['Mojibake', 'http://example.com/caf%C3%83%C2%A9'],
];

// Fills the list of examples; calls `apply` with the text of the chosen one.
export function makeExamples(apply) {
  const box = byId('examples');
  box.append(el('option', { value: '' }, 'an example …'), ...EXAMPLES.map(([title], n) => el('option', { value: String(n) }, title)));
  box.addEventListener('change', () => {
    if (box.value !== '') apply(EXAMPLES[Number(box.value)][1]);
    box.value = '';
  });
}
