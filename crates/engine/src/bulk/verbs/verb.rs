//! Verb: the interface of verbs, the rows of their table, and their arguments.

use std::{borrow::Cow, sync::Arc};

use crate::base::error::{Error, Result};
use crate::base::sets::rfc3986;
use crate::bulk::columns::values::{ResultType, Values};
use crate::bulk::lines::noop::NoopTest;
use crate::clean::{
    default_scheme::DefaultScheme, edit::Edit, profile::Profile, profiles, suspect::Suspect,
};
use crate::codec::{
    encodings::charset::KnownEncoding, encodings::decode::NamedEncoding, encodings::reader::Reader,
    percent::Errors,
};
use crate::lint;
use crate::normal::python::{self, Python};
use crate::normal::{keys::TableVersions, steps::Step, tracking::Tracking};
use crate::show::{display::View, layout::Shown};
use crate::uri::unwrap;
use superuri_kernels::set::Set;

/// A verb with its options: it makes a text of each record.
pub trait Verb: Send + Sync {
    /// Appends the result and returns true; or, if the record stays as it is, appends nothing and
    /// returns false.
    ///
    /// # Errors
    ///
    /// Those of the verb; what was appended is invalid then.
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool>;

    /// What is known of it before it sees a record.
    fn facts(&self) -> Facts {
        Facts::default()
    }

    /// What a report adds to the result for a record that [`Verb::apply`] accepts.
    ///
    /// # Errors
    ///
    /// Those of the verb; then the report adds nothing.
    fn details<'a>(&'a self, _record: &'a [u8]) -> Result<Details<'a>> {
        Ok(Details::None)
    }
}

/// What a record probably is, of which it is known whether it was changed.
pub type Suspecting = fn(&[u8], bool) -> Option<Suspect>;

/// What is known of a verb before it sees a record.
#[derive(Clone, Copy)]
pub struct Facts {
    /// What a result is.
    pub makes: Makes,
    /// When a record certainly stays as it is, if there is a quick test for that.
    pub noop: Option<NoopTest>,
    /// How many records can be processed as one text, if they can.
    pub at_once: Option<AtOnce>,
    /// The part of a result that identifies it.
    pub known_by: fn(&[u8]) -> &[u8],
    /// What a record probably is, if its result is certainly not what was meant.
    pub suspect: Option<Suspecting>,
    /// Whether a result says that the compared texts differ.
    pub differs: Option<fn(&[u8]) -> bool>,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            makes: Makes::Text,
            noop: None,
            at_once: None,
            known_by: |result| result,
            suspect: None,
            differs: None,
        }
    }
}

/// What the result of a verb is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Makes {
    /// One text, for text; octets for octets.
    Text,
    /// Octets, even for text.
    Octets,
    /// Several lines, the last one empty.
    Lines,
    /// A JSON object.
    Json,
}

/// What a report adds to a result. Offsets are those of the record.
pub enum Details<'a> {
    /// Nothing.
    None,
    /// Each replacement, which is passed on at once: in a text that is wrong everywhere, a list of
    /// them is far larger than the text. On failure, some may have been passed before.
    Edits(Box<EachEdit<'a>>),
    /// Where and why the shown text differs from the source.
    Spans(Shown),
    /// The steps that lead to the result.
    Steps(Vec<Step>),
    /// The redirects and their targets, one inside the other.
    Chain(Vec<unwrap::UnwrapStep>),
}

/// Passes each replacement to a function.
pub type EachEdit<'a> = dyn FnOnce(&mut dyn FnMut(Edit)) -> Result<()> + 'a;

/// What is done to many records as if they were one text.
#[derive(Clone, Copy)]
pub enum AtOnce {
    /// They are percent-encoded by this set, and so is everything that is not ASCII.
    Encode {
        /// The set; without the space if a space is written as `+`.
        set: Set,
        /// Whether a space is written as `+`.
        form: bool,
    },
    /// They are decoded into UTF-8.
    Decode {
        /// How malformed escapes and invalid text are handled.
        errors: Errors,
        /// Whether a `+` is a space.
        form: bool,
    },
}

/// Finds one other text in a text, or nothing.
pub type FindText = dyn Fn(&[u8]) -> Result<Option<Cow<'_, [u8]>>> + Sync + Send;

/// Finds something in a text: pushes one row, or pushes none and returns the error.
pub type Find = dyn Fn(&[u8], &mut Values) -> Result<()> + Sync + Send;

/// What is done to each text.
pub enum Work {
    /// Each text becomes another text.
    Text(Box<dyn Verb>),
    /// One text is found in each text, or nothing.
    FindText {
        /// Whether the found text is octets.
        octets: bool,
        /// Finds it.
        find: Box<FindText>,
        /// The tables of the key, if that is what is found: many keys are found faster together.
        keys: Option<&'static TableVersions>,
    },
    /// Something else is found in each text.
    Find {
        /// The type of the rows.
        shape: &'static ResultType,
        /// Finds it.
        find: Box<Find>,
    },
}

impl Work {
    /// Each text becomes another one, by this verb.
    #[expect(clippy::unnecessary_wraps, reason = "a maker of a verb returns it")]
    pub(super) fn text(verb: impl Verb + 'static) -> ArgumentResult {
        Ok(Self::Text(Box::new(verb)))
    }

    /// A text, or nothing, is found in each text.
    #[expect(clippy::unnecessary_wraps, reason = "a maker of a verb returns it")]
    pub(super) fn find_text<F>(find: F) -> ArgumentResult
    where
        F: Fn(&[u8]) -> Result<Option<Cow<'_, [u8]>>> + Sync + Send + 'static,
    {
        Ok(Self::FindText { octets: false, find: Box::new(find), keys: None })
    }

    /// A verb that returns values of this shape for each text.
    #[expect(clippy::unnecessary_wraps, reason = "a maker of a verb returns it")]
    pub(super) fn find<F>(shape: &'static ResultType, find: F) -> ArgumentResult
    where
        F: Fn(&[u8], &mut Values) -> Result<()> + Sync + Send + 'static,
    {
        Ok(Self::Find { shape, find: Box::new(find) })
    }
}

/// The result of reading arguments, or why they are refused.
pub type ArgumentResult<T = Work> = std::result::Result<T, RefusedArgument>;

/// Makes a verb of its arguments.
pub type Make = fn(&dyn Arguments) -> ArgumentResult;

/// A row of the table of verbs.
#[derive(Clone, Copy)]
pub struct VerbRow {
    /// The name; if it has two words, the first is the family.
    pub name: &'static str,
    /// The arguments of the column function besides the text.
    pub parameters: &'static [&'static str],
    /// Makes the verb for lines and for arguments of the command.
    pub lines: Option<Make>,
    /// Makes the verb for rows of a column.
    pub column: Option<Make>,
    /// Whether it finds something in a row instead of making another text of it.
    pub finds: bool,
}

impl VerbRow {
    /// A verb that makes another text of a line, and of a row.
    pub(super) const fn text(
        name: &'static str,
        parameters: &'static [&'static str],
        make: Make,
    ) -> Self {
        Self { name, parameters, lines: Some(make), column: Some(make), finds: false }
    }

    /// A verb that finds something in a row.
    pub(super) const fn found(
        name: &'static str,
        parameters: &'static [&'static str],
        make: Make,
    ) -> Self {
        Self { name, parameters, lines: None, column: Some(make), finds: true }
    }

    pub(super) const fn of_lines(name: &'static str, make: Make) -> Self {
        Self { name, parameters: &[], lines: Some(make), column: None, finds: false }
    }
}

/// A Python function that does to a text what its verb does to a row.
#[derive(Clone, Copy)]
pub struct Function {
    /// Its name; the binding knows its parameters by it.
    pub name: &'static str,
    /// Makes the verb that is applied to the text.
    pub make: Make,
}

/// Why a verb cannot be made of its arguments.
pub enum RefusedArgument {
    /// The argument's name, a word that is not allowed, and the allowed words.
    NoneOf(&'static str, String, Vec<&'static str>),
    /// The argument's name, and a word that is not allowed; there are too many allowed words to
    /// list.
    Unknown(&'static str, String),
    /// A text, and what is wrong with it.
    Text(String, Box<Error>),
    /// An argument of the right type with a wrong value.
    Value(String),
    /// An argument of the wrong type.
    Type(String),
    /// The implementor of [`Arguments`] has kept the error.
    Known,
}

/// The rules of cleaning: the profile, and the encodings of text and query if they are not UTF-8.
pub struct CleaningRules {
    /// The profile.
    pub profile: &'static Profile,
    /// The encoding of the text except for host and query.
    pub text: Option<KnownEncoding>,
    /// The encoding of the query.
    pub query: Option<KnownEncoding>,
}

/// The arguments of a verb, from the command or from Python. Each method has a default for an
/// argument that was not given.
///
/// # Errors
///
/// Each method refuses invalid values of its argument.
#[expect(clippy::missing_errors_doc, reason = "the errors of all methods are documented once")]
pub trait Arguments {
    /// Whether the records are text; otherwise they are octets.
    fn is_text(&self) -> bool {
        true
    }

    /// Whether a report in JSON was requested.
    fn json(&self) -> bool {
        false
    }

    /// Whether the option of this name is on.
    fn flag(&self, _name: &str) -> bool {
        false
    }

    /// The number for this name.
    fn number(&self, _name: &str) -> Option<usize> {
        None
    }

    /// The word for this name.
    fn word(&self, _name: &str) -> ArgumentResult<Option<String>> {
        Ok(None)
    }

    /// The words for this name.
    fn words(&self, _name: &str) -> ArgumentResult<Vec<String>> {
        Ok(Vec::new())
    }

    /// The percent-encode set.
    fn set(&self) -> ArgumentResult<Set> {
        Ok(rfc3986::COMPONENT)
    }

    /// The encoding of the octets, if it is not UTF-8.
    fn encoding(&self) -> ArgumentResult<Option<NamedEncoding>> {
        Ok(None)
    }

    /// The decoder of the octets, if not all of them are UTF-8.
    fn reader(&self) -> ArgumentResult<Option<Reader>> {
        Ok(self.encoding()?.map(Reader::One))
    }

    /// The encoding whose characters a decoded text may contain; `None` allows every character.
    fn repertoire(&self) -> ArgumentResult<Option<NamedEncoding>> {
        Ok(None)
    }

    /// The scheme for texts that have none.
    fn default_scheme(&self) -> ArgumentResult<Option<DefaultScheme>> {
        Ok(None)
    }

    /// How texts are cleaned.
    fn rule(&self) -> ArgumentResult<CleaningRules> {
        Ok(CleaningRules { profile: profiles::RFC3986, text: None, query: None })
    }

    /// How a URI is shown.
    fn view(&self) -> ArgumentResult<View> {
        Ok(View::of(0))
    }

    /// The caller's table of names that only track, if there is one.
    fn tracking(&self) -> ArgumentResult<Option<Arc<Tracking>>> {
        Ok(None)
    }

    /// What Python says of hosts beyond ASCII.
    fn python(&self) -> &'static Python {
        &python::NONE
    }

    /// The selected rules of the linter.
    fn rules(&self) -> ArgumentResult<lint::LintOptions> {
        lint::LintOptions::of(&[], &[], None).map_err(|_| RefusedArgument::Known)
    }
}

impl dyn Arguments + '_ {
    /// The meaning of the word of this name, which must be one of these; `None` if it was not
    /// given.
    pub(super) fn one_of<T: Copy>(
        &self,
        name: &'static str,
        known: &[(&'static str, T)],
    ) -> ArgumentResult<Option<T>> {
        let Some(word) = self.word(name)? else { return Ok(None) };
        meant(name, &word, known).map(Some)
    }

    /// How malformed escapes and invalid text are handled.
    pub(super) fn errors(&self) -> ArgumentResult<Errors> {
        Ok(self.one_of("errors", &Errors::NAMES)?.unwrap_or(Errors::Strict))
    }
}

/// The meaning of this word, which must be one of these.
pub(super) fn meant<T: Copy>(
    name: &'static str,
    given: &str,
    known: &[(&'static str, T)],
) -> ArgumentResult<T> {
    let found = known.iter().find(|(word, _)| *word == given);
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        RefusedArgument::NoneOf(
            name,
            given.to_owned(),
            known.iter().map(|(word, _)| *word).collect(),
        )
    })
}
