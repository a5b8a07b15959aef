// Right-to-left text, drawn so that parts keep the order in which they are sent.
// Each run of it is isolated: inside, it reads from right to left; around it, nothing moves.

const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const HAS = new RegExp(`[${RTL}]`, 'u');
// A run begins with such a letter, and ends in front of what is ASCII and no letter or digit.
const RUN = new RegExp(`[${RTL}](?:[^\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f]*[${RTL}\\p{M}])?`, 'gu');

export const isRightToLeft = (text) => HAS.test(text);

// The text in pieces: plain strings, and elements that isolate what runs from right to left.
export function isolated(text) {
  if (!HAS.test(text)) return [text];
  const out = [];
  let at = 0;
  for (const found of text.matchAll(RUN)) {
    if (found.index > at) out.push(text.slice(at, found.index));
    const run = document.createElement('bdi');
    run.dir = 'rtl';
    run.textContent = found[0];
    out.push(run);
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}
