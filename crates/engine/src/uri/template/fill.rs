//! Filling: the URI of a template and its values.
//!
//! Each value is written for its slot's place, as in [`crate::syntax::places`], so that none can
//! end its part.

use crate::base::error::{Error, Kind, Result, quote};
use crate::syntax::places::{
    self, AS_AUTHORITY, Edited, FROM_ROOT, Hosts, QUERY, RefusedPart, check_scheme, is_dots,
    needs_host, push, push_host, push_port, refused,
};
use crate::uri::template::{
    Port, Segment, Template, TemplateAuthority, TemplateHost, TemplatePair, TemplateRun, only_slot,
};

/// The value of a name, for all its slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SlotValue<'a> {
    /// None: the part that consists of the slot alone is left out.
    Absent,
    /// One value.
    One(&'a [u8]),
    /// A list of values.
    Many(Vec<&'a [u8]>),
    /// Names and values.
    Pairs(Vec<(&'a [u8], &'a [u8])>),
}

type FillResult = std::result::Result<(), RefusedPart>;

struct Filling<'a> {
    template: &'a Template,
    values: &'a [SlotValue<'a>],
    out: Vec<u8>,
}

impl Template {
    /// The URI of these values, one for each name.
    ///
    /// ```
    /// use superuri::uri::template::source::Draft;
    /// use superuri::uri::template::fill::SlotValue;
    /// use superuri::uri::template::Template;
    /// let template = Template::new(Draft::read("http://{host}/{a}?q={q}").unwrap()).unwrap();
    /// let values = [SlotValue::One(b"e.com"), SlotValue::One(b"a/b"), SlotValue::One(b"1&x=2")];
    /// assert_eq!(template.fill(&values).unwrap(), b"http://e.com/a%2Fb?q=1%26x%3D2");
    /// ```
    ///
    /// # Errors
    /// If a value is not allowed in its place.
    pub fn fill(&self, values: &[SlotValue<'_>]) -> Edited {
        let out = Vec::with_capacity(128);
        let mut filling = Filling { template: self, values, out };
        filling.all()?;
        Ok(filling.out)
    }

    /// The text before the path, for a template without slots there.
    pub(crate) fn start_without_slots(&self) -> Option<Vec<u8>> {
        let mut filling = Filling { template: self, values: &[], out: Vec::new() };
        filling.start().ok()?;
        Some(filling.out)
    }
}

impl Filling<'_> {
    /// Appends the text before the path.
    fn start(&mut self) -> FillResult {
        let template = self.template;
        let mut hosts = Hosts::of(None);
        if let Some(scheme) = &template.scheme {
            self.runs(scheme);
            if let Some(slot) = only_slot(scheme) {
                self.named(slot, check_scheme)?;
            }
            hosts = Hosts::of(Some(&self.out));
            if template.authority.is_none() {
                needs_host(&self.out).map_err(|error| refused(&self.out, error))?;
            }
            self.out.push(b':');
        }
        if let Some(authority) = &template.authority {
            self.out.extend_from_slice(b"//");
            self.authority(authority, hosts)?;
        }
        Ok(())
    }

    fn all(&mut self) -> FillResult {
        let template = self.template;
        match &template.start {
            Some(start) => self.out.extend_from_slice(start),
            None => self.start()?,
        }
        let start = self.out.len();
        for (n, segment) in template.path.iter().enumerate() {
            self.segment(segment, n == 0 && template.authority.is_none())?;
        }
        if template.authority.is_none() {
            self.guarded(start)?;
        }
        if let Some(query) = &template.query {
            self.query(query)?;
        }
        if let Some(fragment) = &template.fragment
            && !self.is_absent(fragment)
        {
            self.out.push(b'#');
            self.runs(fragment);
        }
        Ok(())
    }

    /// The single value of a name; empty if it has none.
    fn one(&self, name: usize) -> &[u8] {
        if let Some(SlotValue::One(value)) = self.values.get(name) { value } else { b"" }
    }

    fn is_absent(&self, runs: &[TemplateRun]) -> bool {
        only_slot(runs).is_some_and(|name| matches!(self.values.get(name), Some(SlotValue::Absent)))
    }

    /// The error of a name's value, which is not quoted if it is a password.
    fn refuse(&self, name: usize, value: &[u8], mut error: Box<Error>) -> RefusedPart {
        let shown = &self.template.names[name].name;
        if self.template.is_secret(name) {
            error.what = format!("{{{shown}}}");
            return refused(&vec![b'*'; value.len()], error);
        }
        error.what = format!("{{{shown}}}: {}", error.what);
        refused(value, error)
    }

    fn named(&self, name: usize, check: impl Fn(&[u8]) -> Result<()>) -> FillResult {
        let value = self.one(name);
        check(value).map_err(|error| self.refuse(name, value, error))
    }

    fn runs(&mut self, runs: &[TemplateRun]) {
        for run in runs {
            match run {
                TemplateRun::Literal(text) => self.out.extend_from_slice(text),
                TemplateRun::Slot(name, encoder) => {
                    let value: &[u8] = match self.values.get(*name) {
                        Some(SlotValue::One(value)) => value,
                        _ => b"",
                    };
                    push(value, encoder, &mut self.out);
                }
            }
        }
    }

    fn authority(&mut self, authority: &TemplateAuthority, hosts: Hosts) -> FillResult {
        if let Some(user) = &authority.user {
            self.runs(user);
            if let Some(password) = &authority.password {
                self.out.push(b':');
                self.runs(password);
            }
            self.out.push(b'@');
        }
        match &authority.host {
            TemplateHost::Literal(host) => self.out.extend_from_slice(host),
            TemplateHost::Whole(name) => {
                let mut out = std::mem::take(&mut self.out);
                let done =
                    self.named_into(*name, &mut out, |value, out| push_host(value, hosts, out));
                self.out = out;
                done?;
            }
            TemplateHost::Labels(runs, dots) => self.labels(runs, *dots, hosts)?,
        }
        match &authority.port {
            None => {}
            Some(Port::Literal(digits)) => {
                self.out.push(b':');
                self.out.extend_from_slice(digits);
            }
            Some(Port::Slot(name)) => {
                let mut out = std::mem::take(&mut self.out);
                out.push(b':');
                let done = self.named_into(*name, &mut out, push_port);
                self.out = out;
                done?;
            }
        }
        Ok(())
    }

    fn named_into(
        &self,
        name: usize,
        out: &mut Vec<u8>,
        write: impl Fn(&[u8], &mut Vec<u8>) -> Result<()>,
    ) -> FillResult {
        let value = self.one(name);
        write(value, out).map_err(|error| self.refuse(name, value, error))
    }

    /// Appends a host with slots in its labels. A value must not add or remove a label.
    fn labels(&mut self, runs: &[TemplateRun], dots: usize, hosts: Hosts) -> FillResult {
        let mut host = Vec::new();
        for run in runs {
            match run {
                TemplateRun::Literal(text) => host.extend_from_slice(text),
                TemplateRun::Slot(name, _) => {
                    self.named(*name, label)?;
                    host.extend_from_slice(self.one(*name));
                }
            }
        }
        let start = self.out.len();
        push_host(&host, hosts, &mut self.out).map_err(|error| refused(&host, error))?;
        let written = memchr::memchr_iter(b'.', &self.out[start..]).count();
        if written != dots && (hosts == Hosts::Web || host.is_ascii()) {
            let error = Error::quoting(Kind::NotHost, &host, 0..host.len());
            return Err(refused(&host, error.that("has more labels than its template")));
        }
        Ok(())
    }

    /// Refuses a whole URI as the first value of the template: it would become a file name.
    fn no_base(&self, runs: &[TemplateRun]) -> FillResult {
        let Some(TemplateRun::Slot(name, _)) = runs.first() else { return Ok(()) };
        let value = self.one(*name);
        let Some(at) = memchr::memmem::find(value, b"://") else { return Ok(()) };
        let error = Error::quoting(Kind::BadPart, value, at..at + 3);
        let is = "begins a URI, and a slot takes data: `resolve` joins the two";
        Err(self.refuse(*name, value, error.that(is)))
    }

    fn segment(&mut self, segment: &Segment, is_first: bool) -> FillResult {
        match segment {
            Segment::Literal(text) => self.out.extend_from_slice(text),
            Segment::Data { slash, runs } => {
                if *slash {
                    self.out.push(b'/');
                } else if is_first && self.template.scheme.is_none() {
                    self.no_base(runs)?;
                }
                let start = self.out.len();
                self.runs(runs);
                let written = &self.out[start..];
                if written.is_empty()
                    && let Some(name) = only_slot(runs)
                {
                    let error = Error::naming(Kind::BadPart, 0..0, "the empty text");
                    return Err(self.refuse(name, b"", error.that("makes no segment")));
                }
                if is_dots(written) {
                    let error = Error::quoting(Kind::DotSegment, written, 0..written.len());
                    return Err(match only_slot(runs) {
                        Some(name) => self.refuse(name, written, error),
                        None => refused(written, error),
                    });
                }
            }
            Segment::Many { slash, name } => {
                let values = self.values;
                let Some(SlotValue::Many(values)) = values.get(*name) else { return Ok(()) };
                for (n, value) in values.iter().enumerate() {
                    if let Err(error) = places::check_segment(value) {
                        return Err(self.refuse(*name, value, error));
                    }
                    if *slash || n > 0 {
                        self.out.push(b'/');
                    }
                    // A colon in the first segment would end a scheme.
                    let first = is_first && n == 0 && !*slash;
                    if first && value.is_empty() {
                        let error = Error::naming(Kind::BadPart, 0..0, "the empty text");
                        return Err(self.refuse(*name, b"", error.that("begins no path")));
                    }
                    let set = if first { &places::DATA } else { &places::SEGMENT };
                    push(value, set, &mut self.out);
                }
            }
        }
        Ok(())
    }

    /// Refuses a relative path that would be read back differently from its template.
    fn guarded(&mut self, start: usize) -> FillResult {
        let path = &self.out[start..];
        let rooted = match self.template.path.first() {
            Some(Segment::Literal(text)) => text.first() == Some(&b'/'),
            Some(Segment::Data { slash, .. } | Segment::Many { slash, .. }) => *slash,
            None => false,
        };
        let is = if path.starts_with(b"//") {
            AS_AUTHORITY
        } else if path.starts_with(b"/") && !rooted {
            FROM_ROOT
        } else {
            if rooted && path.is_empty() {
                self.out.push(b'/');
            }
            return Ok(());
        };
        let error = Error::quoting(Kind::BadPart, path, 0..path.len()).that(is);
        Err(refused(path, error))
    }

    fn query(&mut self, query: &[TemplatePair]) -> FillResult {
        let mut mark = b'?';
        for pair in query {
            match pair {
                TemplatePair::Literal(text) => {
                    self.out.push(std::mem::replace(&mut mark, b'&'));
                    self.out.extend_from_slice(text);
                }
                TemplatePair::Data { name, value } => {
                    if self.is_absent(value.as_ref().unwrap_or(name)) {
                        continue;
                    }
                    self.is_nobodys(name)?;
                    self.out.push(std::mem::replace(&mut mark, b'&'));
                    self.runs(name);
                    if let Some(value) = value {
                        self.out.push(b'=');
                        self.runs(value);
                    }
                }
                TemplatePair::Many { name, values } => {
                    let values = self.values.get(*values);
                    let Some(SlotValue::Many(values)) = values else { continue };
                    self.is_nobodys(name)?;
                    for value in values {
                        self.out.push(std::mem::replace(&mut mark, b'&'));
                        self.runs(name);
                        self.out.push(b'=');
                        push(value, &QUERY, &mut self.out);
                    }
                }
                TemplatePair::Pairs(slot) => {
                    let Some(SlotValue::Pairs(pairs)) = self.values.get(*slot) else { continue };
                    for (name, value) in pairs {
                        if self.is_taken(query, name) {
                            return Err(self.refuse(*slot, name, taken(name)));
                        }
                        self.out.push(std::mem::replace(&mut mark, b'&'));
                        push(name, &QUERY, &mut self.out);
                        self.out.push(b'=');
                        push(value, &QUERY, &mut self.out);
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses a name in a slot if the template has a pair of that name.
    fn is_nobodys(&self, name: &[TemplateRun]) -> FillResult {
        let Some(slot) = only_slot(name) else { return Ok(()) };
        let own = self.template.own.contains(self.one(slot));
        if own { Err(self.refuse(slot, self.one(slot), taken(self.one(slot)))) } else { Ok(()) }
    }

    /// Does the template have a pair of this name, literally or by a slot?
    fn is_taken(&self, query: &[TemplatePair], wanted: &[u8]) -> bool {
        let of =
            |name: &[TemplateRun]| only_slot(name).is_some_and(|slot| self.one(slot) == wanted);
        self.template.own.contains(wanted)
            || query.iter().any(|pair| match pair {
                TemplatePair::Data { name, .. } | TemplatePair::Many { name, .. } => of(name),
                TemplatePair::Literal(_) | TemplatePair::Pairs(_) => false,
            })
    }
}

fn taken(name: &[u8]) -> Box<Error> {
    let what = format!("the name {}", quote(name));
    Error::naming(Kind::BadPart, 0..name.len(), what).that("is one that the template has itself")
}

/// Refuses a value that is not a part of a single label.
fn label(value: &[u8]) -> Result<()> {
    if value.is_empty() {
        let error = Error::naming(Kind::NotHost, 0..0, "the empty text");
        return Err(error.that("makes no part of a label"));
    }
    let odd = |b: &u8| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || *b >= 0x80);
    match value.iter().position(odd) {
        None => Ok(()),
        Some(at) => Err(Error::quoting(Kind::NotHost, value, at..at + 1)
            .that("is not allowed in a label: a slot next to other text of a host takes part of one label")),
    }
}
