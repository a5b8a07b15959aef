//! Templates of URIs: literal text and slots, component by component.
//!
//! [`crate::uri::template::places`] finds the component of each slot,
//! [`crate::uri::template::fill`] fills the slots, and [`crate::uri::template::read_back`] reads
//! them back.

pub mod fill;
pub mod places;
pub mod read_back;
pub mod source;

use std::{collections::HashSet, ops::Range};

use crate::base::secrets::{hidden, merged, spans};
use crate::codec::percent::Encoder;
use crate::uri::template::source::Name;

/// Literal text, or a slot with the encoder for its place.
pub enum TemplateRun {
    /// The text as written.
    Literal(Vec<u8>),
    /// The value of the name with this index.
    Slot(usize, &'static Encoder),
}

/// The text of one value, with literal text and slots.
pub type Runs = Vec<TemplateRun>;

/// The slot, if there is nothing but one slot.
pub(crate) fn only_slot(runs: &[TemplateRun]) -> Option<usize> {
    if let [TemplateRun::Slot(name, _)] = runs { Some(*name) } else { None }
}

/// A host of the template.
pub enum TemplateHost {
    /// Without slots, cleaned.
    Literal(Vec<u8>),
    /// One slot.
    Whole(usize),
    /// With slots inside labels, and the number of dots between them.
    Labels(Runs, usize),
}

/// A port of the template.
pub enum Port {
    /// Digits, or nothing.
    Literal(Vec<u8>),
    /// One slot.
    Slot(usize),
}

/// The part after `//`.
pub struct TemplateAuthority {
    /// The text before the colon.
    pub user: Option<Runs>,
    /// The text after the colon.
    pub password: Option<Runs>,
    /// Always present.
    pub host: TemplateHost,
    /// The text after the host's colon.
    pub port: Option<Port>,
}

/// A piece of a path. `slash`: is there one before it?
#[expect(missing_docs, reason = "the comment above explains them")]
pub enum Segment {
    /// Segments without slots, with their slashes.
    Literal(Vec<u8>),
    /// One segment with slots.
    Data { slash: bool, runs: Runs },
    /// One segment for each value.
    Many { slash: bool, name: usize },
}

/// A piece of a query, between two ampersands.
#[expect(missing_docs, reason = "the comment above explains them")]
pub enum TemplatePair {
    /// Without slots.
    Literal(Vec<u8>),
    /// A name, and a value after a `=`. If the value is an absent slot, the pair is left out.
    Data { name: Runs, value: Option<Runs> },
    /// A pair of this name for each value.
    Many { name: Runs, values: usize },
    /// The pairs of a mapping.
    Pairs(usize),
}

/// A template, its literal parts parsed.
pub struct Template {
    /// In the order of their first slots.
    pub names: Vec<Name>,
    /// The part before the first colon.
    pub scheme: Option<Runs>,
    /// The part after `//`.
    pub authority: Option<TemplateAuthority>,
    /// The text before the path, if no slot is in it.
    pub(crate) start: Option<Vec<u8>>,
    /// The path's pieces.
    pub path: Vec<Segment>,
    /// The query's pieces.
    pub query: Option<Vec<TemplatePair>>,
    /// The literal names of the query's pairs, decoded. No other pair may have one of them.
    pub own: HashSet<Vec<u8>>,
    /// The part after the `#`.
    pub fragment: Option<Runs>,
    /// The span of a password that is written in the template itself.
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
        // The names of slots are not part of the authority, and not a password. A doubled brace is
        // text.
        let mut depth = false;
        let flat = |byte: u8| {
            depth = byte == b'{' || depth && byte != b'}';
            if depth || byte == b'}' { b'x' } else { byte }
        };
        let flat: Vec<u8> =
            text.replace("{{", "xx").replace("}}", "xx").bytes().map(flat).collect();
        let is_slots = |span: &Range<usize>| {
            let text = &text[span.clone()];
            text.starts_with('{')
                && text.ends_with('}')
                && !text[..text.len() - 1].replace("}{", "").contains('}')
        };
        let seen = spans(&flat).into_iter().filter(|span| !is_slots(span));
        hidden(text, &merged(self.secret.iter().cloned().chain(seen).collect())).into_owned()
    }

    /// Is the value of this name a password, or a part of one?
    #[must_use]
    pub fn is_secret(&self, name: usize) -> bool {
        let password = self.authority.as_ref().and_then(|authority| authority.password.as_ref());
        let is_it = |run: &TemplateRun| matches!(run, TemplateRun::Slot(slot, _) if *slot == name);
        password.is_some_and(|runs| runs.iter().any(is_it))
    }
}
