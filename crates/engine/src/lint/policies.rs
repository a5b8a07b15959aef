//! DATA: which rules are asked together, and under which name?

use super::Options;
use super::rule::{Id, Rules};
use super::rules::ROWS;

/// A bundle of rules with a name.
#[derive(Debug)]
pub struct Policy {
    /// The name, in words with hyphens.
    pub name: &'static str,
    /// Who would want it.
    pub sentence: &'static str,
    /// Its rules; none stands for the default ones.
    pub rules: &'static [Id],
    /// Is every finding one grade graver?
    pub raised: bool,
    /// Where it is said.
    pub source: &'static str,
}

const SPRING: &[Id] = &[
    Id::SpringPercent,
    Id::SpringSlash,
    Id::SpringDoubleSlash,
    Id::SpringBackslash,
    Id::SpringNull,
    Id::SpringLineFeed,
    Id::SpringCarriageReturn,
    Id::SpringSemicolon,
    Id::SpringPeriod,
    Id::SpringSeparator,
    Id::SpringNotNormalized,
    Id::SpringNotPrintable,
];
const ENVOY: &str =
    "Envoy, HttpConnectionManager.path_with_escaped_slashes_action, checked 2026-11";

/// Every policy.
#[rustfmt::skip] // a table reads best one row a line
pub static POLICIES: &[Policy] = &[
    Policy { name: "strict", sentence: "the default rules, each finding one grade graver", rules: &[], raised: true, source: "superuri" },
    Policy { name: "spring-strict", sentence: "what the firewall of Spring Security rejects by default", rules: SPRING, raised: false, source: "Spring Security, StrictHttpFirewall.java, checked 2026-11" },
    Policy { name: "envoy-keep-unchanged", sentence: "escaped slashes in the path stay: KEEP_UNCHANGED", rules: &[Id::EnvoyKeeps], raised: false, source: ENVOY },
    Policy { name: "envoy-reject-request", sentence: "escaped slashes in the path are refused: REJECT_REQUEST", rules: &[Id::EnvoyRejects], raised: false, source: ENVOY },
    Policy { name: "envoy-unescape-and-redirect", sentence: "escaped slashes in the path are unescaped, and the client sent there: UNESCAPE_AND_REDIRECT", rules: &[Id::EnvoyRedirects], raised: false, source: ENVOY },
    Policy { name: "envoy-unescape-and-forward", sentence: "escaped slashes in the path are unescaped, and forwarded: UNESCAPE_AND_FORWARD", rules: &[Id::EnvoyForwards], raised: false, source: ENVOY },
];

/// The rules that are asked where nobody chose any.
pub const DEFAULT: Rules = {
    let mut rules = Rules::NONE;
    let mut n = 0;
    while n < Id::SpringPercent as usize {
        rules = rules.with_number(n);
        n += 1;
    }
    rules
};

/// No rule or policy has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(pub String);

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
        let mut rules = match policy.map(|policy| policy.rules) {
            None | Some([]) => DEFAULT,
            Some(ids) => ids.iter().fold(Rules::default(), |rules, id| rules.with(*id)),
        };
        if !select.is_empty() {
            rules = Rules::default();
            for word in select {
                rules = named(word)?.fold(rules, Rules::with);
            }
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
