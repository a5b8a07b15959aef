// How is the same done in Python, and in a shell?

import { copyButton, el } from './dom.js';

export function python(text) {
  const quoted = Array.from(text, (c) => {
    if (c === '\\' || c === '"') return `\\${c}`;
    if (c >= ' ' && c <= '~') return c;
    const point = c.codePointAt(0);
    if (point < 0x100) return `\\x${point.toString(16).padStart(2, '0')}`;
    if (point < 0x10000) return /\p{L}|\p{N}/u.test(c) && !/[\ud800-\udfff]/.test(c) ? c : `\\u${point.toString(16).padStart(4, '0')}`;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  }).join('');
  return `"${quoted}"`;
}

// A shell's own words end no quotation: what would act on a terminal is written as printf does.
export function shell(text) {
  if (/^[\w@%+=:,./~-]+$/.test(text) && !text.startsWith('-') && !text.startsWith('~')) return text;
  if (/^[ -~\u00a1-\uffff]*$/.test(text) && !/[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const octets = new TextEncoder().encode(text);
  return `$'${Array.from(octets, (o) => (o >= 0x20 && o < 0x7f && o !== 0x27 && o !== 0x5c ? String.fromCharCode(o) : `\\x${o.toString(16).padStart(2, '0')}`)).join('')}'`;
}

export function code(pythonLine, shellLine) {
  const box = el('details', {}, el('summary', {}, 'Code'));
  for (const [label, line] of [['Python', `import superuri\n${pythonLine}`], ['Shell', shellLine]]) {
    if (line) box.append(el('div', { class: 'result' }, el('b', {}, label), el('code', {}, line), copyButton(line, `${label} code`)));
  }
  return box;
}

export const dashed = (text) => (text.startsWith('-') ? '-- ' : '');
