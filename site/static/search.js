// Search of the site: most words of the query must occur; titles and rare words count most.
const entries = window.ENTRIES.map(([address, title, text, page]) => ({
  address, title, text, page,
  // A row of a table shares the title of its section, which therefore says less about it.
  titleWeight: /#row-/.test(address) ? 3 : 8,
  lowTitle: title.toLowerCase(), lowText: text.toLowerCase(), lowPage: page.toLowerCase(),
}));
// They are in most questions, and say nothing about the answer.
const COMMON = new Set(('a an the is are do does i my what which how why who it in on of to for and or with this that '
  + 'be can may you me vs between difference').split(' '));

function words(query) {
  const all = query.toLowerCase().split(/\s+/).map((word) => word.replace(/[?,;]+$/, '')).filter(Boolean);
  const rare = all.filter((word) => !COMMON.has(word));
  return rare.length ? rare : all;
}

// The part of a word that its forms share: encode, encodes, encoded, encoding.
function stem(word) {
  if (!/^[a-z]{5,}$/.test(word)) return word;
  return word.replace(/(?:ings?|ed|es|s|e)$/, '');
}

// Points of one word in a text: more where it stands alone.
function points(word, text) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const letter = /[a-z0-9]/;
  const before = at > 0 ? text[at - 1] : ' ';
  const after = at + word.length < text.length ? text[at + word.length] : ' ';
  const alone = !(letter.test(word[0]) && letter.test(before))
    && !(letter.test(word[word.length - 1]) && letter.test(after));
  return alone ? 2 : 1;
}

export function search(query) {
  const asked = words(query).map(stem);
  const whole = query.trim().toLowerCase().replace(/\?$/, '');
  if (!asked.length) return [];
  const counts = asked.map(() => 0);
  const candidates = [];
  for (const entry of entries) {
    const scores = asked.map((word, n) => {
      const [title, text, page] = [entry.lowTitle, entry.lowText, entry.lowPage].map((part) => points(word, part));
      if (title || text || page) counts[n] += 1;
      return entry.titleWeight * title + 2 * text + 2 * page;
    });
    const hits = scores.filter(Boolean).length;
    if (hits >= Math.max(1, Math.ceil(asked.length * 0.6))) candidates.push([entry, scores, hits]);
  }
  const weights = counts.map((count) => Math.log(1 + entries.length / (count + 1)));
  const found = [];
  for (const [entry, scores, hits] of candidates) {
    let score = scores.reduce((sum, each, n) => sum + each * weights[n], 0) * (hits / asked.length) ** 2;
    if (entry.lowTitle.includes(whole)) score += 10 * entry.titleWeight;
    if (entry.lowTitle === whole) score += 40;
    if (entry.lowText.includes(whole)) score += 12;
    // The full name of a function.
    if (`${entry.lowPage}.${entry.lowTitle}` === whole) score += 200;
    // A long text has every word.
    found.push([score / (1 + entry.text.length / 4000), entry]);
  }
  found.sort((a, b) => b[0] - a[0]);
  const seen = new Set();
  return found.map(([, entry]) => entry)
    .filter(({ address }) => !seen.has(address) && seen.add(address)).slice(0, 30);
}

function excerpt(text, asked) {
  const low = text.toLowerCase();
  const at = Math.max(0, ...asked.map((word) => low.indexOf(word)).filter((n) => n >= 0).slice(0, 1));
  const begin = Math.max(0, at - 60);
  return (begin ? '… ' : '') + text.slice(begin, begin + 200) + (begin + 200 < text.length ? ' …' : '');
}

function draw(query) {
  const list = document.getElementById('results');
  const results = search(query);
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
  document.getElementById('count').textContent = query
    ? `${results.length === 30 ? 'The first 30 results' : `${results.length} results`}` : '';
}

const box = document.getElementById('query');
const given = new URLSearchParams(location.search).get('q') ?? '';
box.value = given;
draw(given);
box.addEventListener('input', () => draw(box.value));
box.focus();
