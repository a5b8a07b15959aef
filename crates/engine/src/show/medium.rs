//! Sinks: what each medium acts on, and how a text is written there so that it does not.

use crate::codec::characters::refused::acts;

/// The medium that a shown URI is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Sink {
    /// Nothing acts on it.
    #[default]
    Text,
    /// A terminal acts on controls, and reorders what bidi controls tell it to.
    Terminal,
    /// The text of an HTML element: each component is isolated in its own `<bdi>`.
    Html,
    /// A line of a log: ASCII, no space, nothing that a quoted field would end at.
    Log,
    /// A field of a CSV file (RFC 4180), of which a spreadsheet makes no formula.
    Csv,
    /// `CommonMark`, and the dialects that link, strike and emphasise more.
    Markdown,
}

/// What a spreadsheet reads as the beginning of a formula, in both widths.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

impl Sink {
    /// Every sink and its name.
    pub const ALL: [(&str, Self); 6] = [
        ("text", Self::Text),
        ("terminal", Self::Terminal),
        ("html", Self::Html),
        ("log", Self::Log),
        ("csv", Self::Csv),
        ("markdown", Self::Markdown),
    ];

    /// Does the medium act on the character, or not hold it, however it is written?
    #[must_use]
    pub fn refuses(self, c: char) -> bool {
        match self {
            Self::Text => false,
            Self::Log => !matches!(c, '!'..='~') || matches!(c, '"' | '\\'),
            _ => acts(c),
        }
    }

    /// What stands for something left out.
    #[must_use]
    pub const fn ellipsis(self) -> &'static str {
        match self {
            Self::Log => "...",
            _ => "…",
        }
    }

    /// What is before and after each component.
    #[must_use]
    pub const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Html => ("<bdi>", "</bdi>"),
            _ => ("", ""),
        }
    }

    /// Appends the character as the medium wants it, behind what is there already.
    pub fn push(self, out: &mut String, c: char) {
        match (self, c) {
            (Self::Html, '&') => out.push_str("&amp;"),
            (Self::Html, '<') => out.push_str("&lt;"),
            (Self::Html, '>') => out.push_str("&gt;"),
            (Self::Html, '"') => out.push_str("&quot;"),
            (Self::Html, '\'') => out.push_str("&#39;"),
            (Self::Csv, '"') => out.push_str("\"\""),
            // Spaces at an edge or in a row indent, break lines or vanish.
            (Self::Markdown, ' ') if out.is_empty() || out.ends_with([' ', ';']) => {
                out.push_str("&#32;");
            }
            // GitHub links a mail address however it is escaped, but not across a comment.
            (Self::Markdown, '@') => out.push_str("\\@<!-- -->"),
            // A backslash takes any ASCII punctuation's meaning away (CommonMark section 2.4):
            // a colon's too, at which an address would become a link.
            (Self::Markdown, '!'..='/' | ':'..='@' | '['..='`' | '{'..='~')
                if !matches!(c, '%' | ',' | '/' | ';') =>
            {
                out.extend(['\\', c]);
            }
            _ => out.push(c),
        }
    }

    /// What the whole text must be put between.
    #[must_use]
    pub fn guard(self, text: &str) -> (&'static str, &'static str) {
        if self != Self::Csv {
            return ("", "");
        }
        let formula = text.trim_start().starts_with(FORMULA);
        match (text.contains(['"', ',', ';', '\t', '\r', '\n', ' ']), formula) {
            (true, true) => ("\"'", "\""),
            (true, false) => ("\"", "\""),
            (false, true) => ("'", ""),
            (false, false) => ("", ""),
        }
    }
}
