//! Generated texts: URIs by a grammar of usual and unusual parts, with up to three faults.

use std::sync::LazyLock;

use crate::Shape;
use crate::atoms::{ATOMS, BEGINNINGS, BOTH_WAYS, HOSTS as OWN_SCRIPTS};
use crate::rng::Rng;
use crate::rows;

/// The words of the fuzzer's dictionary.
static WORDS: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| include_str!("../uri.dict").lines().filter_map(word).collect());

/// The word of a line of libFuzzer's dictionaries: `"\xC3\xA9"`. Comments have none.
fn word(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let [first, tail @ ..] = rest {
        let (byte, len) = match (first, tail) {
            (b'\\', [b'x', high, low, ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                (u8::try_from(16 * digit(high)? + digit(low)?).ok()?, 4)
            }
            (b'\\', [escaped, ..]) => (*escaped, 2),
            _ => (*first, 1),
        };
        word.push(byte);
        rest = &rest[len..];
    }
    Some(word)
}

/// A source of texts that keeps their memory.
pub(crate) struct Generator {
    rng: Rng,
    text: Vec<u8>,
}

impl Default for Generator {
    fn default() -> Self {
        Self { rng: Rng(1), text: Vec::new() }
    }
}

/// The finaliser of SplitMix64, which makes unlike seeds of like numbers.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

impl Generator {
    /// The input of this number: the bytes of the choices, and the texts.
    pub(crate) fn text(&mut self, seed: u64, number: u64, shape: Shape) -> &[u8] {
        // Xorshift stays at zero.
        self.rng = Rng(mixed(mixed(seed) ^ number).max(1));
        self.text.clear();
        for _ in 0..shape.choices {
            self.random_byte();
        }
        for n in 0..shape.texts {
            if n > 0 {
                self.text.push(b'\n');
            }
            self.one();
        }
        &self.text
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.rng.below(times) == 0
    }

    fn random_byte(&mut self) {
        let byte = self.rng.below(256) as u8;
        self.text.push(byte);
    }

    fn put(&mut self, row: &[&str]) {
        self.text.extend_from_slice(row[self.rng.below(row.len())].as_bytes());
    }

    fn one(&mut self) {
        let start = self.text.len();
        match self.rng.below(64) {
            0..4 => {
                for _ in 0..self.rng.below(64) {
                    self.random_byte();
                }
            }
            4 => self.long(start),
            5..20 => self.strung_together(),
            _ => self.uri(),
        }
        // Half of the texts have none.
        const FAULTS: [u8; 8] = [0, 0, 0, 0, 1, 1, 2, 3];
        for _ in 0..FAULTS[self.rng.below(FAULTS.len())] {
            self.fault(start);
        }
    }

    /// Appends a text that processors read many bytes at a time.
    fn long(&mut self, start: usize) {
        self.uri();
        let end = start + 300 + self.rng.below(1_700);
        let atoms = self.rng.below(rows::ATOMS.len() + 2);
        // Long runs of one atom, and of many.
        let repeated = if self.one_in(2) { 1 + self.rng.below(60) } else { 1 };
        while self.text.len() < end {
            let at = self.text.len();
            self.atom(atoms);
            let len = self.text.len();
            for _ in 1..repeated {
                self.text.extend_from_within(at..len);
            }
            if len == at {
                break;
            }
        }
    }

    /// Appends a beginning, and atoms that break displays and parsers.
    fn strung_together(&mut self) {
        if self.one_in(5) {
            self.put(OWN_SCRIPTS);
        } else {
            self.put(BEGINNINGS);
        }
        let atoms = self.rng.below(rows::ATOMS.len() + 2);
        for _ in 0..self.rng.below(12) {
            self.atom(atoms);
        }
    }

    fn atom(&mut self, kind: usize) {
        match rows::ATOMS.get(kind) {
            Some(row) => self.put(row),
            None if kind == rows::ATOMS.len() => {
                let row = [ATOMS, BOTH_WAYS][self.rng.below(2)];
                self.put(row);
            }
            None => self.text.extend_from_slice(&WORDS[self.rng.below(WORDS.len())]),
        }
    }

    /// Appends a URI reference by the grammar of RFC 3986, its parts being usual and unusual.
    fn uri(&mut self) {
        let atoms = self.rng.below(rows::ATOMS.len() + 2);
        let has_scheme = !self.one_in(5);
        if has_scheme {
            self.put(rows::SCHEMES);
            self.text.push(b':');
        }
        let has_authority = self.one_in(if has_scheme { 1 } else { 2 }) && !self.one_in(6);
        if has_authority {
            self.text.extend_from_slice(b"//");
            if self.one_in(5) {
                self.put(rows::USERINFO);
                self.text.push(b'@');
            }
            let hosts = rows::HOSTS[self.rng.below(rows::HOSTS.len())];
            self.put(hosts);
            if self.one_in(4) {
                self.text.push(b':');
                self.put(rows::PORTS);
            }
        }
        for n in 0..self.rng.below(5) {
            if n > 0 || has_authority || self.one_in(2) {
                self.text.push(b'/');
            }
            if self.one_in(2) {
                self.put(rows::SEGMENTS);
            } else {
                self.atoms(atoms, 4);
            }
        }
        if self.one_in(2) {
            let separator = if self.one_in(8) { b';' } else { b'&' };
            for n in 0..=self.rng.below(4) {
                self.text.push(if n == 0 { b'?' } else { separator });
                self.put(rows::NAMES);
                if !self.one_in(4) {
                    self.text.push(b'=');
                    self.atoms(atoms, 4);
                }
            }
        }
        if self.one_in(4) {
            self.text.push(b'#');
            self.put(rows::FRAGMENTS);
            self.atoms(atoms, 3);
        }
    }

    fn atoms(&mut self, kind: usize, most: usize) {
        for _ in 0..self.rng.below(most) {
            self.atom(kind);
        }
    }

    fn insert(&mut self, start: usize, bytes: &[u8]) {
        let at = start + self.rng.below(self.text.len() - start + 1);
        self.text.extend_from_slice(bytes);
        self.text[at..].rotate_right(bytes.len());
    }

    /// Makes one fault in the text from here on.
    fn fault(&mut self, start: usize) {
        let len = self.text.len() - start;
        let kind = self.rng.below(10);
        if len == 0 || kind == 0 {
            return self.another_text(start);
        }
        let at = start + self.rng.below(len);
        match kind {
            1 => self.text[at] ^= 1 << self.rng.below(8),
            2 => {
                self.text.remove(at);
            }
            3 => {
                let byte = self.rng.below(256) as u8;
                self.insert(start, &[byte]);
            }
            4 => self.repeat(at),
            5 => self.cut(start, at),
            6 => {
                let octet = self.rng.below(256);
                let digits = [b"0123456789abcdef", b"0123456789ABCDEF"];
                let [high, low] = [octet / 16, octet % 16].map(|n| digits[self.rng.below(2)][n]);
                self.insert(start, &[b'%', high, low]);
            }
            7 => self.change_case(at),
            8 => {
                let code_point = self.rng.below(char::MAX as usize + 1) as u32;
                // Lone surrogates are bytes that no encoder writes.
                let mut utf8 = [0; 4];
                match char::from_u32(code_point) {
                    Some(c) => self.insert(start, c.encode_utf8(&mut utf8).as_bytes()),
                    None => {
                        let low = |n: u32| 0x80 | (code_point >> n & 0x3F) as u8;
                        self.insert(start, &[0xED, low(6), low(0)]);
                    }
                }
            }
            _ => {
                let word = &WORDS[self.rng.below(WORDS.len())];
                self.insert(start, word);
            }
        }
    }

    /// Repeats a few bytes from this place on.
    fn repeat(&mut self, at: usize) {
        let end = self.text.len().min(at + 1 + self.rng.below(24));
        for _ in 0..=self.rng.below(4) {
            self.text.extend_from_within(at..end);
            self.text[end..].rotate_right(end - at);
        }
    }

    /// Cuts off the end of the text, or its beginning.
    fn cut(&mut self, start: usize, at: usize) {
        if self.one_in(2) {
            self.text.truncate(at);
        } else {
            self.text.drain(start..at);
        }
    }

    /// Changes the case of the letters from this place to the end of a triplet.
    fn change_case(&mut self, at: usize) {
        let percent = self.text[at..].iter().position(|&byte| byte == b'%').unwrap_or(0);
        let mut letters = self.text[at + percent..].iter_mut().take(3);
        letters.by_ref().filter(|byte| byte.is_ascii_alphabetic()).for_each(|byte| *byte ^= 0x20);
    }

    /// Continues the text, cut, with the end of another.
    fn another_text(&mut self, start: usize) {
        let keeps = self.rng.below(self.text.len() - start + 1);
        self.text.truncate(start + keeps);
        let at = self.text.len();
        self.uri();
        let skips = self.rng.below(self.text.len() - at + 1);
        self.text.drain(at..at + skips);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dictionary_is_read_as_libfuzzer_reads_it() {
        assert_eq!(word(r#""\xC3\xA9""#).as_deref(), Some("é".as_bytes()));
        assert_eq!(word(r#""\\""#).as_deref(), Some(&b"\\"[..]));
        assert_eq!(word(r#""\"""#).as_deref(), Some(&b"\""[..]));
        assert_eq!(word("# a comment"), None);
        assert!(WORDS.len() > 50 && WORDS.iter().all(|word| !word.is_empty()));
    }

    #[test]
    fn a_text_depends_on_its_seed_and_number_alone() {
        let shape = Shape { choices: 2, texts: 2 };
        let mut generator = Generator::default();
        let texts: Vec<_> = (0..1_000).map(|n| generator.text(7, n, shape).to_vec()).collect();
        for (n, text) in (0_u32..1_000).zip(&texts).rev() {
            assert_eq!(Generator::default().text(7, n.into(), shape), text);
        }
        let different: std::collections::HashSet<_> = texts.iter().collect();
        assert!(different.len() > 990);
        assert_ne!(generator.text(8, 0, shape), texts[0]);
    }

    #[test]
    fn properties_of_uris_get_uris_and_others() {
        let mut generator = Generator::default();
        let (mut legal, mut hosts, mut utf8, mut long) = (0, 0, 0, 0);
        for number in 0..10_000 {
            let text = generator.text(1, number, Shape::TEXT);
            let is_legal = superuri::uri::check(text).is_ok();
            legal += usize::from(is_legal);
            hosts += usize::from(is_legal && superuri::uri::authority(text).is_some());
            utf8 += usize::from(std::str::from_utf8(text).is_ok());
            long += usize::from(text.len() >= 300);
        }
        println!("of 10,000: {legal} legal, {hosts} of them with a host; {utf8} text; {long} long");
        assert!((2_000..8_000).contains(&legal) && hosts > 1_000);
        assert!((7_000..9_900).contains(&utf8) && (80..400).contains(&long));
    }
}
