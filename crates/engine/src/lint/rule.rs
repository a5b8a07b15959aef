//! Rules: the row of a rule, and the severity of its findings.

use crate::base::table::words;

words! {
    /// How severe a finding is.
    #[derive(PartialOrd, Ord)]
    Severity {
        /// Legal, and all parsers agree; worth knowing.
        Info => "info",
        /// Some parsers differ, or it is seldom what was meant.
        Warning => "warning",
        /// Illegal, or dangerous for the parser.
        Error => "error",
    }
}

impl Severity {
    /// One level more severe.
    #[must_use]
    pub const fn raised(self) -> Self {
        match self {
            Self::Info => Self::Warning,
            Self::Warning | Self::Error => Self::Error,
        }
    }
}

/// One rule: a row of its group's file, found in [`super::rules::ROWS`].
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its number.
    pub id: Id,
    /// The stable code: `U` and a number, whose first digit is the group.
    pub code: &'static str,
    /// The stable name, in words with hyphens.
    pub name: &'static str,
    /// How severe its findings are.
    pub severity: Severity,
    /// Is it on by default? The rules of single gateways are not.
    pub default: bool,
    /// What is found, and the consequence.
    pub sentence: &'static str,
    /// A text that only this rule finds, of all rules that are selected with it.
    pub example: &'static str,
    /// The standard or program that is its source.
    pub source: &'static str,
    /// What goes wrong, and for whom.
    pub why: &'static str,
    /// A text with the finding, as it occurs.
    pub bad: &'static str,
    /// The intended text, without the finding.
    pub good: &'static str,
    /// The end of the sentence "Ignore it when …".
    pub ignore: &'static str,
    /// What the fix keeps, or what to do by hand; empty if the fix needs no words.
    pub fix: &'static str,
}

/// A rule's number, from its code. Each row defines a constant for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Id(pub(super) u16);

impl Id {
    /// The number after the `U` of a code.
    pub(super) const fn of(code: &str) -> Self {
        let [b'U', digits @ ..] = code.as_bytes() else { panic!("a code begins with U") };
        let (mut number, mut at) = (0, 0);
        while at < digits.len() {
            assert!(digits[at].is_ascii_digit(), "digits follow the U of a code");
            number = number * 10 + (digits[at] - b'0') as u16;
            at += 1;
        }
        Self(number)
    }

    /// The first digit of the code.
    pub(super) const fn group(self) -> u16 {
        self.0 / 100
    }
}

/// In a row: the rule is on by default.
pub(super) const ON: bool = true;

/// In a row: the rule is on only if a name or a policy selects it.
pub(super) const OFF: bool = false;

/// Sources that rows of several files share.
pub(super) const HOSTS: &str = "RFC 3986 section 3.2.2";
pub(super) const PASTE: &str = "RFC 3986 appendix C";
pub(super) const PORTS: &str = "RFC 3986 section 3.2.3";
pub(super) const SEGMENTS: &str = "RFC 3986 section 3.3";

/// Defines a constant `Id::CONSTANT` for each row, and `ROWS`, the rows of the file. A row is the
/// whole page of its rule: a comment that says why it matters, then `CONSTANT: code, name, severity,
/// ON or OFF, sentence, example, source, bad: text, good: text, ignore: prose, fix: prose;`. Without
/// `bad`, the example is the bad text; `fix` is optional.
macro_rules! rows {
    ($($(#[doc = $why:literal])+ $id:ident: $code:literal, $name:literal, $severity:ident, $default:ident, $sentence:literal, $example:expr, $source:expr, $(bad: $bad:expr,)? good: $good:expr, ignore: $ignore:literal $(, fix: $fix:literal)?;)+) => {
        impl $crate::lint::rule::Id {
            $(#[doc = $sentence] pub const $id: Self = Self::of($code);)+
        }

        pub(super) const ROWS: &[$crate::lint::rule::Rule] = &[$($crate::lint::rule::Rule {
            id: $crate::lint::rule::Id::$id,
            code: $code,
            name: $name,
            severity: $crate::lint::rule::Severity::$severity,
            default: $crate::lint::rule::$default,
            sentence: $sentence,
            example: $example,
            source: $source,
            // Each line of a comment begins with a space, which joins it to the one before.
            why: concat!($($why),+).trim_ascii_start(),
            bad: [$($bad,)? $example][0],
            good: $good,
            ignore: $ignore,
            fix: [$($fix,)? ""][0],
        }),+];
    };
}
pub(super) use rows;
