// Search of the site: titles and rare words count most, and questions that people ask come first.
// It is not a module, so that it also runs where the pages are opened as files.

// Words that are in most queries and say nothing about the answer.
const COMMON = new Set(('a an the is are do does i my what which how why who it in on of to for and or with this that '
  + 'be can may must should you me vs between difference').split(' '));

// The words of one line mean the same: a query for one of them also finds the others.
const SYNONYMS = `
homograph, homoglyph, confusable, lookalike, look-alike
idn, idna, internationalised, international domain
newline, linebreak, linefeed, crlf, line feed, line break
encode, escape, quote, urlencode, url encode, percent encode
decode, unescape, unquote, urldecode, url decode, percent decode
presigned, signed, signature
ampersand, &, &amp;
plus, plus sign, +
slash, %2f
space, %20
email, e-mail
filename, file name
querystring, query
parameter, param
dsn, connection string, database_url
canonicalise, normalise, deduplicate, dedupe
sanitise, clean
base64url, base64
utf8, utf-8
url, uri
null, nul
maximum, how long
`.trim().split('\n').map((line) => line.split(', ').map(stem));
// Two words that mean the same as one, and the one.
const PHRASES = SYNONYMS.flatMap((line) => line.filter((word) => word.includes(' '))
  .map((phrase) => [phrase, line[0]]));
// What a word that means the same counts, compared with the one that was typed.
const SYNONYM = 0.6;
// What a page counts, compared with the others, by the beginning of its address.
const RANKS = { 'questions.html#': 1.8, results: 0.5, changelog: 0.5, trust: 0.5 };

// The part of a word that its forms share: encode, encodes, encoded, encoding; normalise, normalize.
function stem(word) {
  if (!/^[a-z]{5,}$/.test(word)) return word;
  return word.replace(/(?<=[a-z]{5})i[sz](?:e|es|ed|ing|ation)$|(?:ings?|ed|es|s|e)$/, '');
}

// The words of a query, each before those that mean the same.
function words(query) {
  const text = query.toLowerCase().replace(/`/g, '').replace(/(?<=[a-z]{3})-(?=[a-z]{3})/g, ' ');
  const all = PHRASES.reduce((rest, [phrase, word]) => ` ${rest} `.replace(` ${phrase} `, ` ${word} `), text).split(/\s+/)
    .map((word) => word.replace(/[?,:;]+$/, '') || word).filter(Boolean);
  const rare = all.filter((word) => !COMMON.has(word));
  return (rare.length ? rare : all).map(stem).map((word) => {
    const same = SYNONYMS.find((line) => line.includes(word)) ?? [];
    return [word, ...same.filter((other) => other !== word)];
  });
}

// Points of one word in a text: more where it stands alone, less where it may be part of an unrelated one.
function points(word, text) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const letter = /[a-z0-9]/;
  const before = at > 0 ? text[at - 1] : ' ';
  const after = at + word.length < text.length ? text[at + word.length] : ' ';
  const alone = !(letter.test(word[0]) && letter.test(before))
    && !(letter.test(word[word.length - 1]) && letter.test(after));
  return alone ? 2 : word.length < 5 ? 0.5 : 1;
}

// Points of a word, or of one that means the same.
function most([word, ...same], text) {
  return Math.max(points(word, text), ...same.map((other) => SYNONYM * points(other, text)));
}

// The entries that have most of the words, the best first; fewer words are needed where none has.
function search(query, entries) {
  const asked = words(query);
  const whole = query.trim().toLowerCase().replace(/`/g, '').replace(/\?$/, '');
  const counts = asked.map(() => 0);
  const candidates = [];
  for (const entry of entries) {
    const scores = asked.map((word, n) => {
      const [title, text, page] = [entry.lowTitle, entry.lowText, entry.lowPage].map((part) => most(word, part));
      if ([entry.lowTitle, entry.lowText, entry.lowPage].some((part) => part.includes(word[0]))) counts[n] += 1;
      return entry.titleWeight * title + 2 * text + 2 * page;
    });
    const hits = scores.filter(Boolean).length;
    if (hits) candidates.push([entry, scores, hits]);
  }
  const needed = Math.min(Math.ceil(asked.length / 2), Math.max(...candidates.map(([, , hits]) => hits)));
  const weights = counts.map((count) => Math.log(1 + entries.length / (count + 1)));
  const found = [];
  for (const [entry, scores, hits] of candidates) {
    if (hits < needed) continue;
    let score = scores.reduce((sum, each, n) => sum + each * weights[n], 0) * (hits / asked.length) ** 2;
    if (points(whole, entry.lowTitle) === 2) score += 10 * entry.titleWeight;
    if (entry.lowTitle === whole) score += 40;
    if (entry.lowText.includes(whole)) score += 12;
    // The full name of a function.
    if (`${entry.lowPage}.${entry.lowTitle}` === whole) score += 200;
    // A long text has every word.
    found.push([entry.rank * score / (1 + entry.text.length / 4000), entry]);
  }
  found.sort((a, b) => b[0] - a[0]);
  const seen = new Set();
  return found.map(([, entry]) => entry)
    .filter(({ address }) => !seen.has(address) && seen.add(address)).slice(0, 30);
}

// The rows of search-entries.js, as `search` reads them.
function prepared(rows) {
  return rows.map(([address, title, text, page]) => ({
    address, title, text, page,
    // A row of a table shares the title of its section, which therefore says less about it.
    titleWeight: /#row-/.test(address) ? 3 : 8,
    rank: RANKS[Object.keys(RANKS).find((start) => address.startsWith(start))] ?? 1,
    lowTitle: title.toLowerCase(), lowText: text.toLowerCase(), lowPage: page.toLowerCase(),
  }));
}

function excerpt(text, asked) {
  const low = text.toLowerCase();
  const at = Math.max(0, ...asked.flat().map((word) => low.indexOf(word)).filter((n) => n >= 0).slice(0, 1));
  // From the beginning of a word.
  const begin = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  return (begin ? '… ' : '') + text.slice(begin, begin + 200) + (begin + 200 < text.length ? ' …' : '');
}

function draw(query, entries) {
  const list = document.getElementById('results');
  const results = query.trim() ? search(query, entries) : [];
  list.replaceChildren(...results.map(({ address, title, text, page }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = address;
    link.textContent = title === page ? title : `${title} · ${page}`;
    const some = document.createElement('p');
    some.textContent = excerpt(text, words(query));
    item.append(link, some);
    return item;
  }));
  const count = document.getElementById('count');
  count.textContent = query ? (results.length === 30 ? 'The first 30 results' : `${results.length} results`) : '';
  if (!query.trim() || results.length) return;
  const questions = document.createElement('a');
  questions.href = 'questions.html';
  questions.textContent = 'the questions that people ask';
  count.replaceChildren('No page has these words. Try other ones, or see ', questions, '.');
}

function start() {
  const entries = prepared(window.ENTRIES);
  const box = document.getElementById('query');
  box.value = new URLSearchParams(location.search).get('q') ?? '';
  draw(box.value, entries);
  box.addEventListener('input', () => draw(box.value, entries));
  box.focus();
}

// The tests call `search` in Node.
if (typeof document !== 'undefined') start();
