//! Reading back: the values that would make a template the given URI.
//!
//! The literal text decides, as for filling. Each slot matches as little as possible. The result is
//! what was filled in, if the template is unambiguous.

use std::{borrow::Cow, ops::Range};

use crate::codec::percent::{self, Errors};
use crate::syntax::places::{self, Hosts};
use crate::syntax::{hosts::idna, split};
use crate::uri;
use crate::uri::template::{
    Port, Runs, Segment, Template, TemplateAuthority, TemplateHost, TemplateRun, only_slot,
};

mod query;

/// The value of a name in a URI, as written there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenValue<'a> {
    /// None.
    Absent,
    /// One value.
    One(Cow<'a, [u8]>),
    /// A list of values.
    Many(Vec<&'a [u8]>),
    /// Names, and values if there are any.
    Pairs(Vec<(&'a [u8], Option<&'a [u8]>)>),
}

struct Matching<'t, 'a> {
    template: &'t Template,
    found: Vec<Option<WrittenValue<'a>>>,
}

impl Template {
    /// The value of each name in this legal URI; `None` if the URI does not match the template.
    ///
    /// ```
    /// use superuri::uri::template::source::Draft;
    /// use superuri::uri::template::read_back::WrittenValue;
    /// use superuri::uri::template::Template;
    /// let template = Template::new(Draft::read("/{a}/{*b}").unwrap()).unwrap();
    /// let found = template.matched(b"/x%2F/y/z").unwrap();
    /// assert_eq!(found, [WrittenValue::One(b"x%2F".into()), WrittenValue::Many(vec![b"y", b"z"])]);
    /// assert!(template.matched(b"x").is_none());
    /// ```
    #[must_use]
    pub fn matched<'a>(&self, text: &'a [u8]) -> Option<Vec<WrittenValue<'a>>> {
        let found = vec![None; self.names.len()];
        let mut matching = Matching { template: self, found };
        matching.all(text)?;
        matching.found.into_iter().collect()
    }
}

impl<'a> Matching<'_, 'a> {
    fn all(&mut self, text: &'a [u8]) -> Option<()> {
        let template = self.template;
        let parts = split::split(text);
        match (&template.scheme, parts.scheme.clone()) {
            (None, None) => {}
            (Some(runs), Some(span)) => match &runs[..] {
                [TemplateRun::Literal(scheme)] => {
                    scheme.eq_ignore_ascii_case(&text[span]).then_some(())?;
                }
                runs => self.runs(runs, &text[span])?,
            },
            _ => return None,
        }
        let authority = parts.authority.clone().map(|span| uri::authority_at(text, span));
        match (&template.authority, authority) {
            (None, None) => {}
            (Some(authority), Some(at)) => {
                let hosts = Hosts::of(parts.scheme.clone().map(|at| &text[at]));
                self.authority(authority, &at, hosts, text)?;
            }
            _ => return None,
        }
        self.path(&text[parts.path])?;
        match (&template.query, parts.query) {
            (None, None) => {}
            (Some(query), at) => self.query(query, at.map(|at| &text[at]))?,
            (None, Some(_)) => return None,
        }
        match (&template.fragment, parts.fragment) {
            (None, None) => Some(()),
            (Some(runs), Some(at)) => self.runs(runs, &text[at]),
            (Some(runs), None) => self.bind(only_slot(runs)?, WrittenValue::Absent),
            (None, Some(_)) => None,
        }
    }

    /// Binds a value to a name. A name that has several slots must have the same value in each.
    fn bind(&mut self, name: usize, found: WrittenValue<'a>) -> Option<()> {
        let read = |text: &[u8]| {
            percent::decode_bytes(text, Errors::Keep).map(std::borrow::Cow::into_owned).ok()
        };
        match (&self.found[name], &found) {
            (None, _) => self.found[name] = Some(found),
            (Some(WrittenValue::One(before)), WrittenValue::One(now))
                if read(before) == read(now) => {}
            (Some(before), now) if before == now => {}
            _ => return None,
        }
        Some(())
    }

    fn runs(&mut self, runs: &[TemplateRun], text: &'a [u8]) -> Option<()> {
        if let Some(name) = only_slot(runs) {
            return self.bind(name, WrittenValue::One(text.into()));
        }
        for (name, at) in slots(runs, text)? {
            self.bind(name, WrittenValue::One(text[at].into()))?;
        }
        Some(())
    }

    /// Matches the labels of a host one by one, because a label beyond ASCII is an A-label in a
    /// URI.
    fn labels(&mut self, runs: &[TemplateRun], host: &'a [u8]) -> Option<()> {
        let labels = labels_of(runs);
        let written: Vec<_> = host.split(|&byte| byte == b'.').collect();
        (labels.len() == written.len()).then_some(())?;
        for (label, written) in labels.iter().zip(written) {
            if let [TemplateRun::Literal(literal)] = &label[..] {
                is_label(literal, written).then_some(())?;
                continue;
            }
            let unicode = Some(written)
                .filter(|_| label.len() > 1 && idna::is_a_label(written))
                .and_then(|written| idna::unicode(std::str::from_utf8(written).ok()?))
                .and_then(|unicode| slots(label, unicode.as_bytes()).map(|at| (at, unicode)));
            if let Some((found, unicode)) = unicode {
                for (name, at) in found {
                    self.bind(name, WrittenValue::One(unicode.as_bytes()[at].to_vec().into()))?;
                }
                continue;
            }
            for (name, at) in slots(label, &written.to_ascii_lowercase())? {
                self.bind(name, WrittenValue::One(written[at].into()))?;
            }
        }
        Some(())
    }

    fn authority(
        &mut self,
        authority: &TemplateAuthority,
        at: &uri::UserAuthority,
        hosts: Hosts,
        text: &'a [u8],
    ) -> Option<()> {
        for (runs, span) in [(&authority.user, &at.user), (&authority.password, &at.password)] {
            match (runs, span) {
                (None, None) => {}
                (Some(runs), Some(span)) => self.runs(runs, &text[span.clone()])?,
                _ => return None,
            }
        }
        let host = &text[at.host.clone()];
        match &authority.host {
            TemplateHost::Literal(literal) => literal.eq_ignore_ascii_case(host).then_some(())?,
            TemplateHost::Whole(name) => {
                let inside = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
                self.bind(*name, WrittenValue::One(inside.unwrap_or(host).into()))?;
            }
            TemplateHost::Labels(runs, dots) => {
                if hosts == Hosts::Web {
                    self.labels(runs, host)?;
                } else {
                    (memchr::memchr_iter(b'.', host).count() == *dots).then_some(())?;
                    self.runs(&escaped(runs), host)?;
                }
            }
        }
        match (&authority.port, &at.port) {
            (None, None) => Some(()),
            (Some(Port::Literal(digits)), Some(span)) => {
                (*digits == text[span.clone()]).then_some(())
            }
            (Some(Port::Slot(name)), Some(span)) if !span.is_empty() => {
                self.bind(*name, WrittenValue::One(text[span.clone()].into()))
            }
            _ => None,
        }
    }

    fn path(&mut self, mut rest: &'a [u8]) -> Option<()> {
        let pieces = &self.template.path;
        for (n, piece) in pieces.iter().enumerate() {
            match piece {
                Segment::Literal(literal) => rest = rest.strip_prefix(&literal[..])?,
                Segment::Data { slash, runs } => {
                    if *slash {
                        rest = rest.strip_prefix(b"/")?;
                    }
                    let end = memchr::memchr(b'/', rest).unwrap_or(rest.len());
                    (end > 0).then_some(())?;
                    self.runs(runs, &rest[..end])?;
                    rest = &rest[end..];
                }
                Segment::Many { slash, name } => {
                    let after = pieces[n + 1..].iter().map(slashes).sum();
                    let end = match after {
                        0 => rest.len(),
                        _ => memchr::memrchr_iter(b'/', rest).nth(after - 1)?,
                    };
                    let (many, after) = rest.split_at(end);
                    let values = match many {
                        [] => Vec::new(),
                        [b'/', many @ ..] if *slash => many.split(|&b| b == b'/').collect(),
                        many if !*slash => many.split(|&b| b == b'/').collect(),
                        _ => return None,
                    };
                    self.bind(*name, WrittenValue::Many(values))?;
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(())
    }
}

fn slots(mut runs: &[TemplateRun], text: &[u8]) -> Option<Vec<(usize, Range<usize>)>> {
    let (mut found, mut at, mut end) = (Vec::new(), 0, text.len());
    if let [before @ .., TemplateRun::Literal(last)] = runs {
        end = text.strip_suffix(&last[..])?.len();
        (!is_in_triplet(text, end)).then_some(())?;
        runs = before;
    }
    for (n, run) in runs.iter().enumerate() {
        match run {
            TemplateRun::Literal(literal) => {
                text[at..end].starts_with(literal).then_some(())?;
                at += literal.len();
            }
            TemplateRun::Slot(name, _) => {
                let start = at;
                at = match runs.get(n + 1) {
                    Some(TemplateRun::Literal(next)) => find(&text[..end], at, next)?,
                    _ => end,
                };
                found.push((*name, start..at));
            }
        }
    }
    (at == end).then_some(found)
}

/// Where this literal text is next, from a place on. It does not begin within a triplet.
fn find(text: &[u8], from: usize, literal: &[u8]) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr::memmem::find(&text[at..], literal)?;
        if !is_in_triplet(text, at) {
            return Some(at);
        }
        at += 1;
    }
}

/// Is this place of a legal text between the percent sign of a triplet and its last digit?
fn is_in_triplet(text: &[u8], at: usize) -> bool {
    text[at.saturating_sub(2)..at].contains(&b'%')
}

/// The labels of a host with slots, with their text mapped by UTS 46.
fn labels_of(runs: &[TemplateRun]) -> Vec<Runs> {
    let mut labels = vec![Vec::new()];
    for run in runs {
        match run {
            TemplateRun::Slot(name, set) => {
                labels.last_mut().expect("one").push(TemplateRun::Slot(*name, set));
            }
            TemplateRun::Literal(text) => {
                for (n, part) in String::from_utf8_lossy(text).split(idna::DOTS).enumerate() {
                    if n > 0 {
                        labels.push(Vec::new());
                    }
                    let mapped = Some(part).filter(|part| !part.is_ascii()).and_then(idna::unicode);
                    let part = mapped.unwrap_or_else(|| part.to_ascii_lowercase());
                    if !part.is_empty() {
                        labels
                            .last_mut()
                            .expect("one")
                            .push(TemplateRun::Literal(part.into_bytes()));
                    }
                }
            }
        }
    }
    labels
}

fn is_label(literal: &[u8], written: &[u8]) -> bool {
    let ascii = std::str::from_utf8(literal).ok().and_then(|text| idna::to_ascii(text).ok());
    ascii.as_ref().map_or(literal, String::as_bytes).eq_ignore_ascii_case(written)
}

/// The runs with characters beyond ASCII escaped, as in a host that is not a domain name.
fn escaped(runs: &[TemplateRun]) -> Runs {
    let escape = |run: &TemplateRun| match run {
        TemplateRun::Slot(name, set) => TemplateRun::Slot(*name, set),
        TemplateRun::Literal(text) => {
            let mut out = Vec::new();
            places::push(text, &places::DATA, &mut out);
            TemplateRun::Literal(out)
        }
    };
    runs.iter().map(escape).collect()
}

/// The number of segments that the piece has at the end of a path.
fn slashes(piece: &Segment) -> usize {
    match piece {
        Segment::Literal(text) => memchr::memchr_iter(b'/', text).count(),
        Segment::Data { .. } | Segment::Many { .. } => 1,
    }
}
