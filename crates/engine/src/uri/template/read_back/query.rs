//! Queries: which pair of a template each piece of a query is.
//!
//! The pieces between ampersands are taken out one after the other, each by the first pair of the
//! template that accepts it. The order of the passes decides, because several pairs may accept the
//! same piece:
//!
//! 1. If the pieces fit the template's pairs one by one, each pair may only take the piece at its
//!    own place.
//! 2. Literal pairs take theirs: a slot for all values of the same name would take them, too.
//! 3. Pairs with slots, in the template's order: a single value takes the first piece of its name,
//!    a slot for all values takes every piece of it that is left.
//! 4. The slot for all other pairs takes what is left. Without such a slot, only empty pieces may
//!    be left.
//!
//! A literal pair without its piece means that the URI is not of this template; a slot without one
//! is absent.

use crate::uri::template::read_back::{Matching, WrittenValue};
use crate::uri::template::{TemplatePair, TemplateRun, only_slot};

impl<'a> Matching<'_, 'a> {
    pub(super) fn query(&mut self, query: &[TemplatePair], text: Option<&'a [u8]>) -> Option<()> {
        let pieces = text.into_iter().flat_map(|text| text.split(|&b| b == b'&'));
        let mut left: Vec<Option<&'a [u8]>> = pieces.map(Some).collect();
        // If the pieces can be the template's pairs one by one, they are: in any other order, an
        // empty value could be taken for an empty pair of the template.
        let len = left.len();
        let mut each = query.iter().zip(left.iter().flatten());
        let is_in_order = len == query.len() && each.all(|(pair, piece)| pair.fits(piece));
        let among = |n| if is_in_order { n..n + 1 } else { 0..len };
        for (n, pair) in query.iter().enumerate() {
            if let TemplatePair::Literal(literal) = pair {
                take(&mut left[among(n)], |piece| (piece == literal).then_some(()))?;
            }
        }
        let mut rest = None;
        for (n, pair) in query.iter().enumerate() {
            match pair {
                TemplatePair::Literal(_) => {}
                TemplatePair::Data { name, value: Some(value) } => {
                    match take(&mut left[among(n)], |piece| value_of(name, piece)) {
                        Some((written, found)) => {
                            self.runs(name, written)?;
                            self.runs(value, found)?;
                        }
                        None => self.bind(only_slot(value)?, WrittenValue::Absent)?,
                    }
                }
                TemplatePair::Data { name, value: None } => {
                    let found = take(&mut left[among(n)], |piece| {
                        (halves(piece).1.is_none() && is_called(name, piece)).then_some(piece)
                    });
                    match found {
                        Some(written) => self.runs(name, written)?,
                        None => self.bind(only_slot(name)?, WrittenValue::Absent)?,
                    }
                }
                TemplatePair::Many { name, values } => {
                    let mut found = Vec::new();
                    for piece in &mut left {
                        if let Some((_, value)) = piece.and_then(|piece| value_of(name, piece)) {
                            found.push(value);
                            *piece = None;
                        }
                    }
                    self.bind(*values, WrittenValue::Many(found))?;
                }
                TemplatePair::Pairs(name) => rest = Some(*name),
            }
        }
        let mut left = left.into_iter().flatten().filter(|piece| !piece.is_empty());
        match rest {
            None => left.next().is_none().then_some(()),
            Some(name) => self.bind(name, WrittenValue::Pairs(left.map(halves).collect())),
        }
    }
}

impl TemplatePair {
    /// Can this piece of a query be the pair, without regard to the others?
    fn fits(&self, piece: &[u8]) -> bool {
        let (written, value) = halves(piece);
        match self {
            Self::Literal(literal) => literal == piece,
            Self::Data { name, value: own } => {
                own.is_some() == value.is_some() && is_called(name, written)
            }
            Self::Many { .. } | Self::Pairs(_) => false,
        }
    }
}

/// Takes out the first of these that the function accepts.
fn take<'a, T>(left: &mut [Option<&'a [u8]>], judge: impl Fn(&'a [u8]) -> Option<T>) -> Option<T> {
    left.iter_mut().find_map(|piece| {
        let taken = judge((*piece)?)?;
        *piece = None;
        Some(taken)
    })
}

/// The name and the value of this pair, if the template's pair can have the name.
fn value_of<'a>(name: &[TemplateRun], piece: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (written, value) = halves(piece);
    Some((written, value.filter(|_| is_called(name, written))?))
}

/// The name and the value of a pair, if there is one.
fn halves(piece: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(b'=', piece) {
        Some(at) => (&piece[..at], Some(&piece[at + 1..])),
        None => (piece, None),
    }
}

/// Can the template's pair have this name?
fn is_called(name: &[TemplateRun], written: &[u8]) -> bool {
    match name {
        [TemplateRun::Literal(literal)] => literal == written,
        [TemplateRun::Literal(literal), ..] => written.starts_with(literal),
        _ => true,
    }
}
