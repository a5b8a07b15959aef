//! Options of the linter.

use super::{limits, rules::RuleSet};

/// How the end of the text was found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Origin {
    /// It is where the text ends, or where its format says.
    #[default]
    Whole,
    /// It was found in running text: its last characters may belong to the sentence.
    Found,
    /// It is a guess: the text may be more than a URI. No fix is safe.
    Guessed,
}

/// What a `%` is in the document of the text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Percent {
    /// A character, as in prose and data.
    #[default]
    Text,
    /// Syntax, as in a format string: no safe fix writes one.
    Syntax,
}

/// Which rules are selected, and how severe their findings are.
#[derive(Clone, Copy, Debug)]
pub struct LintOptions {
    /// The rules.
    pub rules: RuleSet,
    /// Is every finding one level more severe?
    pub raised: bool,
    /// Rules whose findings are at least warnings.
    pub warned: RuleSet,
    /// How many findings of one rule are listed. The last one has the number of the rest.
    pub most: usize,
    /// Was the text made of characters? Then a lone surrogate has no octets and no escape.
    pub characters: bool,
    /// Are fixes wanted? Trying them takes most of the time.
    pub fixes: bool,
    /// How the end of the text was found: in running text, fewer fixes are safe.
    pub origin: Origin,
    /// What a `%` is where the text was found: if it is syntax, fewer fixes are safe.
    pub percent: Percent,
}

impl Default for LintOptions {
    fn default() -> Self {
        Self {
            rules: RuleSet::DEFAULT,
            raised: false,
            warned: RuleSet::default(),
            most: limits::LISTED,
            characters: false,
            fixes: true,
            origin: Origin::Whole,
            percent: Percent::Text,
        }
    }
}
