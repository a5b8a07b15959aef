// Rows of the list: filtering, and writing them to files.

export const CHOICES = [['all', 'all lines'], ['edited', 'edited by clean'], ['findings', 'with findings'], ['errors', 'with errors'], ['failed', 'not to be cleaned']];
const IS = {
  all: () => true, edited: ({ line, clean }) => clean !== null && clean !== line, findings: ({ codes }) => codes.length > 0,
  errors: ({ worst }) => worst === 'error', failed: ({ clean }) => clean === null,
};

export function matches(row, which, text) {
  const wanted = text.toLowerCase();
  return IS[which](row) && (!wanted || [row.line, row.clean, row.host, ...row.codes].some((each) => each?.toLowerCase().includes(wanted)));
}

// Spreadsheets evaluate a cell that begins with one of these.
const FORMULA = /^[=+\-@\t\r]/;
const cell = (value) => {
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) || inert !== inert.trim() ? `"${inert.replaceAll('"', '""')}"` : inert;
};
const NAMES = ['number', 'line', 'clean', 'error', 'host', 'codes'];

// The name of each file, and the function that writes its content.
export const FORMATS = {
  'clean.txt': (rows) => rows.map(({ clean, line }) => `${clean ?? line}\n`).join(''),
  'list.csv': (rows) => [NAMES, ...rows.map((row) => NAMES.map((name) => String((name === 'codes' ? row.codes.join(' ') : row[name]) ?? '')))].map((cells) => `${cells.map(cell).join(',')}\r\n`).join(''),
  'list.jsonl': (rows) => rows.map((row) => `${JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, row[name] ?? null])))}\n`).join(''),
};
