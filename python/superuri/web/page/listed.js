// Rows of a list: filtering them, and writing them into files.

export const CHOICES = [['all', 'all lines'], ['edited', 'edited by clean'], ['findings', 'with findings'], ['errors', 'with errors'], ['failed', 'not to be cleaned']];
const IS = {
  all: () => true, edited: ({ line, clean }) => clean !== null && clean !== line, findings: ({ codes }) => codes.length > 0,
  errors: ({ worst }) => worst === 'error', failed: ({ clean }) => clean === null,
};

export function matches(row, which, text) {
  const wanted = text.toLowerCase();
  return IS[which](row) && (!wanted || [row.line, row.clean, row.host, ...row.codes].some((each) => each?.toLowerCase().includes(wanted)));
}

// Spreadsheets run a cell that begins so.
const FORMULA = /^[=+\-@\t\r]/;
const cell = (value) => {
  const said = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(said) || said !== said.trim() ? `"${said.replaceAll('"', '""')}"` : said;
};
const NAMES = ['number', 'line', 'clean', 'error', 'host', 'codes'];

// What each file is called, and what is in it.
export const FORMATS = {
  'clean.txt': (rows) => rows.map(({ clean, line }) => `${clean ?? line}\n`).join(''),
  'list.csv': (rows) => [NAMES, ...rows.map((row) => NAMES.map((name) => String((name === 'codes' ? row.codes.join(' ') : row[name]) ?? '')))].map((cells) => `${cells.map(cell).join(',')}\r\n`).join(''),
  'list.jsonl': (rows) => rows.map((row) => `${JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, row[name] ?? null])))}\n`).join(''),
};
