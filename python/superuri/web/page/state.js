// State: the text and the choices, and the link with them in its fragment, which is never sent.

export const state = { text: '', tab: 'clean', other: '', chosen: {}, build: {} };

const whole = (text) => text.isWellFormed?.() ?? !/\p{Surrogate}/u.test(text);

// A text with lone surrogates has no UTF-8 form: it is written as UTF-16, in hex.
function pack(text) {
  if (whole(text)) return `t${encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
  return `w${Array.from({ length: text.length }, (_, n) => text.charCodeAt(n).toString(16).padStart(4, '0')).join('')}`;
}

function unpack(packed) {
  if (packed.startsWith('w')) {
    const units = packed.slice(1).match(/[0-9a-f]{4}/g) ?? [];
    return units.map((unit) => String.fromCharCode(parseInt(unit, 16))).join('');
  }
  return decodeURIComponent(packed.slice(1));
}

export function link() {
  const parts = [`text=${pack(state.text)}`, `tab=${state.tab}`];
  if (state.other) parts.push(`other=${pack(state.other)}`);
  for (const [kind, of] of [['c', state.chosen], ['b', state.build]]) {
    for (const [name, value] of Object.entries(of)) parts.push(`${kind}.${name}=${pack(value)}`);
  }
  return `#${parts.join('&')}`;
}

// The fragment of a link that this page, or an earlier one, has copied; otherwise null.
export function ofLink(text) {
  const origin = text.startsWith(`${location.origin}/#`) ? location.origin : /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?(?=\/#)/.exec(text)?.[0];
  const fragment = origin && text.slice(origin.length + 1);
  return fragment && /^#text=[tw][^\s]*&tab=[a-z]+(?:&|$)/.test(fragment) ? fragment : null;
}

// Restores the state from a fragment; unknown names are ignored.
export function read(fragment) {
  state.chosen = {};
  state.build = {};
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const [name, value] = part.split(/=(.*)/s);
    try {
      if (name === 'text' || name === 'other') state[name] = unpack(value ?? '');
      else if (name === 'tab' && value) state.tab = value;
      else if (/^c\.[a-z-]+$/.test(name)) state.chosen[name.slice(2)] = unpack(value ?? '');
      else if (/^b\.[a-z-]+$/.test(name)) state.build[name.slice(2)] = unpack(value ?? '');
    } catch { /* a truncated link: the other parts are used */ }
  }
}

// A text box converts CR and CRLF to LF. An edit in the box is applied to the original text, so that
// the rest keeps its line breaks.
export const boxed = (text) => text.replace(/\r\n?/g, '\n');

export function typed(text, box) {
  const shown = boxed(text);
  if (shown === text || box === shown) return box === shown ? text : box;
  let head = 0;
  while (head < box.length && box[head] === shown[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(box.length, shown.length) - head && box.at(-1 - tail) === shown.at(-1 - tail)) tail += 1;
  return text.slice(0, place(text, head)) + box.slice(head, box.length - tail) + text.slice(place(text, shown.length - tail));
}

// The index in the text of the box's n-th code unit.
function place(text, n) {
  let at = 0;
  for (let k = 0; k < n; k += 1) at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  return at;
}
