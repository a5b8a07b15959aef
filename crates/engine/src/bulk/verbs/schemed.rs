//! Schemed: a verb whose texts get a default scheme first.

use std::{borrow::Cow, ops::Range};

use crate::base::error::{Error, Result};
use crate::bulk::lines::record::inner;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Details, Facts, Verb, Work};
use crate::clean::default_scheme::{DefaultScheme, without};
use crate::clean::edit::{Edit, Why};
use superuri_kernels::memory;

/// The work on texts that have the default scheme of the arguments, if they name one; with `trim`,
/// white space around a text is removed first.
pub(super) fn schemed(arguments: &dyn Arguments, trim: bool, work: Work) -> ArgumentResult {
    let Some(scheme) = arguments.default_scheme()? else { return Ok(work) };
    Ok(match work {
        Work::Text(verb) => Work::text(Schemed { scheme, trim, verb })?,
        Work::FindText { octets, find, keys: _ } => Work::FindText {
            octets,
            // Keys of texts that are not in the column cannot be made together.
            keys: None,
            find: Box::new(move |text| {
                let owned = |found: Option<Cow<'_, [u8]>>| found.map(memory::owned);
                let found = scheme.within(text, |whole| find(whole).map(owned))?;
                Ok(found.map(Cow::Owned))
            }),
        },
        Work::Find { shape, find } => Work::Find {
            shape,
            find: Box::new(move |text, values| scheme.within(text, |whole| find(whole, values))),
        },
    })
}

struct Schemed {
    scheme: DefaultScheme,
    trim: bool,
    verb: Box<dyn Verb>,
}

impl Schemed {
    /// The record with the scheme, and without the white space around it; `None` if the record has
    /// a scheme or no host.
    fn whole(&self, record: &[u8]) -> Result<Option<Vec<u8>>> {
        let (text, lead) = inner(record, self.trim);
        match self.scheme.read(text).map_err(|error| error.shifted(lead))? {
            Cow::Borrowed(_) => Ok(None),
            Cow::Owned(whole) => Ok(Some(whole)),
        }
    }

    /// The same error, with its span in the record.
    fn back(&self, record: &[u8], whole: &[u8], error: Box<Error>) -> Box<Error> {
        let (text, lead) = inner(record, self.trim);
        without(whole.len() - text.len(), text.len(), error).shifted(lead)
    }

    /// Passes each replacement in the record to `put`.
    fn each_edit(&self, record: &[u8], whole: &[u8], put: &mut dyn FnMut(Edit)) -> Result<()> {
        let (text, lead) = inner(record, self.trim);
        let added = whole.len() - text.len();
        let trim = |at: Range<usize>, put: &mut dyn FnMut(Edit)| {
            if !at.is_empty() {
                put(Edit { at, with: Cow::Borrowed(b""), why: Why::Trim });
            }
        };
        trim(0..lead, put);
        let with = Cow::Owned(whole[..added].to_vec());
        put(Edit { at: lead..lead, with, why: Why::NoScheme });
        if let Details::Edits(each) = self.verb.details(whole)? {
            let moved = |at: usize| at.saturating_sub(added) + lead;
            each(&mut |edit| put(Edit { at: moved(edit.at.start)..moved(edit.at.end), ..edit }))?;
        }
        trim(lead + text.len()..record.len(), put);
        Ok(())
    }
}

impl Verb for Schemed {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let Some(whole) = self.whole(record)? else { return self.verb.apply(record, out) };
        let applied = self.verb.apply(&whole, out);
        if !applied.map_err(|error| self.back(record, &whole, error))? {
            memory::reserve(out, whole.len());
            out.extend_from_slice(&whole);
        }
        Ok(true)
    }

    fn facts(&self) -> Facts {
        // A record that the verb would leave as it is may lack a scheme.
        Facts { noop: None, at_once: None, ..self.verb.facts() }
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        let Some(whole) = self.whole(record)? else { return self.verb.details(record) };
        match self.verb.details(&whole) {
            Err(error) => return Err(self.back(record, &whole, error)),
            Ok(Details::None) => return Ok(Details::None),
            Ok(Details::Spans(shown)) => return Ok(Details::Spans(shown)),
            Ok(Details::Steps(steps)) => return Ok(Details::Steps(steps)),
            Ok(Details::Chain(chain)) => return Ok(Details::Chain(chain)),
            // They borrow from the text with the scheme, so they are found again.
            Ok(Details::Edits(_)) => {}
        }
        Ok(Details::Edits(Box::new(move |put| self.each_edit(record, &whole, put))))
    }
}
