//! What is the text once its findings are mended?

use std::borrow::Cow;
use std::ops::Range;

use super::rule::Id;
use super::{Finding, Options, lint};
use crate::rewrite::rewritten;

/// So many times at most the mended text is looked at again: mending one thing may show another.
const ROUNDS: usize = 8;

/// The text with the fixes of its findings applied, the unsafe ones too if asked for; borrowed
/// where there is none to apply.
///
/// ```
/// use superuri::lint::{Options, fixed};
/// let text = fixed(b"http://e.com:80/%c3%a9 b", &Options::default(), false);
/// assert_eq!(&*text, b"http://e.com/%C3%A9%20b");
/// ```
#[must_use]
pub fn fixed<'a>(text: &'a [u8], options: &Options, guessing: bool) -> Cow<'a, [u8]> {
    let options = &Options { most: usize::MAX, ..*options };
    let mut fixed = Cow::Borrowed(text);
    for _ in 0..ROUNDS {
        let mut findings = lint(&fixed, options);
        findings.retain(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe || guessing));
        // What surrounds the URI comes first: it is another text without it.
        if findings.iter().any(is_around) {
            findings.retain(is_around);
        }
        let edits = compatible(&findings);
        if edits.is_empty() {
            break;
        }
        fixed = Cow::Owned(rewritten(&fixed, edits).into_owned());
    }
    fixed
}

/// Drops each fix that would not mend its finding, or show something graver: of what stands once
/// in a text, that is asked of the mended text.
pub(super) fn verify(text: &[u8], options: &Options, findings: &mut [Finding]) {
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
        let mended = rewritten(text, compatible(&findings[n..=n])).into_owned();
        let after = match crate::edits::surrounding_space(&mended) {
            Ok(()) => super::of_text(&mended, options),
            Err(_) => super::around::within_space(&mended, options),
        };
        let (id, severity) = (findings[n].id, findings[n].severity);
        let count = |all: &[Finding], id: Id| all.iter().filter(|it| it.id == id).count();
        let mends = count(&after, id) < count(findings, id);
        let graver = |all: &[Finding]| all.iter().filter(|it| it.severity > severity).count();
        if !mends || graver(&after) > graver(findings) {
            findings[n].fix = None;
        }
    }
}

/// Longer texts are not read again for the fixes that have to be verified.
const MOST_VERIFIED: usize = 1 << 16;

/// Is the fix one of `clean`'s edits, or of a triplet's spelling, which show nothing graver?
fn is_sure(id: Id) -> bool {
    (id as usize) <= Id::EncodedUnreserved as usize
}

fn is_around(finding: &Finding) -> bool {
    finding.rule().code.starts_with("U80")
}

type Edit<'a> = (&'a Range<usize>, &'a [u8]);

/// The edits of all fixes that do not touch one another: of two that do, the first finding's.
fn compatible(findings: &[Finding]) -> Vec<Edit<'_>> {
    let mut edits: Vec<Edit<'_>> = Vec::new();
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
