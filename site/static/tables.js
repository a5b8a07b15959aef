// Long tables: a filter, and a click on a head sorts.
function compare(a, b) {
  const [x, y] = [parseFloat(a.replace(/,/g, '')), parseFloat(b.replace(/,/g, ''))];
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
}

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.querySelectorAll('thead th')];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    if (!button.textContent.trim()) button.setAttribute('aria-label', `column ${column + 1}`);
    head.append(button);
    button.addEventListener('click', () => {
      const descends = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((each) => each.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descends ? 'descending' : 'ascending');
      const text = (row) => row.cells[column]?.textContent.trim() ?? '';
      const rows = [...body.rows].sort((a, b) => compare(text(a), text(b)));
      body.append(...(descends ? rows.reverse() : rows));
    });
  });
}

function filtered(table, number) {
  const label = document.createElement('label');
  label.className = 'table-filter';
  const box = document.createElement('input');
  box.type = 'search';
  box.id = `filter-${number}`;
  const count = document.createElement('span');
  count.setAttribute('role', 'status');
  label.append('Filter ', box, ' ', count);
  const rows = [...table.tBodies[0].rows];
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : '';
  });
  (table.closest('.table-wrapper') ?? table).before(label);
}

document.querySelectorAll('table.long-table').forEach((table, number) => {
  sortable(table);
  filtered(table, number);
});
