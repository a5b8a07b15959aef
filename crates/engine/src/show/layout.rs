//! Layout: the shown text, written once each character is decided, with the map of its spans.

use std::ops::Range;

use crate::base::secrets::spans;
use crate::clean::edit::MOST_LISTED;
use crate::codec::characters::refused::{Strong, bidi_strong_class};
use crate::codec::{characters::reason::Reason, triplets::tokens};
use crate::show::display::{HostForm, Userinfo, View};
use crate::show::{characters::Unit, cut, host, medium::Sink};
use crate::syntax::split::{self, Parts};
use superuri_kernels::{memory, pause::Steps};

/// A span of a URI that is shown differently from the source, or kept as an escape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownSpan {
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
    pub spans: Vec<ShownSpan>,
}

/// The text of a cleaned URI in this view, after its tail was decided. Nothing before `host_end` is
/// cut. Spans are recorded only on request, because they take more memory than the text.
///
/// First comes the head (scheme and authority), then the units of the tail (path, query, fragment):
///
/// 1. The head is laid out, because its width decides where the tail is cut. Whether a host from
///    right to left needs a direction mark depends on the first directed text behind it.
/// 2. If the cut removed that text, the head is laid out again, for the text that is left, and the
///    cut is made again, for the new width. Then it has its mark, which is harmless whatever the
///    second cut removes, so there is no third time.
/// 3. The tail is written component by component, so that each can be isolated from the others.
///    The ellipsis is in the component in which the cut begins, or before its delimiter.
pub(crate) fn lay_out(
    uri: &[u8],
    parts: &Parts,
    units: &mut [Unit],
    host_end: usize,
    view: &View,
    with_spans: bool,
) -> Shown {
    let spans = with_spans.then(Vec::new);
    // Most shown texts are shorter than the URI.
    let text = memory::string_with_capacity(uri.len());
    let mut page = LayoutWriter { sink: view.sink, text, spans, count: 0, steps: Steps::default() };
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
                // A delimiter inside a password is hidden with the password.
                page.units(uri, units, at..at + 1, view);
            } else if at == cut.start {
                page.ellipsis(units, &cut);
            }
            at += 1;
        }
        let end = at + units[at..].partition_point(|unit| unit.start() < part.end);
        if at < end && !(cut.start < at && end <= cut.end) {
            page.component(|page| {
                page.units(uri, units, at..cut.start.clamp(at, end), view);
                if !cut.is_empty() && (at..end).contains(&cut.start) {
                    page.ellipsis(units, &cut);
                }
                page.units(uri, units, cut.end.clamp(at, end)..end, view);
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

/// A span of a cleaned URI.
fn ascii(uri: &[u8], span: Range<usize>) -> &str {
    std::str::from_utf8(&uri[span]).expect("a cleaned URI is ASCII")
}

fn is_right(c: char) -> bool {
    bidi_strong_class(c) == Strong::Right
}

/// A text being written for its medium.
struct LayoutWriter {
    sink: Sink,
    text: String,
    spans: Option<Vec<ShownSpan>>,
    /// How many characters were written.
    count: usize,
    steps: Steps,
}

impl LayoutWriter {
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
        self.steps.one();
        self.sink.push(&mut self.text, c);
        self.count += 1;
    }

    /// Writes text, which is copied if its medium escapes nothing.
    fn write(&mut self, text: &str) {
        if self.sink == Sink::Text {
            self.text.push_str(text);
            self.count += text.chars().count();
        } else {
            text.chars().for_each(|c| self.push(c));
        }
    }

    fn instead(&mut self, source: Range<usize>, reason: Reason, text: &str) {
        let start = self.text.len();
        self.write(text);
        // One span more than the limit shows that the list is incomplete.
        if let Some(spans) = self.spans.as_mut().filter(|spans| spans.len() <= MOST_LISTED) {
            memory::push(spans, ShownSpan { source, shown: start..self.text.len(), reason });
        }
    }

    /// Writes a span of ASCII unchanged. Its escapes are kept for this reason.
    fn ascii(&mut self, uri: &[u8], span: Range<usize>, reason: Reason) {
        if memchr::memchr(b'%', &uri[span.clone()]).is_none() {
            return self.write(ascii(uri, span));
        }
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
        self.instead(source.clone(), reason, ascii(uri, source));
    }

    /// Writes these units. Raw ones are next to each other in the URI, too.
    fn units(&mut self, uri: &[u8], units: &[Unit], these: Range<usize>, view: &View) {
        let is_redacted = |unit: &Unit| unit.reason == Some(Reason::Redacted);
        let mut at = these.start;
        for run in units[these].chunk_by(|a, b| a.reason.is_none() && b.reason.is_none()) {
            self.steps.one();
            let (first, last) = (&run[0], &run[run.len() - 1]);
            let source = first.start()..last.end();
            match first.reason {
                None => self.write(ascii(uri, source)),
                Some(Reason::Decoded) => {
                    let mut one = [0; 4];
                    self.instead(source, Reason::Decoded, first.c.encode_utf8(&mut one));
                }
                Some(Reason::Redacted) if at > 0 && is_redacted(&units[at - 1]) => {}
                Some(Reason::Redacted) => self.redacted(units, at, view),
                Some(reason) => self.escape(uri, source, reason),
            }
            at += run.len();
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
        // A password with an @ and a delimiter goes on behind what seems to be the host.
        let hides = view.userinfo != Userinfo::Shown;
        let is_cut = |it: &Range<usize>| it.start < span.end && span.end < it.end;
        let cut = hides.then(|| spans(uri)).into_iter().flatten().find(is_cut);
        if cut.as_ref().is_some_and(|it| it.start <= parts.host.start) {
            self.instead(span, Reason::Redacted, "");
            return;
        }
        if let Some(userinfo) = parts.userinfo {
            match view.userinfo {
                Userinfo::Shown => {
                    self.component(|page| page.ascii(uri, userinfo, Reason::Userinfo));
                    self.delimit("@");
                }
                // If the authority had nothing else, parsers would look for a host in the path.
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
        let host = ascii(uri, parts.host.clone());
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
            match cut {
                Some(_) => self.instead(port, Reason::Redacted, ""),
                None => self.component(|page| page.ascii(uri, port, Reason::Host)),
            }
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
