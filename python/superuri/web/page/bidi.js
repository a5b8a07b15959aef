// Right-to-left text: each run is isolated (`bdi`), so that the parts around it keep their order.

const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const HAS = new RegExp(`[${RTL}]`, 'u');
// A run begins with such a letter, and ends before ASCII other than letters and digits.
const RUN = new RegExp(`[${RTL}](?:[^\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f]*[${RTL}\\p{M}])?`, 'gu');

export const isRightToLeft = (text) => HAS.test(text);

// The text in pieces: plain strings, and elements that isolate right-to-left runs.
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
