//! Fixes: the text with its findings fixed.

use std::{borrow::Cow, ops::Range};

use super::rule::{Id, Severity};
use super::{
    Finding, LintOptions, Linter, Origin, illegal, limits::MOST_VERIFIED, lint, octets,
    options::Percent,
};
use crate::clean::rewrite::{Rewrite, rewritten};
use crate::clean::spans;
use crate::syntax::split;

/// The maximum number of passes over the text, because one fix may uncover another finding.
const ROUNDS: usize = 8;

/// The text with the fixes of its findings applied, and the unsafe fixes too if `guessing`. It is
/// borrowed if there is nothing to fix.
///
/// ```
/// use superuri::lint::{LintOptions, fixed};
/// let text = fixed(b"http://e.com:80/%c3%a9 b", &LintOptions::default(), false);
/// assert_eq!(&*text, b"http://e.com/%C3%A9%20b");
/// ```
#[must_use]
pub fn fixed<'a>(text: &'a [u8], options: &LintOptions, guessing: bool) -> Cow<'a, [u8]> {
    let options = &LintOptions { most: usize::MAX, ..*options };
    until_stable(text, |text| {
        if text.len() > MOST_VERIFIED {
            without_verification(text, options, guessing)
        } else {
            one_pass(text, options, guessing)
        }
    })
}

/// Applies the function until it changes nothing more, or for [`ROUNDS`] rounds.
fn until_stable(text: &[u8], fix: impl Fn(&[u8]) -> Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut fixed = Cow::Borrowed(text);
    for _ in 0..ROUNDS {
        let Cow::Owned(better) = fix(&fixed) else { break };
        fixed = Cow::Owned(better);
    }
    fixed
}

/// One pass: the text with the fixes of its current findings applied.
fn one_pass<'a>(text: &'a [u8], options: &LintOptions, guessing: bool) -> Cow<'a, [u8]> {
    let mut findings = lint(text, options);
    findings.retain(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe || guessing));
    // Text around the URI is removed first, because the rest reads differently without it.
    if findings.iter().any(is_around) {
        findings.retain(is_around);
    }
    rewritten(text, compatible(&findings))
}

/// One pass over a long text, which gets only fixes that need no verification. Findings are not
/// listed, because there may be one for each octet.
fn without_verification<'a>(
    text: &'a [u8],
    options: &LintOptions,
    guessing: bool,
) -> Cow<'a, [u8]> {
    let (from, inner) = match spans::surrounding_space(text) {
        Ok(()) => (0, text),
        Err(_) => (text.len() - text.trim_ascii_start().len(), text.trim_ascii()),
    };
    let legal = by(illegal::find, inner, options, guessing);
    let spelled = match by(octets::find, &legal, options, guessing) {
        Cow::Owned(spelled) => spelled,
        Cow::Borrowed(_) if matches!(legal, Cow::Borrowed(_)) => return Cow::Borrowed(text),
        Cow::Borrowed(_) => legal.into_owned(),
    };
    if inner.len() == text.len() {
        return Cow::Owned(spelled);
    }
    rewritten(text, [(&(from..from + inner.len()), &*spelled)])
}

/// The text with the fixes of one group of rules applied.
fn by<'a>(
    find: fn(&mut Linter<'a>),
    text: &'a [u8],
    options: &'a LintOptions,
    guessing: bool,
) -> Cow<'a, [u8]> {
    let is_doubted = options.origin != Origin::Whole
        || options.percent == Percent::Syntax
        || illegal::suspected(text).is_some();
    if !guessing && is_doubted {
        return Cow::Borrowed(text);
    }
    let mut found = Linter::new(text, split::split(text), options);
    found.fixed = Some(Rewrite::of(text));
    found.guesses = guessing;
    find(&mut found);
    found.fixed.map_or(Cow::Borrowed(text), Rewrite::done)
}

/// Marks the fixes that are not safe, because the text may be more or less than a URI. In a URI that
/// was found in running text, a fix is safe if it edits ASCII before the first character beyond it,
/// and a letter or digit of ASCII follows: it belongs to the URI, then. Where a `%` is syntax, no
/// edit that writes one is safe, except for the case of a triplet.
pub(super) fn doubt(text: &[u8], options: &LintOptions, findings: &mut [Finding]) {
    let is_text = options.percent == Percent::Text;
    let end = match options.origin {
        Origin::Whole if is_text => return,
        Origin::Whole => text.len(),
        Origin::Guessed => 0,
        Origin::Found => {
            let ascii = text.iter().position(|byte| !byte.is_ascii()).unwrap_or(text.len());
            text[..ascii].iter().rposition(u8::is_ascii_alphanumeric).unwrap_or(0)
        }
    };
    for fix in findings.iter_mut().filter_map(|finding| finding.fix.as_mut()) {
        fix.safe &= fix.edits.iter().all(|(at, with)| {
            let is_spelling = || with.eq_ignore_ascii_case(&text[at.clone()]);
            at.end <= end && (is_text || !with.contains(&b'%') || is_spelling())
        });
    }
    // Of a pair of brackets, not one alone.
    let mut brackets: Vec<_> = findings
        .iter_mut()
        .filter(|finding| finding.id == Id::BRACKET)
        .filter_map(|finding| finding.fix.as_mut())
        .collect();
    let safe = brackets.iter().all(|fix| fix.safe);
    for fix in &mut brackets {
        fix.safe = safe;
    }
}

/// Drops each fix that does not fix its finding or that causes a more severe one. To find out, it
/// lints the fixed text.
pub(super) fn verify(text: &[u8], options: &LintOptions, findings: &mut [Finding]) {
    let has_fix = |finding: &Finding| finding.fix.is_some() && !is_sure(finding.id);
    if text.len() > MOST_VERIFIED || findings.iter().filter(|it| has_fix(it)).count() > 2 * ROUNDS {
        for finding in findings.iter_mut().filter(|finding| has_fix(finding)) {
            finding.fix = None;
        }
        return;
    }
    for n in 0..findings.len() {
        if !has_fix(&findings[n]) {
            continue;
        }
        let fixed = rewritten(text, compatible(&findings[n..=n])).into_owned();
        let after = match spans::surrounding_space(&fixed) {
            Ok(()) => super::of_text(&fixed, options),
            Err(_) => super::around::within_space(&fixed, options),
        };
        let (id, severity) = (findings[n].id, findings[n].severity);
        let count = |all: &[Finding], id: Id| all.iter().filter(|it| it.id == id).count();
        let fixes_it = count(&after, id) < count(findings, id);
        // As many, but an error in place of a warning, is worse, too.
        let as_severe =
            |all: &[Finding], least| all.iter().filter(|it| it.severity >= least).count();
        let is_worse = [Severity::Warning, Severity::Error]
            .into_iter()
            .any(|least| least > severity && as_severe(&after, least) > as_severe(findings, least));
        if !fixes_it || is_worse {
            findings[n].fix = None;
        }
    }
}

/// Does the fix need no verification? An edit of `clean` or a triplet's spelling causes no more
/// severe finding.
fn is_sure(id: Id) -> bool {
    id.group() <= 2
}

fn is_around(finding: &Finding) -> bool {
    finding.id.group() == 8
}

type EditRef<'a> = (&'a Range<usize>, &'a [u8]);

/// The edits of all fixes that do not overlap; of two that do, the first finding's.
fn compatible(findings: &[Finding]) -> Vec<EditRef<'_>> {
    let mut edits: Vec<EditRef<'_>> = Vec::new();
    let mut taken = 0;
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()) {
        let all = || fix.edits.iter().map(|(at, with)| (at, &**with));
        if all().all(|(at, _)| at.start >= taken) {
            edits.extend(all());
            taken = fix.edits.last().map_or(taken, |(at, _)| at.end);
        }
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_fixed_as_by_its_findings() {
        let atoms = [
            "http://",
            "//",
            "/",
            "h.example",
            "a@",
            ":80",
            "\u{fc}",
            "\u{ed}\u{a0}",
            " ",
            "\t",
            "%",
            "%4",
            "%u0041",
            "%41",
            "%c3%a9",
            "%2e",
            "\\%20",
            "\\",
            "[",
            "#",
            "?",
            "&amp;",
            "a",
            "%zz",
            "..",
        ];
        let mut seed = 20_261_121_u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 33).expect("31 bits fit")
        };
        let mut changed = 0;
        for n in 0..60_000 {
            let text: String = (0..random() % 9).map(|_| atoms[random() % atoms.len()]).collect();
            let select = ["U1", "U2"][n % 2];
            let mut options = LintOptions::of(&[select], &[], None).expect("codes begin with it");
            options.characters = n % 3 == 0;
            let text = text.as_bytes();
            let guessing = n % 5 == 0;
            let listed = until_stable(text, |text| one_pass(text, &options, guessing));
            let streamed =
                until_stable(text, |text| without_verification(text, &options, guessing));
            assert_eq!(streamed, listed, "{select} {}", String::from_utf8_lossy(text));
            changed += usize::from(matches!(listed, Cow::Owned(_)));
        }
        assert!(changed > 20_000, "{changed}");
    }
}
