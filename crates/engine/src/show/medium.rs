//! Sinks: which characters each medium acts on, and how they are written so that it does not.

use crate::base::table::words;
use crate::codec::characters::refused::{CharClass, acts, class};

words! {
    /// The medium that a shown URI is written to.
    #[derive(Default)]
    Sink {
        /// Nothing acts on it.
        #[default]
        Text => "text",
        /// A terminal obeys control characters, and reorders text at bidi controls.
        Terminal => "terminal",
        /// The text of an HTML element: each component is isolated in its own `<bdi>`.
        Html => "html",
        /// A line of a log: ASCII, without spaces and without characters that end a quoted field.
        Log => "log",
        /// A field of a CSV file (RFC 4180) that a spreadsheet does not read as a formula.
        Csv => "csv",
        /// `CommonMark` and dialects with more links, strikethrough and emphasis.
        Markdown => "markdown",
        /// A message in chat or mail, whose reader follows the URL that the program finds in it.
        Message => "message",
    }
}

/// Characters at which a formula begins in a spreadsheet, in both widths.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

impl Sink {
    /// Is the character refused, because the medium acts on it or cannot represent it?
    #[must_use]
    pub fn refuses(self, c: char) -> bool {
        match self {
            Self::Text => false,
            Self::Log => !matches!(c, '!'..='~') || matches!(c, '"' | '\\'),
            // A space ends the URL, as do most marks; an escape of ASCII is as safe as its character.
            Self::Message => {
                c.is_ascii()
                    || !matches!(class(c), CharClass::Letter | CharClass::Mark | CharClass::Number)
            }
            _ => acts(c),
        }
    }

    /// The replacement for text that is left out.
    #[must_use]
    pub const fn ellipsis(self) -> &'static str {
        match self {
            Self::Log => "...",
            _ => "…",
        }
    }

    /// The text before and after each component.
    #[must_use]
    pub const fn around(self) -> (&'static str, &'static str) {
        match self {
            Self::Html => ("<bdi>", "</bdi>"),
            _ => ("", ""),
        }
    }

    /// Appends the character, escaped as the medium needs it after the text that is already there.
    pub fn push(self, out: &mut String, c: char) {
        match (self, c) {
            (Self::Html, '&') => out.push_str("&amp;"),
            (Self::Html, '<') => out.push_str("&lt;"),
            (Self::Html, '>') => out.push_str("&gt;"),
            (Self::Html, '"') => out.push_str("&quot;"),
            (Self::Html, '\'') => out.push_str("&#39;"),
            (Self::Csv, '"') => out.push_str("\"\""),
            // Spaces at an edge or in a row would indent, break the line or vanish.
            (Self::Markdown, ' ') if out.is_empty() || out.ends_with([' ', ';']) => {
                out.push_str("&#32;");
            }
            // GitHub links a mail address in spite of escapes, but not across a comment.
            (Self::Markdown, '@') => out.push_str("\\@<!-- -->"),
            // A backslash makes any ASCII punctuation literal (CommonMark section 2.4), a colon,
            // too, which would make the text a link.
            (Self::Markdown, '!'..='/' | ':'..='@' | '['..='`' | '{'..='~')
                if !matches!(c, '%' | ',' | '/' | ';') =>
            {
                out.extend(['\\', c]);
            }
            _ => out.push(c),
        }
    }

    /// The text to put before and after the whole.
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
