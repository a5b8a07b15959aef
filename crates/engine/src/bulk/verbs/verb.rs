//! Verb: what is done to one record, its row in the table of verbs, and the arguments it is made of.

use std::borrow::Cow;
use std::ffi::CStr;

use crate::base::error::{Error, Result};
use crate::base::sets::rfc3986;
use crate::bulk::columns::values::{Shape, Values};
use crate::bulk::lines::untouched::Idle;
use crate::clean::edit::Edit;
use crate::clean::profile::Profile;
use crate::clean::profiles;
use crate::codec::encodings::charset::Known;
use crate::codec::encodings::decode::Called;
use crate::codec::encodings::reader::Reader;
use crate::codec::percent::Errors;
use crate::lint;
use crate::normal::steps::Step;
use crate::show::display::View;
use crate::show::layout::Shown;
use superuri_kernels::set::Set;

/// A verb with its options: it makes another text of each record.
pub trait Verb: Send + Sync {
    /// Appends the result and answers true; appends nothing and answers false where nothing
    /// changes.
    ///
    /// # Errors
    ///
    /// Those of the verb; nothing is appended that counts.
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool>;

    /// When this verb does nothing to a record, if a look shows it.
    fn idle(&self) -> Option<Idle> {
        None
    }

    /// What makes many records one text to this verb, if anything does.
    fn at_once(&self) -> Option<AtOnce> {
        None
    }

    /// Are the results octets, whatever the records are?
    fn makes_octets(&self) -> bool {
        false
    }

    /// Hands over what [`Verb::apply`] replaces, of a verb that can say why; what fails may have
    /// handed over some before.
    fn each_edit(&self, _record: &[u8], _put: &mut dyn FnMut(Edit)) -> Option<Result<()>> {
        None
    }

    /// What [`Verb::apply`] shows and why, of a verb that shows; offsets are those of the record.
    fn shown(&self, _record: &[u8]) -> Option<Result<Shown>> {
        None
    }

    /// The steps to what [`Verb::apply`] writes, of a verb that reports them.
    fn steps(&self, _record: &[u8]) -> Option<Result<Vec<Step>>> {
        None
    }

    /// May a result be of several lines, the last one empty?
    fn makes_lines(&self) -> bool {
        false
    }

    /// Is a result a JSON object?
    fn makes_json(&self) -> bool {
        false
    }

    /// Have any two texts differed that were compared?
    fn differed(&self) -> bool {
        false
    }

    /// Of a record that [`Verb::apply`] changes: is what it becomes surely not what was meant?
    fn is_suspect(&self, _record: &[u8]) -> bool {
        false
    }

    /// The number of first bytes by which a result is known.
    fn known_by(&self) -> usize {
        usize::MAX
    }
}

/// What is done to many records as if they were one text.
#[derive(Clone, Copy)]
pub enum AtOnce {
    /// They are percent-encoded by this set, and so is everything that is not ASCII.
    Encode {
        /// The set, without the space where `+` stands for it.
        set: Set,
        /// Does a `+` stand for a space?
        form: bool,
    },
    /// They are decoded into UTF-8.
    Decode {
        /// What becomes of what is malformed, or no text.
        errors: Errors,
        /// Does a `+` stand for a space?
        form: bool,
    },
}

/// What a verb finds in a text: one other text, or nothing.
pub type FindText = dyn Fn(&[u8]) -> Result<Option<Cow<'_, [u8]>>> + Sync + Send;

/// What a verb finds in a text: it pushes one row, or none and says what is wrong.
pub type Find = dyn Fn(&[u8], &mut Values) -> Result<()> + Sync + Send;

/// What is done to each text.
pub enum Work {
    /// It becomes another text.
    Text(Box<dyn Verb>),
    /// One text is found in it, or nothing.
    FindText {
        /// Is it octets?
        octets: bool,
        /// How it is found.
        find: Box<FindText>,
    },
    /// Something else is found in it.
    Find {
        /// What that looks like.
        shape: &'static Shape,
        /// How it is found.
        find: Box<Find>,
    },
}

impl Work {
    /// Each text becomes another one.
    #[expect(clippy::unnecessary_wraps, reason = "it is what making a verb gives")]
    pub(super) fn text(verb: impl Verb + 'static) -> Made {
        Ok(Self::Text(Box::new(verb)))
    }

    /// A text is found in each, or nothing.
    #[expect(clippy::unnecessary_wraps, reason = "it is what making a verb gives")]
    pub(super) fn find_text<F>(find: F) -> Made
    where
        F: Fn(&[u8]) -> Result<Option<Cow<'_, [u8]>>> + Sync + Send + 'static,
    {
        Ok(Self::FindText { octets: false, find: Box::new(find) })
    }

    /// Something is found in each text.
    #[expect(clippy::unnecessary_wraps, reason = "it is what making a verb gives")]
    pub(super) fn find<F>(shape: &'static Shape, find: F) -> Made
    where
        F: Fn(&[u8], &mut Values) -> Result<()> + Sync + Send + 'static,
    {
        Ok(Self::Find { shape, find: Box::new(find) })
    }
}

/// What is made of arguments, or why it is not.
pub type Made<T = Work> = std::result::Result<T, Refused>;

/// What makes a verb of its arguments.
pub type Make = fn(&dyn Arguments) -> Made;

/// A row of the table of verbs.
#[derive(Clone, Copy)]
pub struct Row {
    /// The name; of two words, the first is its family.
    pub name: &'static str,
    /// What columns take beside the text.
    pub parameters: &'static [&'static str],
    /// What is done to lines and arguments of the command.
    pub lines: Option<Make>,
    /// What is done to a row of a column.
    pub column: Option<Make>,
    /// Does it find something in a row, instead of making another text of it?
    pub finds: bool,
}

impl Row {
    /// A row with nothing in it but the name.
    pub(super) const fn of(name: &'static str) -> Self {
        Self { name, parameters: &[], lines: None, column: None, finds: false }
    }
}

/// A function of Python that does to a text what its verb does to a row.
#[derive(Clone, Copy)]
pub struct Function {
    /// What it does to the text.
    pub make: Make,
    /// Signature and docstring: `name($module, …)`, a line of `--`, and what comes back.
    pub document: &'static CStr,
}

/// Why a verb cannot be made of its arguments.
pub enum Refused {
    /// A word that is not one of these.
    NoneOf(&'static str, String, Vec<&'static str>),
    /// A word that is not one of too many to be listed.
    Unknown(&'static str, String),
    /// A text, and what is wrong with it.
    Text(String, Box<Error>),
    /// An argument of the right type with a wrong value.
    Value(String),
    /// An argument of the wrong type.
    Type(String),
    /// Anyone who has the arguments knows.
    Known,
}

/// The rules of cleaning: the profile, and what text and query are encoded in, if not in UTF-8.
pub struct Rule {
    /// The profile.
    pub profile: &'static Profile,
    /// The encoding of the text except for host and query.
    pub text: Option<Known>,
    /// The encoding of the query.
    pub query: Option<Known>,
}

/// The arguments of a verb, as the command or Python has them; what each is where it was not given.
///
/// # Errors
///
/// Each refuses what it cannot be.
#[expect(clippy::missing_errors_doc, reason = "the errors of all methods are said once")]
pub trait Arguments {
    /// Are the records text, and not octets?
    fn is_text(&self) -> bool {
        true
    }

    /// Is a report in JSON wanted?
    fn json(&self) -> bool {
        false
    }

    /// Was the option of this name switched on?
    fn flag(&self, _name: &str) -> bool {
        false
    }

    /// The number of this name.
    fn number(&self, _name: &str) -> Option<usize> {
        None
    }

    /// The word of this name.
    fn word(&self, _name: &str) -> Made<Option<String>> {
        Ok(None)
    }

    /// The words of this name.
    fn words(&self, _name: &str) -> Made<Vec<String>> {
        Ok(Vec::new())
    }

    /// What is encoded.
    fn set(&self) -> Made<Set> {
        Ok(rfc3986::COMPONENT)
    }

    /// The encoding of the octets, if it is not UTF-8.
    fn encoding(&self) -> Made<Option<Called>> {
        Ok(None)
    }

    /// What reads the octets, if not all of them are UTF-8.
    fn reader(&self) -> Made<Option<Reader>> {
        Ok(self.encoding()?.map(Reader::One))
    }

    /// How texts are cleaned.
    fn rule(&self) -> Made<Rule> {
        Ok(Rule { profile: profiles::RFC3986, text: None, query: None })
    }

    /// How a URI is shown.
    fn view(&self) -> Made<View> {
        Ok(View::of(0))
    }

    /// Which rules of the linter count.
    fn rules(&self) -> Made<lint::Options> {
        lint::Options::of(&[], &[], None).map_err(|_| Refused::Known)
    }
}

/// The text alone was given.
pub struct TextAlone;

impl Arguments for TextAlone {}

impl dyn Arguments + '_ {
    /// What the word of this name means, which is one of these; nothing where none was given.
    pub(super) fn one_of<T: Copy>(
        &self,
        name: &'static str,
        known: &[(&'static str, T)],
    ) -> Made<Option<T>> {
        let Some(said) = self.word(name)? else { return Ok(None) };
        meant(name, &said, known).map(Some)
    }

    /// What becomes of what is malformed, or no text.
    pub(super) fn errors(&self) -> Made<Errors> {
        Ok(self.one_of("errors", &Errors::NAMES)?.unwrap_or(Errors::Strict))
    }
}

/// What this word means, which is one of these.
pub(super) fn meant<T: Copy>(
    name: &'static str,
    said: &str,
    known: &[(&'static str, T)],
) -> Made<T> {
    let found = known.iter().find(|(word, _)| *word == said);
    found.map(|(_, meant)| *meant).ok_or_else(|| {
        Refused::NoneOf(name, said.to_owned(), known.iter().map(|(word, _)| *word).collect())
    })
}
