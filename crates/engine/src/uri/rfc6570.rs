//! RFC 6570: how a URI Template writes the value of a variable.
//!
//! Section 3.2 and Appendix A. The grammar is read elsewhere: `superuri._values.rfc6570`.

use crate::base::sets::rfc6570::{RESERVED, SIMPLE};
use crate::codec::{percent::Encoder, triplets::triplet};
use crate::syntax::places;
use crate::uri::template::fill::SlotValue;
use superuri_kernels::{memory, pause::Steps};

/// All but *unreserved*.
static ALLOWED: Encoder = Encoder::new(SIMPLE);
/// The same for the operators that let delimiters and triplets through; other `%` are written first.
static ALLOWED_RESERVED: Encoder = Encoder::new(RESERVED.but("%"));

/// A row of the table in Appendix A.
#[derive(Debug)]
pub struct Operator {
    /// The character after the brace.
    pub sign: &'static str,
    /// The text before the first value.
    pub first: &'static str,
    /// The text between two values.
    pub separator: &'static str,
    /// Whether a value follows its name.
    pub named: bool,
    /// The text after a name whose value is empty.
    pub if_empty: &'static str,
    /// Whether reserved characters and triplets stay unescaped.
    pub reserved: bool,
}

/// The table in Appendix A.
pub static OPERATORS: [Operator; 8] = [
    Operator { sign: "", first: "", separator: ",", named: false, if_empty: "", reserved: false },
    Operator { sign: "+", first: "", separator: ",", named: false, if_empty: "", reserved: true },
    Operator { sign: "#", first: "#", separator: ",", named: false, if_empty: "", reserved: true },
    Operator { sign: ".", first: ".", separator: ".", named: false, if_empty: "", reserved: false },
    Operator { sign: "/", first: "/", separator: "/", named: false, if_empty: "", reserved: false },
    Operator { sign: ";", first: ";", separator: ";", named: true, if_empty: "", reserved: false },
    Operator { sign: "?", first: "?", separator: "&", named: true, if_empty: "=", reserved: false },
    Operator { sign: "&", first: "&", separator: "&", named: true, if_empty: "=", reserved: false },
];

/// The expansion is longer than the caller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

type ExpansionResult = std::result::Result<(), TooLong>;

/// The beginning of an expansion. All of it is ASCII.
#[derive(Debug)]
pub struct Expansion {
    text: Vec<u8>,
    most: usize,
    /// Whether the expression has a value already.
    begun: bool,
    steps: Steps,
}

impl Expansion {
    /// An empty one that may grow to this many characters.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { text: memory::with_capacity(128), most, begun: false, steps: Steps::default() }
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Begins an expression.
    pub fn begin(&mut self) {
        self.begun = false;
    }

    /// Appends a text that [`literal`] returned.
    ///
    /// # Errors
    /// If the expansion is too long.
    pub fn literal(&mut self, text: &[u8]) -> ExpansionResult {
        self.raw(text);
        self.checked()
    }

    /// Appends the value of a variable of the expression. A list and pairs are not empty.
    ///
    /// ```
    /// use superuri::uri::rfc6570::{Expansion, OPERATORS};
    /// use superuri::uri::template::fill::SlotValue;
    /// let query = OPERATORS.iter().find(|row| row.sign == "?").unwrap();
    /// let mut expansion = Expansion::new(100);
    /// expansion.variable(query, b"q", false, &SlotValue::One(b"a b")).unwrap();
    /// expansion.variable(query, b"l", true, &SlotValue::Many(vec![b"x", b""])).unwrap();
    /// assert_eq!(expansion.text(), b"?q=a%20b&l=x&l=");
    /// ```
    ///
    /// # Errors
    /// If the expansion is too long.
    pub fn variable(
        &mut self,
        operator: &Operator,
        name: &[u8],
        explode: bool,
        value: &SlotValue<'_>,
    ) -> ExpansionResult {
        match value {
            SlotValue::Absent => Ok(()),
            SlotValue::One(text) => self.named(operator, name, text),
            SlotValue::Many(texts) if explode => {
                texts.iter().try_for_each(|text| self.named(operator, name, text))
            }
            SlotValue::Pairs(pairs) if explode => pairs.iter().try_for_each(|(key, text)| {
                self.separate(operator);
                self.value(operator, key)?;
                self.equals(operator, text.is_empty() && operator.named);
                self.value(operator, text)
            }),
            SlotValue::Many(texts) => self.joined(operator, name, texts.iter().copied()),
            SlotValue::Pairs(pairs) => {
                self.joined(operator, name, pairs.iter().flat_map(|&(key, text)| [key, text]))
            }
        }
    }

    /// The value, after its name if the operator writes names.
    fn named(&mut self, operator: &Operator, name: &[u8], text: &[u8]) -> ExpansionResult {
        self.separate(operator);
        if operator.named {
            self.raw(name);
            self.equals(operator, text.is_empty());
        }
        self.value(operator, text)
    }

    /// Several values as one.
    fn joined<'a>(
        &mut self,
        operator: &Operator,
        name: &[u8],
        mut texts: impl Iterator<Item = &'a [u8]>,
    ) -> ExpansionResult {
        // A list with one empty text is not empty, but a single empty text is.
        self.separate(operator);
        if operator.named {
            self.raw(name);
            self.equals(operator, false);
        }
        if let Some(first) = texts.next() {
            self.value(operator, first)?;
        }
        texts.try_for_each(|text| {
            self.raw(b",");
            self.value(operator, text)
        })
    }

    fn separate(&mut self, operator: &Operator) {
        let begun = std::mem::replace(&mut self.begun, true);
        self.raw(if begun { operator.separator } else { operator.first }.as_bytes());
    }

    fn equals(&mut self, operator: &Operator, is_empty: bool) {
        self.raw(if is_empty { operator.if_empty } else { "=" }.as_bytes());
    }

    fn value(&mut self, operator: &Operator, text: &[u8]) -> ExpansionResult {
        self.steps.one();
        if operator.reserved {
            push_reserved(text, &mut self.text);
        } else {
            push(text, &ALLOWED, &mut self.text);
        }
        self.checked()
    }

    fn raw(&mut self, text: &[u8]) {
        memory::reserve(&mut self.text, text.len());
        self.text.extend_from_slice(text);
    }

    fn checked(&self) -> ExpansionResult {
        if self.text.len() > self.most { Err(TooLong) } else { Ok(()) }
    }
}

/// The literal text as it is written: its reserved characters and triplets stay.
#[must_use]
pub fn literal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push_reserved(text, &mut out);
    out
}

fn push(text: &[u8], encoder: &Encoder, out: &mut Vec<u8>) {
    memory::reserve(out, text.len());
    places::push(text, encoder, out);
}

/// Appends the text; a `%` that begins a triplet stays, any other is escaped.
fn push_reserved(text: &[u8], out: &mut Vec<u8>) {
    let (mut done, mut steps) = (0, Steps::default());
    for at in memchr::memchr_iter(b'%', text) {
        steps.one();
        if triplet(&text[at..]).is_none() {
            push(&text[done..at], &ALLOWED_RESERVED, out);
            push(b"%", &ALLOWED, out);
            done = at + 1;
        }
    }
    push(&text[done..], &ALLOWED_RESERVED, out);
}

/// The most octets of a character, each of which may be a triplet.
const OCTETS: usize = 4;
/// The most characters of a text that its first character takes.
pub const LONGEST_CHARACTER: usize = 3 * OCTETS;

/// The length of the text's first characters, where the triplets of a character count as one
/// character (section 2.4.1). Each byte of the text stands for a character, those beyond ASCII for
/// any that is not in a triplet.
#[must_use]
pub fn prefix(text: &[u8], characters: usize) -> usize {
    let mut at = 0;
    for _ in 0..characters {
        if at == text.len() {
            break;
        }
        at += character(&text[at..]);
    }
    at
}

/// The length of the first character.
fn character(text: &[u8]) -> usize {
    let mut octets = [0; OCTETS];
    let mut count = 0;
    while count < OCTETS
        && let Some(octet) = text.get(3 * count..).and_then(triplet)
    {
        octets[count] = octet;
        count += 1;
    }
    let valid = octets[..count].utf8_chunks().next().map_or("", |chunk| chunk.valid());
    match (count, valid.chars().next()) {
        (0, _) => 1,
        (_, None) => 3,
        (_, Some(character)) => 3 * character.len_utf8(),
    }
}
