//! Layout: the shown text, written once each character is decided, with the map of its spans.

use std::ops::Range;

use crate::clean::edit::MOST_LISTED;
use crate::codec::characters::reason::Reason;
use crate::codec::characters::refused::{Strong, strong};
use crate::codec::triplets::tokens;
use crate::show::characters::Unit;
use crate::show::display::{HostForm, Userinfo, View};
use crate::show::medium::Sink;
use crate::show::{cut, host};
use crate::syntax::split::{self, Parts};
use superuri_kernels::memory;
use superuri_kernels::pause::Steps;

/// A span of a URI that is shown differently from the source, or kept as an escape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where it is in the source.
    pub source: Range<usize>,
    /// Where it is shown, in bytes of the text.
    pub shown: Range<usize>,
    /// How it is shown, and why.
    pub reason: Reason,
}

/// A shown URI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The text.
    pub text: String,
    /// Every escape, and every span that a policy changed, in the order of the source.
    pub spans: Vec<Span>,
}

/// The text of a cleaned URI in this view, after its tail was decided. Nothing before `host_end` is
/// cut. Spans are recorded only on request, because they take more memory than the text.
pub(crate) fn lay_out(
    uri: &[u8],
    parts: &Parts,
    units: &mut [Unit],
    host_end: usize,
    view: &View,
    with_spans: bool,
) -> Shown {
    let spans = with_spans.then(Vec::new);
    let mut page =
        Page { sink: view.sink, text: String::new(), spans, count: 0, steps: Steps::default() };
    // The delimiter after the host is never cut, so that the end of the host is seen.
    let least = match units.partition_point(|unit| unit.start() < host_end) {
        0 => usize::from(parts.authority.is_some()),
        within => within + 1,
    };
    let least = least.min(units.len());
    page.head(uri, parts, view, follows(uri, units));
    let mut cut = cut::cut(uri, units, page.count, least, view);
    let seen = match follows(uri, &units[..cut.start]) {
        None => follows(uri, &units[cut.end..]),
        seen => seen,
    };
    if !cut.is_empty() && seen != Some(Strong::Left) && page.text.chars().any(is_right) {
        // The cut removed the text that kept the host in its place: lay it out again.
        page.clear();
        page.head(uri, parts, view, seen);
        cut = cut::cut(uri, units, page.count, least, view);
    }
    let tail = [Some(&parts.path), parts.query.as_ref(), parts.fragment.as_ref()];
    let mut at = 0;
    for part in tail.into_iter().flatten() {
        // Write the delimiter between components.
        while at < units.len() && units[at].start() < part.start {
            if !cut.contains(&at) {
                page.delimit(if units[at].c == '?' { "?" } else { "#" });
            } else if at == cut.start {
                page.ellipsis(units, &cut);
            }
            at += 1;
        }
        let end = at + units[at..].partition_point(|unit| unit.start() < part.end);
        if at < end && !(cut.start < at && end <= cut.end) {
            page.component(|page| {
                for i in at..end {
                    if i == cut.start && !cut.is_empty() {
                        page.ellipsis(units, &cut);
                    } else if cut.contains(&i) {
                        // Shown as the ellipsis.
                    } else if units[i].reason != Some(Reason::Redacted) {
                        page.unit(uri, &units[i]);
                    } else if i == 0 || units[i - 1].reason != Some(Reason::Redacted) {
                        page.redacted(units, i, view);
                    }
                }
            });
        }
        at = end;
    }
    page.finish()
}

/// The direction of the first of these units that has one, or `None`. The ellipsis for hidden text
/// has none.
fn follows(uri: &[u8], units: &[Unit]) -> Option<Strong> {
    let seen = units.iter().filter(|unit| unit.reason != Some(Reason::Redacted));
    seen.map(|unit| unit.runs(uri)).find(|run| run.leads())
}

fn is_right(c: char) -> bool {
    strong(c) == Strong::Right
}

/// A text being written for its medium.
struct Page {
    sink: Sink,
    text: String,
    spans: Option<Vec<Span>>,
    /// How many characters were written.
    count: usize,
    steps: Steps,
}

impl Page {
    /// Writes a component, isolated from the direction of its surroundings.
    fn component(&mut self, inside: impl FnOnce(&mut Self)) {
        let (before, after) = self.sink.around();
        let start = self.text.len();
        self.text.push_str(before);
        let inner = self.text.len();
        inside(self);
        if self.text.len() == inner {
            self.text.truncate(start);
        } else {
            self.text.push_str(after);
        }
    }

    fn delimit(&mut self, delimiter: &str) {
        for c in delimiter.chars() {
            self.push(c);
        }
    }

    fn push(&mut self, c: char) {
        self.sink.push(&mut self.text, c);
        self.count += 1;
    }

    /// Writes `text` instead of a span.
    fn instead(&mut self, source: Range<usize>, reason: Reason, text: &str) {
        let start = self.text.len();
        for c in text.chars() {
            self.push(c);
        }
        // One span more than the limit shows that the list is incomplete.
        if let Some(spans) = self.spans.as_mut().filter(|spans| spans.len() <= MOST_LISTED) {
            memory::push(spans, Span { source, shown: start..self.text.len(), reason });
        }
    }

    /// Writes a span of ASCII unchanged. Its escapes are kept for this reason.
    fn ascii(&mut self, uri: &[u8], span: Range<usize>, reason: Reason) {
        for token in tokens(&uri[span.clone()]) {
            let source = span.start + token.start..span.start + token.end;
            if source.len() == 3 {
                self.escape(uri, source, reason);
            } else {
                self.push(token.byte as char);
            }
        }
    }

    fn escape(&mut self, uri: &[u8], source: Range<usize>, reason: Reason) {
        let text = std::str::from_utf8(&uri[source.clone()]).expect("escapes are ASCII");
        self.instead(source, reason, text);
    }

    fn unit(&mut self, uri: &[u8], unit: &Unit) {
        self.steps.one();
        let source = unit.start()..unit.end();
        match unit.reason {
            None => self.push(unit.c),
            Some(Reason::Decoded) => {
                let mut one = [0; 4];
                self.instead(source, Reason::Decoded, unit.c.encode_utf8(&mut one));
            }
            Some(reason) => self.escape(uri, source, reason),
        }
    }

    fn ellipsis(&mut self, units: &[Unit], cut: &Range<usize>) {
        let source = units[cut.start].start()..units[cut.end - 1].end();
        self.instead(source, Reason::Cut, self.sink.ellipsis());
    }

    /// Writes the replacement for the redacted units from this one on.
    fn redacted(&mut self, units: &[Unit], from: usize, view: &View) {
        let (last, text) = cut::redacted(units, from, view);
        self.instead(units[from].start()..last.end(), Reason::Redacted, text);
    }

    /// Writes scheme and authority. `follows` is the direction of the text after them.
    fn head(&mut self, uri: &[u8], parts: &Parts, view: &View, follows: Option<Strong>) {
        if let Some(scheme) = &parts.scheme {
            self.component(|page| page.ascii(uri, scheme.clone(), Reason::Host));
            self.delimit(":");
        }
        if let Some(authority) = &parts.authority {
            self.delimit("//");
            self.authority(uri, authority.clone(), view, follows.unwrap_or(Strong::Left));
        }
    }

    fn clear(&mut self) {
        self.text.clear();
        self.spans.iter_mut().for_each(Vec::clear);
        self.count = 0;
    }

    fn authority(&mut self, uri: &[u8], span: Range<usize>, view: &View, follows: Strong) {
        let parts = split::authority(uri, span.clone());
        if let Some(userinfo) = parts.userinfo {
            match view.userinfo {
                Userinfo::Shown => {
                    self.component(|page| page.ascii(uri, userinfo, Reason::Userinfo));
                    self.delimit("@");
                }
                // If the authority had nothing else, readers would look for a host in the path.
                Userinfo::Dropped if userinfo.end + 1 < span.end => {
                    let with_its_at = userinfo.start..userinfo.end + 1;
                    self.instead(with_its_at, Reason::Redacted, "");
                }
                Userinfo::Redacted | Userinfo::Dropped => {
                    let ellipsis = self.sink.ellipsis();
                    self.component(|page| page.instead(userinfo, Reason::Redacted, ellipsis));
                    self.delimit("@");
                }
            }
        }
        let host = std::str::from_utf8(&uri[parts.host.clone()]).expect("a cleaned URI is ASCII");
        let form = if view.sink.refuses('é') { HostForm::Ascii } else { view.host };
        let shown = host::shown(host, form, &view.protected);
        let follows = match &parts.port {
            Some(port) if !port.is_empty() => Strong::Digit,
            _ => follows,
        };
        let dragged = follows != Strong::Left && shown.chars().any(is_right);
        self.component(|page| {
            if *shown == *host || dragged {
                page.ascii(uri, parts.host, Reason::Host);
            } else {
                page.instead(parts.host, Reason::Unicode, &shown);
            }
        });
        if let Some(port) = parts.port {
            self.delimit(":");
            self.component(|page| page.ascii(uri, port, Reason::Host));
        }
    }

    fn finish(mut self) -> Shown {
        let (before, after) = self.sink.guard(&self.text);
        if !before.is_empty() {
            self.text.insert_str(0, before);
            self.text.push_str(after);
            for span in self.spans.iter_mut().flatten() {
                span.shown = span.shown.start + before.len()..span.shown.end + before.len();
            }
        }
        Shown { text: self.text, spans: self.spans.unwrap_or_default() }
    }
}
