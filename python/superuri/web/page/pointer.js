// Pointer: the token that the pointer has just moved to.
// A resting pointer selects nothing: if layout or scrolling moves a token under it, browsers send
// `mouseover`, and WebKit also sends `mousemove`, with the same coordinates.

let at = '';
let under = null;
let entered = null;

addEventListener('mousemove', ({ screenX, screenY, target }) => {
  const here = `${screenX},${screenY}`;
  const found = here === at ? under : target.closest?.('[data-n]') ?? null;
  entered = found === under ? null : found;
  under = found;
  at = here;
}, true);

// Calls `choose` with the number of each token of `box` that is pointed at or clicked.
export function onPointed(box, choose) {
  box.addEventListener('mousemove', () => { if (entered) choose(Number(entered.dataset.n)); });
  box.addEventListener('click', ({ target }) => {
    const found = target.closest('[data-n]');
    if (found) choose(Number(found.dataset.n));
  });
}
