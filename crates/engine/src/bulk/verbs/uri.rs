//! Verbs on whole URIs: what each does to a record that holds one URI, or two.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::error::{Error, Result};
use crate::bulk::lines::record::{inner, trimmed, unless_same};
use crate::bulk::lines::untouched::Idle;
use crate::bulk::verbs::compare;
use crate::bulk::verbs::description;
use crate::bulk::verbs::format::Format;
use crate::clean::{self, profiles};
use crate::normal::keys::{self, Tables};
use crate::normal::steps::{self, Step};
use crate::normal::{self, Also, Level};
use crate::syntax::resolve;
use crate::uri;
use crate::uri::changes::{self, Change};

/// Where the digits of an octet stand in it, the first one first.
const HEX: [u8; 2] = [4, 0];

/// A verb with its options.
pub enum Whole {
    /// Take a URI apart.
    Parse {
        /// By the URL standard, and not by RFC 3986?
        whatwg: bool,
        /// As an object, and not as lines?
        json: bool,
        /// How the record becomes a URI.
        taken: Taken,
    },
    /// Write fields of a URI.
    Get {
        /// Which, and what stands between them.
        format: Box<Format>,
        /// How the record becomes a URI.
        taken: Taken,
    },
    /// Make parts of a URI others.
    Set {
        /// Which, and what.
        changes: Vec<Change>,
        /// How the record becomes a URI.
        taken: Taken,
    },
    /// Write the one spelling of all URIs that are equivalent.
    Normalize {
        /// How far equivalence goes.
        level: Level,
        /// What else is done.
        also: Also,
        /// What is told of the steps.
        steps: Steps,
        /// Is ASCII white space around the record stripped first?
        trim: bool,
    },
    /// Write the key of a URI in hex, a tab, and the URI as it was.
    Key {
        /// What the key rests on.
        tables: &'static Tables,
        /// The key alone?
        json: bool,
        /// Is ASCII white space around the record stripped first?
        trim: bool,
    },
    /// Tell what makes two URIs equivalent, or where they differ.
    Compare {
        /// How far equivalence goes.
        level: Level,
        /// As an object, and not as words?
        json: bool,
        /// Is ASCII white space around each of the two stripped first?
        trim: bool,
        /// Have any two differed?
        differed: AtomicBool,
    },
    /// Write what a reference means where a base stands.
    Join {
        /// The base; none where each record begins with its own.
        base: Option<Vec<u8>>,
        /// Is a scheme a scheme, though it is the base's?
        strict: bool,
        /// How the record becomes a URI.
        taken: Taken,
    },
}

/// What is told of the steps of normalising.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Nothing.
    Untold,
    /// A line for each, in the result.
    Lines,
    /// They stand in the report.
    Reported,
}

/// How a record becomes a legal URI reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Is ASCII white space around it stripped first?
    pub trim: bool,
    /// Is it cleaned? Otherwise what is not legal is refused.
    pub clean: bool,
}

impl Taken {
    /// Hands the legal URI reference over that the record is.
    ///
    /// # Errors
    /// As [`uri::check`] or [`clean::clean`], and those of `then`. The spans are the record's: a
    /// failure of `then` is at the whole of what was cleaned.
    fn legal<T>(self, record: &[u8], then: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        let (inner, lead) = inner(record, self.trim);
        let legal = if self.clean {
            clean::clean(inner, profiles::RFC3986)
        } else {
            uri::check(inner).map(|()| Cow::Borrowed(inner))
        };
        let legal = legal.map_err(|error| error.shifted(lead))?;
        then(&legal).map_err(|error| match legal {
            Cow::Borrowed(_) => error.shifted(lead),
            Cow::Owned(_) => Box::new(Error { at: lead..lead + inner.len(), ..*error }),
        })
    }
}

impl Whole {
    /// When this verb does nothing to a record, if a look tells.
    #[must_use]
    pub fn idle(&self) -> Option<Idle> {
        match self {
            Self::Normalize { also, steps: Steps::Untold, .. } if *also == Also::default() => {
                Some(Idle::Normal)
            }
            _ => None,
        }
    }

    /// Appends the result and answers true; appends nothing and answers false where nothing
    /// changes.
    ///
    /// # Errors
    ///
    /// Those of the verb; nothing is appended that counts.
    pub fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        match self {
            Self::Parse { whatwg: true, json, taken } => {
                let (inner, lead) = inner(record, taken.trim);
                let url = description::url(inner).map_err(|error| error.shifted(lead))?;
                if *json {
                    description::url_object(&url, out);
                } else {
                    description::url_lines(&url, out);
                }
                Ok(true)
            }
            Self::Parse { whatwg: false, json, taken } => taken.legal(record, |text| {
                if *json {
                    description::object(text, out);
                } else {
                    description::lines(text, out);
                }
                Ok(true)
            }),
            Self::Get { format, taken } => taken.legal(record, |text| {
                format.apply(text, out)?;
                Ok(true)
            }),
            Self::Set { changes, taken } => taken.legal(record, |text| {
                Ok(unless_same(&changes::apply(text, changes)?, record, out))
            }),
            Self::Normalize { level, also, steps: Steps::Lines, trim } => {
                let (inner, lead) = inner(record, *trim);
                let told = steps::steps(inner, *level, *also);
                steps::lines(inner, &told.map_err(|error| error.shifted(lead))?, out);
                Ok(true)
            }
            Self::Normalize { level, also, trim, .. } => {
                trimmed(record, *trim, out, |inner, out| {
                    let normal = normal::normalize(inner, *level, *also)?;
                    Ok(matches!(normal, Cow::Owned(_)) && unless_same(&normal, inner, out))
                })
            }
            Self::Key { tables, json, trim } => {
                let (inner, lead) = inner(record, *trim);
                let key = keys::key(inner, tables).map_err(|error| error.shifted(lead))?;
                for octet in key {
                    out.extend(
                        HEX.map(|shift| b"0123456789abcdef"[usize::from(octet >> shift & 15)]),
                    );
                }
                if !json {
                    out.push(b'\t');
                    out.extend_from_slice(inner);
                }
                Ok(true)
            }
            Self::Compare { level, json, trim, differed } => {
                let compared = compare::compare(record, *level, *trim)?;
                if !compared.is_equal() {
                    differed.store(true, Ordering::Relaxed);
                }
                compare::tell(compared, *json, out);
                Ok(true)
            }
            Self::Join { base: Some(base), strict, taken } => taken.legal(record, |text| {
                Ok(unless_same(&resolve::resolve(base, text, *strict), record, out))
            }),
            Self::Join { base: None, strict, taken } => {
                let ([base, reference], at) = compare::halves(record)?;
                taken.legal(base, |base| Ok(base.to_vec())).and_then(|base| {
                    let target =
                        taken.legal(reference, |text| Ok(resolve::resolve(&base, text, *strict)));
                    out.extend_from_slice(&target.map_err(|error| error.shifted(at))?);
                    Ok(true)
                })
            }
        }
    }

    /// May a result be of several lines, the last one empty?
    #[must_use]
    pub fn tells_lines(&self) -> bool {
        matches!(
            self,
            Self::Parse { json: false, .. } | Self::Normalize { steps: Steps::Lines, .. }
        )
    }

    /// Is a result a JSON object?
    #[must_use]
    pub fn tells_json(&self) -> bool {
        matches!(self, Self::Parse { json: true, .. } | Self::Compare { json: true, .. })
    }

    /// Have any two texts differed that were compared?
    #[must_use]
    pub fn differed(&self) -> bool {
        matches!(self, Self::Compare { differed, .. } if differed.load(Ordering::Relaxed))
    }

    /// The steps to what [`Whole::apply`] writes, of a verb that reports them.
    ///
    /// # Errors
    ///
    /// As `apply`.
    #[must_use]
    pub fn steps(&self, record: &[u8]) -> Option<Result<Vec<Step>>> {
        let Self::Normalize { level, also, steps: Steps::Reported, trim } = self else {
            return None;
        };
        let (inner, lead) = inner(record, *trim);
        Some(steps::steps(inner, *level, *also).map_err(|error| error.shifted(lead)))
    }
}
