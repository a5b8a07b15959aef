// What is typed and chosen, and how a link holds it? In the fragment, which no server ever sees.

export const state = { text: '', tab: 'encode', other: '', chosen: {} };

// Lone surrogates have no UTF-8: such a text is written as UTF-16, in hex.
function pack(text) {
  if (text.isWellFormed ? text.isWellFormed() : !/[\ud800-\udfff]/u.test(text)) return `t${encodeURIComponent(text)}`;
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
  return `#${parts.join('&')}`;
}

export function read(fragment) {
  for (const part of fragment.replace(/^#/, '').split('&')) {
    const [name, value] = part.split(/=(.*)/s);
    try {
      if (name === 'text' || name === 'other') state[name] = unpack(value ?? '');
      else if (name === 'tab' && value) state.tab = value;
    } catch { /* a link that was cut short: what is left of it counts */ }
  }
}
