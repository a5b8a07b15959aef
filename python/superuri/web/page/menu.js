// Menu: a list that opens under a button, and closes when the focus leaves it.

export function closes(menu) {
  addEventListener('pointerdown', ({ target }) => { if (!menu.contains(target)) menu.open = false; });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
}
