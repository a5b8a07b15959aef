//! Which values would make a template this URI?
//!
//! The literal text decides, as it does where values are filled in: each slot takes as little as
//! it can, and what is read back is what was filled in wherever the template can tell.

use crate::percent::{self, Errors};
use crate::slots::{Authority, Host, Pair, Port, Run, Segment, Template, only_slot};
use crate::split;
use crate::uri;

/// What a name's slots hold in a URI, as it is written there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found<'a> {
    /// Nothing.
    Absent,
    /// One value.
    One(&'a [u8]),
    /// So many.
    Many(Vec<&'a [u8]>),
    /// Names, and values if there are any.
    Pairs(Vec<(&'a [u8], Option<&'a [u8]>)>),
}

struct Matching<'t, 'a> {
    template: &'t Template,
    found: Vec<Option<Found<'a>>>,
}

impl Template {
    /// What each of the names holds in this legal URI; `None` where the template does not make it.
    ///
    /// ```
    /// use superuri::{draft::Draft, matching::Found, slots::Template};
    /// let template = Template::new(Draft::read("/{a}/{*b}").unwrap()).unwrap();
    /// let found = template.matched(b"/x%2F/y/z").unwrap();
    /// assert_eq!(found, [Found::One(b"x%2F"), Found::Many(vec![b"y", b"z"])]);
    /// assert!(template.matched(b"x").is_none());
    /// ```
    #[must_use]
    pub fn matched<'a>(&self, text: &'a [u8]) -> Option<Vec<Found<'a>>> {
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
        match (&template.scheme, parts.scheme) {
            (None, None) => {}
            (Some(runs), Some(span)) => match &runs[..] {
                [Run::Literal(scheme)] => {
                    scheme.eq_ignore_ascii_case(&text[span]).then_some(())?;
                }
                runs => self.runs(runs, &text[span])?,
            },
            _ => return None,
        }
        match (&template.authority, uri::authority(text)) {
            (None, None) => {}
            (Some(authority), Some(at)) => self.authority(authority, &at, text)?,
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
            (Some(runs), None) => self.bind(only_slot(runs)?, Found::Absent),
            (None, Some(_)) => None,
        }
    }

    /// Says what a name holds; where it has been said before, it must be the same.
    fn bind(&mut self, name: usize, found: Found<'a>) -> Option<()> {
        let read = |text: &[u8]| {
            percent::decode_bytes(text, Errors::Keep).map(std::borrow::Cow::into_owned).ok()
        };
        match (&self.found[name], &found) {
            (None, _) => self.found[name] = Some(found),
            (Some(Found::One(before)), Found::One(now)) if read(before) == read(now) => {}
            (Some(before), now) if before == now => {}
            _ => return None,
        }
        Some(())
    }

    fn runs(&mut self, mut runs: &[Run], mut text: &'a [u8]) -> Option<()> {
        if let [before @ .., Run::Literal(last)] = runs {
            text = text.strip_suffix(&last[..])?;
            runs = before;
        }
        for (n, run) in runs.iter().enumerate() {
            match run {
                Run::Literal(literal) => text = text.strip_prefix(&literal[..])?,
                Run::Slot(name, _) => {
                    let end = match runs.get(n + 1) {
                        Some(Run::Literal(next)) => memchr::memmem::find(text, next)?,
                        _ => text.len(),
                    };
                    self.bind(*name, Found::One(&text[..end]))?;
                    text = &text[end..];
                }
            }
        }
        text.is_empty().then_some(())
    }

    fn authority(
        &mut self,
        authority: &Authority,
        at: &uri::Authority,
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
            Host::Literal(literal) => literal.eq_ignore_ascii_case(host).then_some(())?,
            Host::Whole(name) => {
                let inside = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
                self.bind(*name, Found::One(inside.unwrap_or(host)))?;
            }
            Host::Labels(runs, dots) => {
                (memchr::memchr_iter(b'.', host).count() == *dots).then_some(())?;
                self.runs(runs, host)?;
            }
        }
        match (&authority.port, &at.port) {
            (None, None) => Some(()),
            (Some(Port::Literal(digits)), Some(span)) => {
                (*digits == text[span.clone()]).then_some(())
            }
            (Some(Port::Slot(name)), Some(span)) if !span.is_empty() => {
                self.bind(*name, Found::One(&text[span.clone()]))
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
                    self.bind(*name, Found::Many(values))?;
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(())
    }

    fn query(&mut self, query: &[Pair], text: Option<&'a [u8]>) -> Option<()> {
        let pieces: Vec<&'a [u8]> =
            text.map_or(Vec::new(), |text| text.split(|&b| b == b'&').collect());
        let mut left: Vec<Option<&'a [u8]>> = pieces.into_iter().map(Some).collect();
        let mut rest = None;
        for pair in query {
            match pair {
                Pair::Literal(literal) => {
                    take(&mut left, |piece| (piece == literal).then_some(()))?;
                }
                Pair::Data { name, value: Some(value) } => {
                    let found = take(&mut left, |piece| {
                        let (said, value) = halves(piece);
                        value.filter(|_| is_called(name, said)).map(|value| (said, value))
                    });
                    match found {
                        Some((said, found)) => {
                            self.runs(name, said)?;
                            self.runs(value, found)?;
                        }
                        None => self.bind(only_slot(value)?, Found::Absent)?,
                    }
                }
                Pair::Data { name, value: None } => {
                    let found = take(&mut left, |piece| {
                        (halves(piece).1.is_none() && is_called(name, piece)).then_some(piece)
                    });
                    match found {
                        Some(said) => self.runs(name, said)?,
                        None => self.bind(only_slot(name)?, Found::Absent)?,
                    }
                }
                Pair::Many { name, values } => {
                    let mut found = Vec::new();
                    for piece in &mut left {
                        let (said, value) = piece.map_or((&b""[..], None), halves);
                        if let Some(value) = value.filter(|_| is_called(name, said)) {
                            found.push(value);
                            *piece = None;
                        }
                    }
                    self.bind(*values, Found::Many(found))?;
                }
                Pair::Pairs(name) => rest = Some(*name),
            }
        }
        let left: Vec<_> = left.into_iter().flatten().filter(|piece| !piece.is_empty()).collect();
        match rest {
            None => left.is_empty().then_some(()),
            Some(name) => self.bind(name, Found::Pairs(left.into_iter().map(halves).collect())),
        }
    }
}

/// How many segments the piece is at the end of a path.
fn slashes(piece: &Segment) -> usize {
    match piece {
        Segment::Literal(text) => memchr::memchr_iter(b'/', text).count(),
        Segment::Data { .. } | Segment::Many { .. } => 1,
    }
}

/// The first of these that the judge takes, taken out.
fn take<'a, T>(left: &mut [Option<&'a [u8]>], judge: impl Fn(&'a [u8]) -> Option<T>) -> Option<T> {
    left.iter_mut().find_map(|piece| {
        let taken = judge((*piece)?)?;
        *piece = None;
        Some(taken)
    })
}

/// A pair's name and its value, if there is one.
fn halves(piece: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(b'=', piece) {
        Some(at) => (&piece[..at], Some(&piece[at + 1..])),
        None => (piece, None),
    }
}

/// Can the name of the template's pair be this one?
fn is_called(name: &[Run], said: &[u8]) -> bool {
    match name {
        [Run::Literal(literal)] => literal == said,
        [Run::Literal(literal), ..] => said.starts_with(literal),
        _ => true,
    }
}
