//! Templates of URIs: literal text and slots, component by component.
//!
//! Literal text and slots, component by component: [`crate::uri::template::places`] finds out which
//! is where, [`crate::uri::template::fill`] fills the slots,
//! [`crate::uri::template::read_back`] reads them back.

pub mod fill;
pub mod places;
pub mod read_back;
pub mod source;

use std::collections::HashSet;
use std::ops::Range;

use crate::base::password::{hidden, passwords, united};
use crate::codec::percent::Encoder;
use crate::uri::template::source::Name;

/// Literal text, or the slot of this name with what is encoded there.
pub enum Run {
    /// As it is written.
    Literal(Vec<u8>),
    /// The value of the name of this number.
    Slot(usize, &'static Encoder),
}

/// What stands for one value: it has text of its own where it is not a slot.
pub type Runs = Vec<Run>;

/// The slot that is all there is, if so.
pub(crate) fn only_slot(runs: &[Run]) -> Option<usize> {
    if let [Run::Slot(name, _)] = runs { Some(*name) } else { None }
}

/// A host of the template.
pub enum Host {
    /// Without a slot, cleaned.
    Literal(Vec<u8>),
    /// One slot.
    Whole(usize),
    /// Slots inside of labels, and so many dots between them.
    Labels(Runs, usize),
}

/// A port of the template.
pub enum Port {
    /// Digits, or nothing.
    Literal(Vec<u8>),
    /// One slot.
    Slot(usize),
}

/// What follows `//`.
pub struct Authority {
    /// Before the colon.
    pub user: Option<Runs>,
    /// Behind it.
    pub password: Option<Runs>,
    /// Always there.
    pub host: Host,
    /// Behind the host's colon.
    pub port: Option<Port>,
}

/// A piece of a path; `slash` says whether one is before it.
#[expect(missing_docs, reason = "said above")]
pub enum Segment {
    /// Segments without slots, with their slashes.
    Literal(Vec<u8>),
    /// One segment with slots.
    Data { slash: bool, runs: Runs },
    /// So many segments as there are values.
    Many { slash: bool, name: usize },
}

/// What is between two ampersands of a query.
#[expect(missing_docs, reason = "said above")]
pub enum Pair {
    /// Without slots.
    Literal(Vec<u8>),
    /// A name, and a value behind a `=`; absent if the slot that is its only one is.
    Data { name: Runs, value: Option<Runs> },
    /// A pair of this name for each value.
    Many { name: Runs, values: usize },
    /// Pairs.
    Pairs(usize),
}

/// A template, its literal parts parsed.
pub struct Template {
    /// In order of their first slots.
    pub names: Vec<Name>,
    /// Before the first colon.
    pub scheme: Option<Runs>,
    /// What follows `//`.
    pub authority: Option<Authority>,
    /// The path's pieces.
    pub path: Vec<Segment>,
    /// The query's pieces.
    pub query: Option<Vec<Pair>>,
    /// The literal names of the query's pairs, decoded: no other pair may have one.
    pub own: HashSet<Vec<u8>>,
    /// Behind the `#`.
    pub fragment: Option<Runs>,
    /// Where a password is in the template that is not a slot by itself.
    pub(crate) secret: Option<Range<usize>>,
}

impl Template {
    /// The text of this template with an ellipsis for a password that is written in it.
    ///
    /// ```
    /// use superuri::uri::template::source::Draft;
    /// use superuri::uri::template::Template;
    /// let text = "http://bob:secret@{host}/";
    /// let template = Template::new(Draft::read(text).unwrap()).unwrap();
    /// assert_eq!(template.redacted(text), "http://bob:…@{host}/");
    /// ```
    #[must_use]
    pub fn redacted(&self, text: &str) -> String {
        // What a slot is called says nothing of where the authority ends, and is not a password.
        let mut depth = false;
        let flat = |&byte: &u8| {
            depth = byte == b'{' || depth && byte != b'}';
            if depth || byte == b'}' { b'x' } else { byte }
        };
        let flat: Vec<u8> = text.bytes().collect::<Vec<_>>().iter().map(flat).collect();
        let is_slots = |span: &Range<usize>| {
            let text = &text[span.clone()];
            text.starts_with('{')
                && text.ends_with('}')
                && !text[..text.len() - 1].replace("}{", "").contains('}')
        };
        let seen = passwords(&flat).into_iter().filter(|span| !is_slots(span));
        hidden(text, &united(self.secret.iter().cloned().chain(seen).collect())).into_owned()
    }

    /// Is what is given for the name of this number a password, or a part of one?
    #[must_use]
    pub fn is_secret(&self, name: usize) -> bool {
        let password = self.authority.as_ref().and_then(|authority| authority.password.as_ref());
        let is_it = |run: &Run| matches!(run, Run::Slot(slot, _) if *slot == name);
        password.is_some_and(|runs| runs.iter().any(is_it))
    }
}
