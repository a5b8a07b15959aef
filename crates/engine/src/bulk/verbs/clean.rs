//! Verbs `clean`, `is_uri` and `error`: a text made a legal URI, whether it is one, and why it
//! cannot be made one.

use std::{borrow::Cow, ops::Range};

use crate::base::error::Result;
use crate::bulk::lines::record::{inner, trimmed, unless_same};
use crate::bulk::verbs::verb::{
    ArgumentResult, Arguments, CleaningRules, Details, Facts, RefusedArgument, Verb, Work,
};
use crate::bulk::{columns::values::ResultType, lines::noop::NoopTest, verbs::schemed::schemed};
use crate::clean;
use crate::clean::edit::{self, Edit, Why};
use crate::clean::edits::{self, Encodings};
use crate::clean::{profile::Profile, profiles, suspect::suspect};
use crate::codec::encodings::charset::Charset;

struct Clean {
    rule: CleaningRules,
    trim: bool,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let (rule, trim) = (arguments.rule()?, arguments.flag("trim"));
    let strips = trim || rule.profile.salvages;
    schemed(arguments, strips, Work::text(Clean { rule, trim })?)
}

/// Cleans by this profile, in UTF-8; with `trim`, white space around the record is removed first.
#[must_use]
pub fn by(profile: &'static Profile, trim: bool) -> impl Verb {
    Clean { rule: CleaningRules { profile, text: None, query: None }, trim }
}

impl Clean {
    fn is_utf8(&self) -> bool {
        self.rule.text.is_none() && self.rule.query.is_none()
    }

    /// Passes each replacement to `put`. If it fails, some may have been passed before.
    fn each_edit(&self, record: &[u8], put: &mut dyn FnMut(Edit)) -> Result<()> {
        // An encoding is only for text; octets stay as they are.
        let is_text = !self.is_utf8() && std::str::from_utf8(record).is_ok();
        let [text, query] = [self.rule.text, self.rule.query]
            .map(|known| known.filter(|_| is_text).map(Charset::Known));
        let (inner, lead) = inner(record, self.trim);
        let trimmed = |at: Range<usize>, put: &mut dyn FnMut(Edit)| {
            if !at.is_empty() {
                put(Edit { at, with: Cow::Borrowed(b""), why: Why::Trim });
            }
        };
        trimmed(0..lead, put);
        let encodings = Encodings { text, query };
        let done = edits::one_by_one(inner, self.rule.profile, encodings, &mut |edit| {
            put(Edit { at: edit.at.start + lead..edit.at.end + lead, ..edit });
        });
        trimmed(lead + inner.len()..record.len(), put);
        done.map_err(|error| error.shifted(lead))
    }
}

impl Verb for Clean {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let profile = self.rule.profile;
        if self.is_utf8() {
            return if self.trim {
                trimmed(record, true, out, |inner, out| clean::clean_into(inner, profile, out))
            } else {
                clean::clean_into(record, profile, out)
            };
        }
        let mut edits = Vec::new();
        self.each_edit(record, &mut |edit| edits.push(edit))?;
        Ok(!edits.is_empty() && unless_same(&edit::apply(record, &edits), record, out))
    }

    fn facts(&self) -> Facts {
        let profile = self.rule.profile;
        // A legal record has no white space around it.
        let by_rfc3986 = std::ptr::eq(profile, profiles::RFC3986);
        Facts {
            noop: (by_rfc3986 && self.is_utf8()).then_some(NoopTest::Legal),
            suspect: if profile.salvages {
                None
            } else {
                Some(|it, changed| if changed { suspect(it) } else { None })
            },
            ..Facts::default()
        }
    }

    fn details<'a>(&'a self, record: &'a [u8]) -> Result<Details<'a>> {
        Ok(Details::Edits(Box::new(|put| self.each_edit(record, put))))
    }
}

/// The profile, which must be one in UTF-8.
fn in_utf8(arguments: &dyn Arguments, verb: &str) -> ArgumentResult<&'static Profile> {
    match arguments.rule()? {
        CleaningRules { profile, text: None, query: None } => Ok(profile),
        _ => Err(RefusedArgument::Value(format!("{verb} of a column needs a profile in UTF-8"))),
    }
}

pub(super) fn is_uri(arguments: &dyn Arguments) -> ArgumentResult {
    let profile = in_utf8(arguments, "is_uri")?;
    Work::find(&ResultType::Bool, move |text, found| {
        found.push_bool(clean::is_clean(text, profile));
        Ok(())
    })
}

pub(super) fn error(arguments: &dyn Arguments) -> ArgumentResult {
    let profile = in_utf8(arguments, "error")?;
    let scheme = arguments.default_scheme()?;
    Work::find_text(move |text| {
        let cleaned = |whole: &[u8]| clean::clean_into(whole, profile, &mut Vec::new());
        let failure = match &scheme {
            None => cleaned(text).err(),
            Some(scheme) => {
                let strips = profile.salvages;
                scheme.within(inner(text, strips).0, cleaned).err()
            }
        };
        Ok(failure.map(|failure| Cow::Borrowed(failure.kind.code().as_bytes())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edits_make_the_result() {
        for trim in [false, true] {
            let verb = by(profiles::RFC3986, trim);
            for text in ["a b", " a b\t", "\u{fc} ", " http://e/", "", "  ", "http://[/ "] {
                let (mut out, mut all) = (Vec::new(), Vec::new());
                let applied = verb.apply(text.as_bytes(), &mut out);
                let Ok(Details::Edits(each)) = verb.details(text.as_bytes()) else {
                    panic!("clean has edits")
                };
                match (applied, each(&mut |edit| all.push(edit))) {
                    (Ok(changed), Ok(())) => {
                        let want = edit::apply(text.as_bytes(), &all);
                        assert_eq!(changed, !all.is_empty());
                        assert_eq!(if changed { &out } else { text.as_bytes() }, want);
                    }
                    (applied, edits) => assert_eq!(applied.err(), edits.err(), "{text:?}"),
                }
            }
        }
    }
}
