//! Rows of a table of tracking names: the pattern of a name, and the hosts after it.

/// A row that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRow {
    /// The row.
    pub row: String,
    /// What is wrong with it.
    pub why: &'static str,
}

/// A name, and the hosts to which it is limited.
pub(super) struct TrackingRow {
    pub(super) name: Pattern,
    pub(super) on: Vec<HostPattern>,
    pub(super) not_on: Vec<HostPattern>,
}

impl TrackingRow {
    pub(super) fn read(row: &str) -> Result<Self, BadRow> {
        let bad = |why| BadRow { row: row.to_owned(), why };
        let mut words = row.split_ascii_whitespace();
        let name = Pattern::read(words.next().unwrap_or_default()).map_err(bad)?;
        let (mut on, mut not_on) = (Vec::new(), Vec::new());
        for word in words {
            let (list, word) = match word.strip_prefix('!') {
                Some(word) => (&mut not_on, word),
                None => (&mut on, word),
            };
            list.push(HostPattern::read(word).ok_or_else(|| bad("a host is empty"))?);
        }
        Ok(Self { name, on, not_on })
    }
}

/// Hosts: a name, with its subdomains or with any ending; perhaps some of their paths.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HostPattern {
    /// In lower case.
    name: Vec<u8>,
    /// The beginning of the paths, or of the path and a `?`.
    path: Vec<u8>,
    /// Are subdomains left out?
    alone: bool,
    /// Are there one or more labels after the name?
    ends_anyhow: bool,
}

impl HostPattern {
    fn read(word: &str) -> Option<Self> {
        let (word, alone) = word.strip_prefix('=').map_or((word, false), |word| (word, true));
        let (word, path) = word.split_at(word.find('/').unwrap_or(word.len()));
        let (name, ends_anyhow) = word.strip_suffix(".*").map_or((word, false), |it| (it, true));
        let name = name.to_ascii_lowercase().into_bytes();
        let path = path.as_bytes().to_vec();
        (!name.is_empty()).then_some(Self { name, path, alone, ends_anyhow })
    }

    /// Whether this path, with a `?`, of this host, in lower case, is one of them.
    pub(super) fn has(&self, host: &[u8], path: &[u8]) -> bool {
        path.starts_with(&self.path) && self.has_host(host)
    }

    fn has_host(&self, host: &[u8]) -> bool {
        let begins = |before: &[u8]| before.is_empty() || (!self.alone && before.ends_with(b"."));
        if !self.ends_anyhow {
            return host.strip_suffix(self.name.as_slice()).is_some_and(begins);
        }
        memchr::memmem::find_iter(host, &self.name).any(|at| {
            let after = &host[at + self.name.len()..];
            begins(&host[..at]) && after.len() > 1 && after[0] == b'.'
        })
    }
}

/// One character of a name, or any number of them.
#[derive(Clone, Debug)]
struct Atom {
    /// A bit for each byte.
    set: [u128; 2],
    many: bool,
}

impl Atom {
    fn of(byte: u8) -> Self {
        let mut atom = Self { set: [0; 2], many: false };
        atom.add(byte);
        atom
    }

    fn add(&mut self, byte: u8) {
        self.set[usize::from(byte >> 7)] |= 1 << (byte & 127);
    }

    fn has(&self, byte: u8) -> bool {
        self.set[usize::from(byte >> 7)] >> (byte & 127) & 1 == 1
    }
}

/// The names that a row means.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// 63 at most, so that a number of 64 bits holds the places in it.
    atoms: Vec<Atom>,
    /// The name, if there is no wildcard.
    literal: Option<Vec<u8>>,
    ignores_case: bool,
}

const MOST: usize = 63;

impl Pattern {
    fn read(text: &str) -> Result<Self, &'static str> {
        let (rest, ignores_case) =
            text.strip_prefix("(?i)").map_or((text, false), |rest| (rest, true));
        let (mut atoms, mut literal, mut is_literal) = (Vec::new(), Vec::new(), true);
        let mut rest = rest.as_bytes();
        while let [first, after @ ..] = rest {
            rest = after;
            match first {
                b'*' => atoms.push(Atom { set: [u128::MAX; 2], many: true }),
                b'[' => {
                    let (mut atom, after) = class(after)?;
                    let more = after.strip_prefix(b"*");
                    atom.many = more.is_some();
                    rest = more.unwrap_or(after);
                    atoms.push(atom);
                }
                _ => {
                    let mut byte = *first;
                    if byte == b'\\' {
                        let (quoted, after) = rest.split_first().ok_or("it ends in a backslash")?;
                        (byte, rest) = (*quoted, after);
                    }
                    literal.push(byte);
                    atoms.push(Atom::of(byte));
                    continue;
                }
            }
            is_literal = false;
        }
        if atoms.is_empty() {
            return Err("it has no name");
        }
        if !is_literal && atoms.len() > MOST {
            return Err("a name with wildcards has 63 characters at most");
        }
        if ignores_case {
            for atom in &mut atoms {
                for byte in b'A'..=b'Z' {
                    if atom.has(byte) {
                        atom.add(byte.to_ascii_lowercase());
                    }
                }
            }
        }
        let literal = is_literal.then_some(literal);
        Ok(Self { atoms, literal, ignores_case })
    }

    pub(super) fn literal(&self) -> Option<Vec<u8>> {
        self.literal.clone()
    }

    pub(super) fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Whether this name is meant. All places in the pattern that a name can have reached are
    /// followed at once, so the time is linear.
    pub(super) fn fits(&self, name: &[u8]) -> bool {
        let mut at = self.skipped(1);
        for &byte in name {
            let byte = if self.ignores_case { byte.to_ascii_lowercase() } else { byte };
            let mut next = 0;
            for (n, atom) in self.atoms.iter().enumerate() {
                if at >> n & 1 == 1 && atom.has(byte) {
                    next |= if atom.many { 1 << n } else { 1 << (n + 1) };
                }
            }
            if next == 0 {
                return false;
            }
            at = self.skipped(next);
        }
        at >> self.atoms.len() & 1 == 1
    }

    /// These places, and those that are reached without a character.
    fn skipped(&self, mut at: u64) -> u64 {
        for (n, atom) in self.atoms.iter().enumerate() {
            if atom.many && at >> n & 1 == 1 {
                at |= 1 << (n + 1);
            }
        }
        at
    }
}

/// The characters in brackets, and the text after them.
fn class(text: &[u8]) -> Result<(Atom, &[u8]), &'static str> {
    let mut atom = Atom { set: [0; 2], many: false };
    let end = "a [ has no ]";
    let mut rest = text;
    loop {
        let (mut byte, after) = rest.split_first().ok_or(end)?;
        rest = after;
        match byte {
            b']' if atom.set == [0; 2] => return Err("there is nothing between [ and ]"),
            b']' => return Ok((atom, rest)),
            b'\\' => (byte, rest) = rest.split_first().ok_or(end)?,
            _ => {}
        }
        let mut last = byte;
        if let [b'-', to, after @ ..] = rest
            && *to != b']'
        {
            (last, rest) = (to, after);
        }
        if !byte.is_ascii() || !last.is_ascii() {
            return Err("only ASCII characters may be between [ and ]");
        }
        if byte > last {
            return Err("a range between [ and ] is upside down");
        }
        (*byte..=*last).for_each(|byte| atom.add(byte));
    }
}
