// The same action as code: in Python and for a shell.

import { copyButton, el } from './dom.js';

// The last literal is cached, because a tool needs it several times.
let literal = ['', '""'];
export function python(text) {
  if (literal[0] !== text) literal = [text, quoted(text)];
  return literal[1];
}

function quoted(text) {
  const inside = Array.from(text, (c) => {
    if (c === '\\' || c === '"') return `\\${c}`;
    if (c >= ' ' && c <= '~') return c;
    const point = c.codePointAt(0);
    if (point < 0x10000 && /\p{L}|\p{N}/u.test(c)) return c;
    if (point < 0x100) return `\\x${point.toString(16).padStart(2, '0')}`;
    if (point < 0x10000) return `\\u${point.toString(16).padStart(4, '0')}`;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  }).join('');
  return `"${inside}"`;
}

const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u061b\u061d-\u180d\u180f-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u3163\u3165-\ud7ff\ue000-\ufefe\uff00-\uffef]*$/;

// A word of a shell, quoted, without control characters; null for NUL and lone surrogates, which no word can hold.
export function shell(text) {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) return null;
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (PLAIN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const octets = new TextEncoder().encode(text);
  return `$'${Array.from(octets, (o) => (o >= 0x20 && o < 0x7f && o !== 0x27 && o !== 0x5c ? String.fromCharCode(o) : `\\x${o.toString(16).padStart(2, '0')}`)).join('')}'`;
}

// A command line of these words; the texts come last, after `--` if one looks like an option.
export function command(words, ...texts) {
  const quotedTexts = texts.map(shell);
  if (quotedTexts.includes(null)) return null;
  const ends = texts.some((text) => text.startsWith('-')) ? ['--'] : [];
  return ['superuri', ...words, ...ends, ...quotedTexts.map((word) => word || "''")].join(' ');
}

const MOST = 4000;

export function code(pythonLines, shellLines) {
  const box = el('details', { class: 'code-box' }, el('summary', {}, 'Code'));
  const python = ['import superuri', ...pythonLines.map((line) => (line.startsWith('from ') ? line : `print(${line})`))].join('\n');
  const shells = shellLines.filter(Boolean).join('\n');
  for (const [label, lines] of [['Python', python], ['Shell', shells]]) {
    if (lines) box.append(el('div', { class: 'result' }, el('b', {}, label), el('code', { 'data-code': label.toLowerCase() }, lines.length > MOST ? `${lines.slice(0, MOST)} …` : lines), copyButton(lines, `${label} code`)));
    else box.append(el('p', { class: 'soft' }, 'A command line cannot contain a NUL or a lone surrogate.'));
  }
  return box;
}
