//! Places of slots: the component in which each slot of a template is.
//!
//! Only the literal text decides where components begin and end. It is split once, with a letter in
//! place of each slot, so that no value can move a boundary later.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use crate::base::error::{Error, Kind, Result};
use crate::base::sets::rfc3986;
use crate::clean::edits::{self, Encodings};
use crate::clean::{edit::Edit, profiles::RFC3986, rewrite::Rewrite};
use crate::codec::percent::{self, Encoder, Errors};
use crate::syntax::places::{self, DATA, FRAGMENT, QUERY, SEGMENT, is_dots};
use crate::syntax::{hosts::idna, split};
use crate::uri::template::source::{Draft, LETTER, Slot, Takes};
use crate::uri::template::{
    Port, Runs, Segment, Template, TemplateAuthority, TemplateHost, TemplatePair, TemplateRun,
    only_slot,
};
use superuri_kernels::memory;

/// A scheme may have a `+`. A value with what no scheme may have is refused.
static SCHEME: Encoder = Encoder::new(rfc3986::COMPONENT.but("+"));

impl Template {
    /// The template of a draft.
    ///
    /// # Errors
    /// If a slot is not possible in its place, or if [`crate::clean`] cannot make the literal text
    /// a URI.
    pub fn new(draft: Draft) -> Result<Self> {
        Compiler::new(draft)?.template()
    }
}

struct Compiler {
    draft: Draft,
    parts: split::Parts,
    /// The edits that make the literal text legal.
    edits: Vec<Edit>,
    /// The span of a password that is written in the template itself.
    secret: Option<Range<usize>>,
}

impl Compiler {
    fn new(draft: Draft) -> Result<Self> {
        memory::check_available(draft.text.len());
        let parts = split::split(&draft.text);
        let mut checked = draft.text.clone();
        if let Some(span) = parts.authority.clone() {
            let authority = split::authority(&draft.text, span);
            if !draft.slots_in(&authority.host).is_empty() {
                // A host with slots is validated once they are filled.
                checked[authority.host].fill(LETTER);
            }
            if let Some(port) = authority.port {
                for slot in draft.slots_in(&port) {
                    checked[slot.letter] = b'0';
                }
            }
        }
        let edits =
            edits::edits(&checked, RFC3986, Encodings::default()).map_err(|mut error| {
                error.at = draft.from[error.at.start]..draft.from[error.at.end];
                error
            })?;
        Ok(Self { draft, parts, edits, secret: None })
    }

    fn wrong(&self, at: Range<usize>, what: &str, is: &str) -> Box<Error> {
        let at = self.draft.from[at.start]..self.draft.from[at.end];
        Error::naming(Kind::BadSlot, at, what).that(is)
    }

    fn slot_is(&self, slot: &Slot, is: &str) -> Box<Error> {
        Error::naming(Kind::BadSlot, slot.at.clone(), self.quoted(slot)).that(is)
    }

    fn quoted(&self, slot: &Slot) -> String {
        let stars = Takes::STARS.iter().find(|(_, takes)| *takes == slot.takes);
        let stars = stars.map_or("", |(stars, _)| stars);
        format!("{{{stars}{}}}", self.draft.names[slot.name].name)
    }

    /// The cleaned literal text of this span.
    fn literal(&self, span: Range<usize>) -> Vec<u8> {
        let from = self.edits.partition_point(|edit| edit.at.start < span.start);
        let to = self.edits.partition_point(|edit| edit.at.start < span.end);
        let mut cleaned = Rewrite::within(&self.draft.text, span);
        for edit in &self.edits[from..to] {
            cleaned.replace(&edit.at, &edit.with);
        }
        cleaned.done().into_owned()
    }

    /// The literal text and the slots of this span, each slot for a single value. `alone` is the
    /// encoder for a slot without a neighbour.
    fn runs(&mut self, span: Range<usize>, alone: &'static Encoder) -> Result<Runs> {
        let slots = self.draft.slots_in(&span).to_vec();
        let is_alone = slots.len() == 1 && span.len() == 1;
        let mut runs = Vec::with_capacity(2 * slots.len() + 1);
        let mut at = span.start;
        for (n, slot) in slots.iter().enumerate() {
            if slot.takes != Takes::One {
                let is = match slot.takes {
                    Takes::Pairs => "is allowed only in the place of a whole pair of the query",
                    _ => "is allowed only for whole segments, or as the value of a query's pair",
                };
                return Err(self.slot_is(slot, is));
            }
            if at < slot.letter {
                runs.push(TemplateRun::Literal(self.literal(at..slot.letter)));
            } else if n > 0 {
                return Err(self.slot_is(slot, "cannot be distinguished from the slot before it"));
            }
            runs.push(TemplateRun::Slot(slot.name, if is_alone { alone } else { &DATA }));
            self.draft.names[slot.name].may_be_absent = false;
            at = slot.letter + 1;
        }
        if at < span.end || slots.is_empty() {
            runs.push(TemplateRun::Literal(self.literal(at..span.end)));
        }
        Ok(runs)
    }

    /// The same for a part that is left out if its only slot is absent.
    fn optional(&mut self, span: Range<usize>, alone: &'static Encoder) -> Result<Runs> {
        let name = match self.draft.slots_in(&span) {
            [slot] if span.len() == 1 => Some(slot.name),
            _ => None,
        };
        let before = name.is_none_or(|name| self.draft.names[name].may_be_absent);
        let runs = self.runs(span, alone)?;
        if let Some(name) = name {
            self.draft.names[name].may_be_absent = before;
        }
        Ok(runs)
    }

    fn template(mut self) -> Result<Template> {
        let split::Parts { scheme, authority, path, query, fragment } = self.parts.clone();
        let scheme = scheme.map(|span| self.scheme(span)).transpose()?;
        let authority = authority.map(|span| self.authority(span, scheme.as_ref())).transpose()?;
        if let (Some([TemplateRun::Literal(scheme)]), None) = (scheme.as_deref(), &authority) {
            let at = 0..self.draft.from[scheme.len()];
            places::needs_host(scheme).map_err(|error| Box::new(Error { at, ..*error }))?;
        }
        let has_start = self.draft.slots_in(&(0..path.start)).is_empty();
        let path = self.path(path, scheme.is_some(), authority.is_some())?;
        let mut own = HashSet::new();
        let query = query.map(|span| self.query(span, &mut own)).transpose()?;
        let fragment = fragment.map(|span| self.optional(span, &FRAGMENT)).transpose()?;
        let (names, secret) = (self.draft.names, self.secret);
        let start = None;
        let mut template =
            Template { names, scheme, authority, start, path, query, own, fragment, secret };
        if has_start {
            template.start = template.start_without_slots();
        }
        Ok(template)
    }

    fn scheme(&mut self, span: Range<usize>) -> Result<Runs> {
        let runs = self.runs(span.clone(), &SCHEME)?;
        if runs.len() > 1 {
            return Err(self.wrong(
                span,
                "the scheme",
                "is not a slot by itself, and has one in it",
            ));
        }
        Ok(runs)
    }

    fn authority(
        &mut self,
        span: Range<usize>,
        scheme: Option<&Runs>,
    ) -> Result<TemplateAuthority> {
        let split::Authority { userinfo, host, port } = split::authority(&self.draft.text, span);
        let (mut user, mut password) = (None, None);
        if let Some(span) = userinfo {
            let colon = memchr::memchr(b':', &self.draft.text[span.clone()]);
            let end = colon.map_or(span.end, |len| span.start + len);
            user = Some(self.runs(span.start..end, &DATA)?);
            if colon.is_some() {
                let runs = self.runs(end + 1..span.end, &DATA)?;
                if only_slot(&runs).is_none() {
                    self.secret = Some(self.draft.from[end + 1]..self.draft.from[span.end]);
                }
                password = Some(runs);
            }
        }
        let host = self.host(host, scheme)?;
        let port = match port {
            Some(span) => Some(match (self.runs(span.clone(), &DATA)?, span.len()) {
                (runs, 1) if only_slot(&runs).is_some() => {
                    Port::Slot(only_slot(&runs).unwrap_or(0))
                }
                _ if self.draft.slots_in(&span).is_empty() => Port::Literal(self.literal(span)),
                _ => {
                    return Err(self.wrong(
                        span,
                        "the port",
                        "is not a slot by itself, and has one",
                    ));
                }
            }),
            None => None,
        };
        Ok(TemplateAuthority { user, password, host, port })
    }

    fn host(&mut self, span: Range<usize>, scheme: Option<&Runs>) -> Result<TemplateHost> {
        let slots = self.draft.slots_in(&span).to_vec();
        let Some(first) = slots.first() else {
            let literal = self.literal(span.clone());
            let scheme = match scheme.map(Vec::as_slice) {
                Some([TemplateRun::Literal(scheme)]) => Some(&scheme[..]),
                _ => None,
            };
            if literal.is_empty() && places::Hosts::of(scheme) == places::Hosts::Web {
                let is = "is empty, and parsers would look for one in the path";
                return Err(self.wrong(span, "the host", is));
            }
            return Ok(TemplateHost::Literal(literal));
        };
        if self.draft.text[span.start] == b'[' {
            return Err(self.slot_is(first, "is the whole host: leave out the brackets"));
        }
        let runs = self.runs(span.clone(), &DATA)?;
        if let Some(name) = only_slot(&runs) {
            return Ok(TemplateHost::Whole(name));
        }
        // The characters of a host with slots are checked when it is filled, so take them
        // uncleaned.
        let text = &self.draft.text;
        let mut at = span.start;
        let mut raw = Vec::with_capacity(runs.len());
        for slot in &slots {
            if at < slot.letter {
                raw.push(TemplateRun::Literal(text[at..slot.letter].to_vec()));
            }
            raw.push(TemplateRun::Slot(slot.name, &DATA));
            at = slot.letter + 1;
        }
        if at < span.end {
            raw.push(TemplateRun::Literal(text[at..span.end].to_vec()));
        }
        let dots = String::from_utf8_lossy(&text[span]).matches(idna::DOTS).count();
        Ok(TemplateHost::Labels(raw, dots))
    }

    fn path(&mut self, span: Range<usize>, scheme: bool, authority: bool) -> Result<Vec<Segment>> {
        let mut pieces: Vec<Segment> = Vec::new();
        let rooted = self.draft.text[span.clone()].starts_with(b"/");
        let opaque = scheme && !authority && !rooted;
        let relative = !scheme && !authority && !rooted;
        let mut leading = relative;
        let mut at = span.start;
        while at < span.end {
            let slash = self.draft.text[at] == b'/';
            let start = at + usize::from(slash);
            let rest = &self.draft.text[start..span.end];
            let end = memchr::memchr(b'/', rest).map_or(span.end, |len| start + len);
            let slots = self.draft.slots_in(&(start..end)).to_vec();
            match &slots[..] {
                [] => {
                    let literal = self.literal(at..end);
                    let dots = is_dots(&literal[usize::from(slash)..]) && start < end;
                    leading &= dots;
                    if dots && !leading {
                        let failure =
                            Error::quoting(Kind::DotSegment, &self.draft.text, start..end);
                        let at = self.draft.from[start]..self.draft.from[end];
                        return Err(Box::new(Error { at, ..*failure }));
                    }
                    match pieces.last_mut() {
                        Some(Segment::Literal(before)) => before.extend_from_slice(&literal),
                        _ => pieces.push(Segment::Literal(literal)),
                    }
                }
                [slot] if slot.takes == Takes::Many && end == start + 1 && !opaque => {
                    if pieces.iter().any(|piece| matches!(piece, Segment::Many { .. })) {
                        return Err(
                            self.slot_is(slot, "cannot be distinguished from the other list")
                        );
                    }
                    pieces.push(Segment::Many { slash, name: slot.name });
                    self.draft.names[slot.name].may_be_absent = false;
                    leading = false;
                }
                _ => {
                    let first = relative && at == span.start;
                    let alone = if opaque || first { &DATA } else { &SEGMENT };
                    pieces.push(Segment::Data { slash, runs: self.runs(start..end, alone)? });
                    leading = false;
                }
            }
            at = end;
        }
        Ok(pieces)
    }

    fn query(
        &mut self,
        span: Range<usize>,
        own: &mut HashSet<Vec<u8>>,
    ) -> Result<Vec<TemplatePair>> {
        let mut pairs = Vec::new();
        let mut all: Option<Slot> = None;
        let mut start = span.start;
        loop {
            let rest = &self.draft.text[start..span.end];
            let end = memchr::memchr(b'&', rest).map_or(span.end, |len| start + len);
            let slots = self.draft.slots_in(&(start..end)).to_vec();
            if let [slot] = &slots[..]
                && slot.takes == Takes::Pairs
                && end == start + 1
            {
                if all.replace(slot.clone()).is_some() {
                    return Err(
                        self.slot_is(slot, "cannot be distinguished from the other slot of pairs")
                    );
                }
                pairs.push(TemplatePair::Pairs(slot.name));
            } else {
                pairs.push(self.pair(start..end, &slots, own)?);
            }
            if end == span.end {
                return Ok(pairs);
            }
            start = end + 1;
        }
    }

    fn pair(
        &mut self,
        at: Range<usize>,
        slots: &[Slot],
        own: &mut HashSet<Vec<u8>>,
    ) -> Result<TemplatePair> {
        let equals = memchr::memchr(b'=', &self.draft.text[at.clone()]).map(|len| at.start + len);
        let name_at = at.start..equals.unwrap_or(at.end);
        if self.draft.slots_in(&name_at).is_empty() && !at.is_empty() {
            let name = self.literal(name_at.clone());
            own.extend(percent::decode_bytes(&name, Errors::Keep).map(Cow::into_owned));
        }
        if slots.is_empty() {
            return Ok(TemplatePair::Literal(self.literal(at)));
        }
        let Some(equals) = equals else {
            return Ok(TemplatePair::Data { name: self.optional(name_at, &QUERY)?, value: None });
        };
        let name = self.runs(name_at, &QUERY)?;
        let value = equals + 1..at.end;
        match self.draft.slots_in(&value) {
            [slot] if slot.takes == Takes::Many && value.len() == 1 => {
                let values = slot.name;
                Ok(TemplatePair::Many { name, values })
            }
            _ => Ok(TemplatePair::Data { name, value: Some(self.optional(value, &QUERY)?) }),
        }
    }
}
