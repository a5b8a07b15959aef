//! DATA: policies, the lint rules that are selected together under one name.

use super::Options;
use super::rule::Id;
use super::rules::{ROWS, Rules};

/// A bundle of rules with a name.
#[derive(Debug)]
pub struct Policy {
    /// The name, in words with hyphens.
    pub name: &'static str,
    /// Who would want it.
    pub sentence: &'static str,
    /// Its rules, as [`Options::of`] selects them; none stands for the default ones.
    pub select: &'static [&'static str],
    /// Is every finding one level more severe?
    pub raised: bool,
    /// Where it is said.
    pub source: &'static str,
}

const ENVOY: &str =
    "Envoy, HttpConnectionManager.path_with_escaped_slashes_action, checked 2026-11";

/// Every policy.
#[rustfmt::skip] // a table reads best one row a line
pub static POLICIES: &[Policy] = &[
    Policy { name: "strict", sentence: "the default rules, each finding one level more severe", select: &[], raised: true, source: "superuri" },
    Policy { name: "spring-strict", sentence: "what the firewall of Spring Security rejects by default", select: &["U92", "U93"], raised: false, source: "Spring Security, StrictHttpFirewall.java, checked 2026-11" },
    Policy { name: "envoy-keep-unchanged", sentence: "escaped slashes in the path stay: KEEP_UNCHANGED", select: &["U941"], raised: false, source: ENVOY },
    Policy { name: "envoy-reject-request", sentence: "escaped slashes in the path are refused: REJECT_REQUEST", select: &["U942"], raised: false, source: ENVOY },
    Policy { name: "envoy-unescape-and-redirect", sentence: "escaped slashes in the path are unescaped, and the client sent there: UNESCAPE_AND_REDIRECT", select: &["U943"], raised: false, source: ENVOY },
    Policy { name: "envoy-unescape-and-forward", sentence: "escaped slashes in the path are unescaped, and forwarded: UNESCAPE_AND_FORWARD", select: &["U944"], raised: false, source: ENVOY },
];

/// No rule or policy has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(pub String);

impl Policy {
    /// The codes of the rules that it names.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        self.select.iter().flat_map(|word| named(word)).flatten().map(|id| id.rule().code)
    }
}

impl Options {
    /// The options in words: codes, beginnings of codes or names of rules; the name of a policy.
    ///
    /// What is selected takes the place of the policy's rules, and what is ignored is left out.
    ///
    /// ```
    /// use superuri::lint::{Options, lint};
    /// let options = Options::of(&["U1"], &["space"], None).unwrap();
    /// assert_eq!(lint(b"/a b|", &options).len(), 1);
    /// ```
    ///
    /// # Errors
    /// The first word that names no rule, or no policy.
    pub fn of(select: &[&str], ignore: &[&str], policy: Option<&str>) -> Result<Self, UnknownRule> {
        let policy = match policy {
            None => None,
            Some(name) => {
                let found = POLICIES.iter().find(|policy| policy.name == name);
                Some(found.ok_or_else(|| UnknownRule(name.to_owned()))?)
            }
        };
        let select = if select.is_empty() { policy.map_or(select, |it| it.select) } else { select };
        let mut rules = if select.is_empty() { Rules::DEFAULT } else { Rules::default() };
        for word in select {
            rules = named(word)?.fold(rules, Rules::with);
        }
        for word in ignore {
            rules = named(word)?.fold(rules, Rules::without);
        }
        Ok(Self { rules, raised: policy.is_some_and(|policy| policy.raised), ..Self::default() })
    }
}

/// The rules that a word names.
fn named(word: &str) -> Result<impl Iterator<Item = Id> + '_, UnknownRule> {
    let is_meant = move |rule: &&super::Rule| {
        rule.name.eq_ignore_ascii_case(word)
            || word.len() > 1
                && rule.code.get(..word.len()).is_some_and(|code| code.eq_ignore_ascii_case(word))
            || word.eq_ignore_ascii_case("U")
    };
    let mut ids = ROWS.iter().filter(is_meant).map(|rule| rule.id).peekable();
    if ids.peek().is_none() { Err(UnknownRule(word.to_owned())) } else { Ok(ids) }
}
