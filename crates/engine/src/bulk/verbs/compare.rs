//! Verb `compare`: whether the two texts of a record are equivalent, and where they differ.

use std::ops::Range;

use crate::base::error::{Error, Kind, Result};
use crate::bulk::verbs::json_text::string;
use crate::bulk::verbs::normalize::{also, level};
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Facts, Makes, Verb, Work};
use crate::normal::{self, Also, Comparison, Level, Which};

struct Compare {
    level: Level,
    also: Also<'static>,
    /// Whether the result is a JSON object instead of words.
    json: bool,
    /// Whether ASCII white space around each text is removed first.
    trim: bool,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    Work::text(Compare {
        level: level(arguments)?,
        also: also(arguments)?,
        json: arguments.json(),
        trim: arguments.flag("trim"),
    })
}

impl Verb for Compare {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        write(compare(record, self.level, self.also, self.trim)?, self.json, out);
        Ok(true)
    }

    fn facts(&self) -> Facts {
        let makes = if self.json { Makes::Json } else { Makes::Text };
        let differs = |result: &[u8]| DIFFER.iter().any(|start| result.starts_with(start));
        Facts { makes, differs: Some(differs), ..Facts::default() }
    }
}

/// The two texts of a record, which are separated by one tab, and the offset of the second.
///
/// # Errors
/// [`Kind::NoPair`] where there is no tab, or more than one.
pub(super) fn halves(record: &[u8]) -> Result<([&[u8]; 2], usize)> {
    let wrong = |at: Range<usize>, is| Err(Error::quoting(Kind::NoPair, record, at).that(is));
    let Some(tab) = memchr::memchr(b'\t', record) else {
        return wrong(0..record.len(), "is not a pair: it has no tab");
    };
    let second = tab + 1;
    if let Some(more) = memchr::memchr(b'\t', &record[second..]) {
        let at = second + more;
        return wrong(at..at + 1, "is one tab too many for a pair");
    }
    Ok(([&record[..tab], &record[second..]], second))
}

/// Compares the two texts of a record.
///
/// # Errors
/// As [`halves`] and [`normal::compare`], with spans relative to the record.
fn compare(record: &[u8], level: Level, also: Also<'_>, trim: bool) -> Result<Comparison> {
    let ([a, b], second) = halves(record)?;
    let lead = |text: &[u8]| text.len() - text.trim_ascii_start().len();
    let (texts, leads) = if trim {
        ([a.trim_ascii(), b.trim_ascii()], [lead(a), lead(b)])
    } else {
        ([a, b], [0, 0])
    };
    normal::compare(texts[0], texts[1], level, also).map_err(|which| match which {
        Which::First(error) => error.shifted(leads[0]),
        Which::Second(error) => error.shifted(second + leads[1]),
    })
}

/// How the result for texts that differ begins: in words, and in JSON.
const DIFFER: [&[u8]; 2] = [b"differ ", b"{\"equal\": false, "];

/// Appends `equal STEP` or `differ COMPONENT`, or the same as a JSON object.
fn write(compared: Comparison, json: bool, out: &mut Vec<u8>) {
    let equal = compared.is_equal();
    if !json {
        out.extend_from_slice(if equal { b"equal " } else { DIFFER[0] });
        return out.extend_from_slice(compared.word().as_bytes());
    }
    out.extend_from_slice(if equal { b"{\"equal\": true, " } else { DIFFER[1] });
    out.extend_from_slice(if equal { b"\"step\": " } else { b"\"component\": " });
    string(out, compared.word());
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tab_makes_a_pair() {
        assert_eq!(halves(b"a\tb"), Ok(([&b"a"[..], b"b"], 2)));
        assert_eq!(halves(b"\t"), Ok(([&b""[..], b""], 1)));
        assert_eq!(halves(b"ab").expect_err("no tab").at, 0..2);
        assert_eq!(halves(b"a\tb\tc").expect_err("two tabs").at, 3..4);
    }

    #[test]
    fn spans_are_those_of_the_record() {
        for (record, at) in
            [(&b"//e:x\ta"[..], 4..5), (b"a\t//e:x", 6..7), (b" a \t //e:x ", 9..10)]
        {
            assert_eq!(
                compare(record, Level::Scheme, Also::default(), true).expect_err("no port").at,
                at
            );
        }
        let mut out = Vec::new();
        write(
            compare(b"/%7e\t/~", Level::Scheme, Also::default(), false).expect("two"),
            false,
            &mut out,
        );
        write(
            compare(b"/a\t/b", Level::Scheme, Also::default(), false).expect("two"),
            true,
            &mut out,
        );
        assert_eq!(out, b"equal percent{\"equal\": false, \"component\": \"path\"}");
    }
}
