//! Template source: the slots of a template, and the literal text around them.

use std::{collections::HashMap, ops::Range};

use crate::base::error::{Error, Kind, Result};
use superuri_kernels::memory;

/// The letter that replaces a slot: it may begin a scheme, and is legal except in a port.
pub(crate) const LETTER: u8 = b'x';

/// What values a slot accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// `{name}`: one value.
    One,
    /// `{*name}`: a list, for segments or for the values of one name.
    Many,
    /// `{**name}`: the pairs of a query.
    Pairs,
}

impl Takes {
    /// All of them, with the text before the name.
    pub const STARS: [(&str, Self); 3] = [("**", Self::Pairs), ("*", Self::Many), ("", Self::One)];
}

/// A slot of the draft.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) letter: usize,
    /// The index of its name.
    pub(crate) name: usize,
    pub(crate) takes: Takes,
    /// The span in the template.
    pub(crate) at: Range<usize>,
}

/// A name of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As written.
    pub name: String,
    /// What values its slots accept.
    pub takes: Takes,
    /// May it be absent? Then its pair or the fragment is left out.
    pub may_be_absent: bool,
}

/// A template's text with a letter in place of each slot.
#[derive(Default)]
pub struct Draft {
    pub(crate) text: Vec<u8>,
    /// The place in the template for each byte of the text.
    pub(crate) from: Vec<usize>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) names: Vec<Name>,
    known: HashMap<String, usize>,
}

impl Draft {
    /// The draft of a template in one text, with slots in braces.
    ///
    /// # Errors
    /// [`Kind::BadSlot`].
    pub fn read(template: &str) -> Result<Self> {
        let mut draft = Self::default();
        let bytes = template.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let next = bytes.get(at + 1);
            match bytes[at] {
                brace @ (b'{' | b'}') if next == Some(&brace) => {
                    draft.literal(&bytes[at..=at], at);
                    at += 2;
                }
                b'{' => {
                    let end = memchr::memchr(b'}', &bytes[at..]).map(|len| at + len + 1);
                    let Some(end) = end else {
                        let failure = Error::quoting(Kind::BadSlot, bytes, at..bytes.len());
                        return Err(failure.that("is not a slot: nothing ends it"));
                    };
                    let inside = &template[at + 1..end - 1];
                    let starred = Takes::STARS.iter().find(|row| inside.starts_with(row.0));
                    let (stars, takes) = starred.copied().unwrap_or(("", Takes::One));
                    let name = &inside[stars.len()..];
                    let first = name.chars().next();
                    let fits = first.is_some_and(|c| c.is_alphabetic() || c == '_')
                        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
                    if !fits {
                        return Err(Error::quoting(Kind::BadSlot, bytes, at..end));
                    }
                    draft.slot(name, takes, at..end)?;
                    at = end;
                }
                b'}' => {
                    let failure = Error::quoting(Kind::BadSlot, bytes, at..at + 1);
                    return Err(failure.that("ends no slot"));
                }
                _ => {
                    draft.literal(&bytes[at..=at], at);
                    at += 1;
                }
            }
        }
        draft.end(at);
        Ok(draft)
    }

    /// Adds literal text that begins at this place of the template.
    pub fn literal(&mut self, text: &[u8], at: usize) {
        memory::reserve(&mut self.text, text.len());
        self.text.extend_from_slice(text);
        memory::reserve(&mut self.from, text.len());
        self.from.extend(at..at + text.len());
    }

    /// Adds a slot, of a new name or a known one.
    ///
    /// # Errors
    /// If slots of the same name accept different kinds of values.
    pub fn slot(&mut self, name: &str, takes: Takes, at: Range<usize>) -> Result<()> {
        let Some(&number) = self.known.get(name) else {
            self.known.insert(name.into(), self.names.len());
            self.anonymous(name, takes, at);
            return Ok(());
        };
        if self.names[number].takes != takes {
            let what = Error::naming(Kind::BadSlot, at, format!("the name {name:?}"));
            return Err(what.that("takes one value in one slot, and more in another"));
        }
        self.place(number, takes, at);
        Ok(())
    }

    /// Adds a slot with a name of its own, even if another one is called the same.
    pub fn anonymous(&mut self, name: &str, takes: Takes, at: Range<usize>) {
        self.names.push(Name { name: name.into(), takes, may_be_absent: true });
        self.place(self.names.len() - 1, takes, at);
    }

    fn place(&mut self, name: usize, takes: Takes, at: Range<usize>) {
        memory::push(&mut self.from, at.start);
        memory::push(&mut self.slots, Slot { letter: self.text.len(), name, takes, at });
        memory::push(&mut self.text, LETTER);
    }

    /// Sets the end of the template.
    pub fn end(&mut self, at: usize) {
        memory::push(&mut self.from, at);
    }

    pub(crate) fn slots_in(&self, span: &Range<usize>) -> &[Slot] {
        let from = self.slots.partition_point(|slot| slot.letter < span.start);
        let to = self.slots.partition_point(|slot| slot.letter < span.end);
        &self.slots[from..to]
    }
}
