//! Linting: what is wrong or odd about a text as a URI, where, and how to fix it.
//!
//! Illegal text is found by the edits that [`crate::clean`] applies, so that the two cannot
//! disagree. The other rules find the rest. Each rule is a row of its file ([`rules::ROWS`]).

use std::{borrow::Cow, ops::Range};

mod around;
mod authority;
mod browsers;
mod connections;
mod crs;
mod finding;
mod fixes;
mod gates;
mod guessed;
mod host;
mod illegal;
mod layers;
mod limits;
mod networks;
mod occurring;
mod octets;
mod options;
mod path;
pub mod policies;
mod prefilter;
mod query;
pub mod rule;
pub mod rules;
mod servers;
#[cfg(test)]
mod tests;
mod text;

use crate::base::connections::connection;
use crate::base::schemes::{IDNA_SCHEMES, scheme_in};
use crate::clean::{rewrite::Rewrite, spans};
use crate::syntax::split::{self, Parts};
pub use finding::{Finding, Fix};
pub use fixes::fixed;
use occurring::Occurring;
pub use options::{LintOptions, Origin, Percent};
pub use policies::{Policy, UnknownRule};
use rule::{Id, Severity};
use superuri_kernels::pause;

/// The findings of the text, in order of where they begin.
///
/// ```
/// use superuri::lint::{LintOptions, lint};
/// let findings = lint(b"http://example.com/a b", &LintOptions::default());
/// assert_eq!((findings[0].rule().code, findings[0].at.clone()), ("U102", 20..21));
/// assert!(lint(b"http://example.com/ab", &LintOptions::default()).is_empty());
/// ```
#[must_use]
pub fn lint(text: &[u8], options: &LintOptions) -> Vec<Finding> {
    let needs_full_check = options.rules.has_any(prefilter::BESIDE);
    if !needs_full_check && prefilter::is_surely_clean(text) {
        Vec::new()
    } else {
        plain(text, options)
    }
}

/// The findings without the shortcut for texts that surely have none. Tests compare the two.
#[must_use]
pub fn plain(text: &[u8], options: &LintOptions) -> Vec<Finding> {
    let mut findings = match spans::surrounding_space(text) {
        Ok(()) => of_text(text, options),
        Err(_) => around::within_space(text, options),
    };
    if options.fixes {
        fixes::doubt(text, options, &mut findings);
        fixes::verify(text, options, &mut findings);
    } else {
        for finding in &mut findings {
            finding.fix = None;
        }
    }
    findings.sort_by_key(|finding| (finding.at.start, finding.at.end, finding.id));
    findings
}

/// The findings of a text without white space around it, unsorted.
fn of_text(text: &[u8], options: &LintOptions) -> Vec<Finding> {
    let parts = split::split(text);
    let mut found = Linter::new(text, parts, options);
    // The rules of the authority come last, because they depend on the other findings.
    for find in [
        around::find,
        illegal::find,
        octets::find,
        text::find,
        layers::find,
        path::find,
        query::find,
        servers::find_all,
        connections::find,
        authority::find,
    ] {
        find(&mut found);
        if text.len() > limits::MOST_VERIFIED {
            pause::now();
        }
    }
    found.done()
}

/// A text and its findings so far.
struct Linter<'a> {
    text: &'a [u8],
    parts: Parts,
    /// The parts of its authority, if it has one.
    authority: Option<split::Authority>,
    options: &'a LintOptions,
    occurs: Occurring,
    findings: Vec<Finding>,
    /// How many findings of each rule there are, listed or not; empty before the first one.
    counts: Vec<u32>,
    /// Where the last unlisted finding of each rule ends; empty while there is none.
    unlisted: Vec<usize>,
    /// The fixed text so far, if only fixes are wanted. Then no findings are listed.
    fixed: Option<Rewrite<'a>>,
    /// Are unsafe fixes wanted, too?
    guesses: bool,
    /// Is it defanged? Empty until the rules of what surrounds it have found out.
    is_defanged: Option<bool>,
    /// Is the text surely not a URI, so that escaping would only hide the mistake?
    is_suspect: bool,
    /// Was the last escape safe? Fixes are not always wanted, and findings are the same in any case.
    was_safe: Option<bool>,
    /// Its characters that browsers drop.
    dropped: browsers::Dropped,
    /// The span behind its authority that some parsers count to it.
    claimed: Range<usize>,
    /// Is its scheme one whose hosts are domains?
    has_domain: bool,
}

/// Few texts have more findings.
const MANY: usize = 8;

/// A state of the findings, to return to.
struct Checkpoint {
    listed: usize,
    counts: Vec<u32>,
}

impl<'a> Linter<'a> {
    fn new(text: &'a [u8], parts: Parts, options: &'a LintOptions) -> Self {
        let scheme = parts.scheme.clone().map(|at| &text[at]);
        let occurs = Occurring::of(text);
        Self {
            has_domain: scheme.is_some() && scheme_in(scheme, &IDNA_SCHEMES),
            dropped: browsers::Dropped::of(text, &occurs),
            claimed: if occurs.has(b'@') { browsers::claimed(text, &parts) } else { 0..0 },
            authority: parts.authority.clone().map(|at| split::authority(text, at)),
            text,
            parts,
            options,
            occurs,
            findings: Vec::new(),
            counts: Vec::new(),
            unlisted: Vec::new(),
            fixed: None,
            guesses: false,
            is_defanged: None,
            is_suspect: false,
            was_safe: None,
        }
    }

    /// The current state, taken before the first fix is applied.
    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { listed: self.findings.len(), counts: self.counts.clone() }
    }

    /// Drops the findings and fixes since that state.
    fn rollback(&mut self, before: &Checkpoint) {
        self.findings.truncate(before.listed);
        self.counts.clone_from(&before.counts);
        self.fixed = self.fixed.take().map(|_| Rewrite::of(self.text));
    }

    /// The findings. The last one of a rule has the number of those that are not listed.
    fn done(mut self) -> Vec<Finding> {
        let most = self.options.most;
        if self.findings.len() >= most {
            for finding in self.findings.iter_mut().rev() {
                let count = std::mem::take(&mut self.counts[finding.id.place()]);
                let more = usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(most);
                if more > 0 {
                    let detail = finding.detail.take().map_or(String::new(), |it| it + "; ");
                    finding.detail = Some(format!("{detail}and {more} more that are not listed"));
                    finding.more = more as u64;
                }
            }
        }
        self.findings
    }

    fn wants(&self, id: Id) -> bool {
        self.options.rules.has(id)
    }

    fn wants_servers(&self) -> bool {
        self.options.rules.has_any(rules::OF_SERVERS)
    }

    fn add(&mut self, id: Id, at: Range<usize>) {
        self.add_with(id, at, || None, None);
    }

    /// Adds a finding with a detail that the rule's sentence leaves out.
    fn detail(&mut self, id: Id, at: Range<usize>, detail: impl FnOnce() -> String) {
        self.add_with(id, at, || Some(detail()), None);
    }

    /// Adds a finding that one replacement fixes.
    fn add_fixed<With: Into<Cow<'static, [u8]>>>(
        &mut self,
        id: Id,
        at: Range<usize>,
        with: impl FnOnce() -> With,
        safe: impl FnOnce() -> bool,
    ) {
        let fix = self.fix(|| (at.clone(), with().into()), safe);
        self.add_with(id, at, || None, Some(fix));
    }

    /// A fix of one edit. Without `fixes`, a placeholder marks a fixable finding.
    fn fix(
        &self,
        edit: impl FnOnce() -> (Range<usize>, Cow<'static, [u8]>),
        safe: impl FnOnce() -> bool,
    ) -> Fix {
        if self.options.fixes {
            Fix { edits: vec![edit()], safe: safe() }
        } else {
            Fix { edits: Vec::new(), safe: false }
        }
    }

    /// Adds a finding in the authority that another spelling fixes.
    fn respell(&mut self, id: Id, at: Range<usize>, with: Vec<u8>) {
        let safe = !self.is_path_in_browsers();
        self.add_fixed(id, at, || with, || safe);
    }

    /// Do browsers read a path where the authority is: after a backslash, or as a drive in
    /// `file://c:/a`?
    fn is_path_in_browsers(&self) -> bool {
        let head = &self.text[..self.parts.path.start];
        let is_drive = || {
            let head = &head[..head.len().min(self.dropped.inner.end)];
            let [before @ .., b'/', b'/', letter, b':' | b'|'] = head else { return false };
            let is_file = before.is_empty() || before.eq_ignore_ascii_case(b"file:");
            letter.is_ascii_alphabetic() && is_file
        };
        memchr::memchr(b'\\', head).is_some() || is_drive()
    }

    /// Applies the fix at once, if only fixes are wanted; `false` if findings are listed.
    fn fix_at_once(&mut self, id: Id, at: &Range<usize>, with: Option<&[u8]>) -> bool {
        let wants = self.wants(id);
        let Some(fixed) = &mut self.fixed else { return false };
        // Of two overlapping fixes the first is applied. The next round looks at the other again.
        if let Some(with) = with.filter(|_| wants && fixed.has_space(at)) {
            fixed.replace(at, with);
        }
        true
    }

    fn add_with(
        &mut self,
        id: Id,
        at: Range<usize>,
        detail: impl FnOnce() -> Option<String>,
        fix: Option<Fix>,
    ) {
        if !self.wants(id) || self.fixed.is_some() {
            return;
        }
        if self.findings.is_empty() {
            self.findings.reserve(MANY);
        }
        let count = self.count(id);
        *count = count.saturating_add(1);
        if *count as usize > self.options.most {
            self.unlisted.resize(rules::ROWS.len(), usize::MAX);
            self.unlisted[id.place()] = at.end;
            return;
        }
        let at = self.seen(at);
        let severity = id.rule().severity;
        let severity = if self.options.raised { severity.raised() } else { severity };
        let warned = self.options.warned.has(id);
        let severity = if warned { severity.max(Severity::Warning) } else { severity };
        // In a text that is not a URI, no rule knows what was meant.
        let is_sure = !self.is_suspect;
        let fix = fix.map(|fix| Fix { safe: fix.safe && is_sure, ..fix });
        self.findings.push(Finding { id, severity, at, detail: detail(), fix, more: 0 });
    }

    fn count(&mut self, id: Id) -> &mut u32 {
        if self.counts.is_empty() {
            self.counts.resize(rules::ROWS.len(), 0);
        }
        &mut self.counts[id.place()]
    }

    /// Does this continue an unlisted finding of the rule? Then it does not count as another one.
    fn continues_unlisted(&mut self, id: Id, at: &Range<usize>) -> bool {
        let end = self.unlisted.get_mut(id.place()).filter(|end| **end == at.start);
        end.map(|end| *end = at.end).is_some()
    }

    /// Counts `times` more findings of a rule, which are not listed.
    fn more(&mut self, id: Id, times: usize) {
        if self.wants(id) {
            let count = self.count(id);
            *count = count.saturating_add(u32::try_from(times).unwrap_or(u32::MAX));
        }
    }

    /// The span, or, if it is empty, that of the delimiter after it or, at the end, before it.
    fn seen(&self, at: Range<usize>) -> Range<usize> {
        if !at.is_empty() {
            at
        } else if at.end < self.text.len() {
            at.start..at.end + 1
        } else {
            at.start.saturating_sub(1)..at.end
        }
    }

    fn scheme(&self) -> Option<&[u8]> {
        self.parts.scheme.clone().map(|at| &self.text[at])
    }

    fn scheme_is(&self, schemes: &[&[u8]]) -> bool {
        self.scheme().is_some_and(|scheme| schemes.iter().any(|s| s.eq_ignore_ascii_case(scheme)))
    }

    /// Is it a connection string, which a driver reads?
    fn is_of_driver(&self) -> bool {
        self.scheme().is_some_and(|scheme| connection(scheme).is_some())
    }

    /// The path, query and fragment.
    fn tail(&self) -> Range<usize> {
        self.parts.path.start..self.text.len()
    }

    /// Does the path follow the scheme directly, without a slash or an authority?
    fn is_opaque(&self) -> bool {
        self.parts.scheme.is_some()
            && self.parts.authority.is_none()
            && self.text.get(self.parts.path.start) != Some(&b'/')
    }
}
