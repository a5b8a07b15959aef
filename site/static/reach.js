// What the keyboard and screen readers need: what scrolls can be focused, and the two sides have names.
function reachable() {
  for (const box of document.querySelectorAll('pre, .table-wrapper')) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}

for (const [side, name] of [['.sidebar-drawer', 'Pages'], ['.toc-drawer', 'On this page']]) {
  document.querySelector(side)?.setAttribute('aria-label', name);
}
reachable();
addEventListener('resize', reachable);
