//! A finding: which rule found what, where, and how to fix it.

use std::{borrow::Cow, ops::Range};

use super::rule::{Id, Rule, Severity};

/// One thing that is wrong or odd.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub id: Id,
    /// How severe it is: the rule's severity, or a higher one by the policy.
    pub severity: Severity,
    /// Where, in bytes of the text.
    pub at: Range<usize>,
    /// What the rule's sentence leaves out.
    pub detail: Option<String>,
    /// The fix, if there is one.
    pub fix: Option<Fix>,
    /// How many more findings of its rule there are that are not listed.
    pub more: u64,
}

/// A fix of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The spans and their replacements, in order and without overlap.
    pub edits: Vec<(Range<usize>, Cow<'static, [u8]>)>,
    /// Does the fixed text keep its meaning, by RFC 3986 or by what `clean` promises?
    pub safe: bool,
}

impl Finding {
    /// The rule that found it.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        self.id.rule()
    }

    /// Moves the finding to its place in a text with `by` more bytes before it.
    pub(super) fn move_by(&mut self, by: usize) {
        let moved = |at: &Range<usize>| at.start + by..at.end + by;
        self.at = moved(&self.at);
        for (at, _) in self.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
            *at = moved(at);
        }
    }

    /// What was found, in a sentence; no userinfo is ever quoted.
    #[must_use]
    pub fn message(&self) -> Cow<'static, str> {
        let sentence = self.rule().sentence;
        match &self.detail {
            Some(detail) => [sentence, " (", detail, ")"].concat().into(),
            None => sentence.into(),
        }
    }
}
