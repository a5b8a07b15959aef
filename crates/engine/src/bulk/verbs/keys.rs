//! Verbs `key`, `surt`, `safe_browsing` and `scrapy`: keys by which URLs are compared.

use std::borrow::Cow;

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Facts, FindText, Make, Verb, Work};
use crate::bulk::{lines::record::inner, verbs::schemed::schemed};
use crate::normal::keys::{self, TableVersions};
use crate::normal::surt::{FORMS, SurtForm, surt as surt_of};
use crate::normal::{safe_browsing::Canonical, scrapy};
use superuri_kernels::memory;

/// Memory for these keys, in multiples of what other verbs need: every octet of a query may be a
/// pair, and an octet that is decoded is escaped again.
const TIMES: usize = 4;

#[expect(clippy::unnecessary_wraps, reason = "a maker of a verb returns it")]
fn found<F>(octets: bool, keys: Option<&'static TableVersions>, find: F) -> ArgumentResult
where
    F: Fn(&[u8]) -> Result<Vec<u8>> + Sync + Send + 'static,
{
    let find: Box<FindText> = Box::new(move |text| find(text).map(Cow::Owned).map(Some));
    Ok(Work::FindText { octets, find, keys })
}

pub(super) fn key(arguments: &dyn Arguments) -> ArgumentResult {
    let known = keys::TABLES.each_ref().map(|row| (row.name, row));
    let tables = arguments.one_of("tables", &known)?.unwrap_or_else(|| keys::default());
    let work = match arguments.tracking()? {
        None => found(true, Some(tables), |text| Ok(keys::key(text, tables, None)?.into())),
        Some(own) => found(true, None, move |text| Ok(keys::key(text, tables, Some(&own))?.into())),
    };
    schemed(arguments, false, work?)
}

pub(super) fn surt(arguments: &dyn Arguments) -> ArgumentResult {
    let known = FORMS.each_ref().map(|form| (form.name, form));
    let form: &'static SurtForm = arguments.one_of("variant", &known)?.unwrap_or(&FORMS[0]);
    let (www, python) = (arguments.flag("www"), arguments.python());
    found(false, None, move |text| {
        memory::check_available(TIMES * text.len());
        surt_of(text, form, www, python)
    })
}

pub(super) fn safe_browsing(_: &dyn Arguments) -> ArgumentResult {
    found(false, None, |text| {
        memory::check_available(TIMES * text.len());
        Ok(Canonical::of(text)?.text())
    })
}

pub(super) fn fingerprint(arguments: &dyn Arguments) -> ArgumentResult {
    let (keeps, python) = (arguments.flag("keep_fragments"), arguments.python());
    found(true, None, move |text| {
        memory::check_available(TIMES * text.len());
        Ok(scrapy::fingerprint(text, keeps, python)?.into())
    })
}

pub(super) fn scrapy_url(arguments: &dyn Arguments) -> ArgumentResult {
    let (keeps, python) = (arguments.flag("keep_fragments"), arguments.python());
    found(false, None, move |text| {
        memory::check_available(TIMES * text.len());
        Ok(scrapy::url(text, keeps, python)?.into_bytes())
    })
}

/// The kinds of keys, by their names on the command line.
const KINDS: [(&str, Make); 4] =
    [("superuri", key), ("surt", surt), ("safe-browsing", safe_browsing), ("scrapy", fingerprint)];

pub(super) fn of_lines(arguments: &dyn Arguments) -> ArgumentResult {
    let make = arguments.one_of("kind", &KINDS)?.unwrap_or(key);
    let (json, trim) = (arguments.json(), arguments.flag("trim"));
    match make(arguments)? {
        Work::FindText { octets, find, .. } => Work::text(Key { octets, find, json, trim }),
        work => Ok(work),
    }
}

/// The key of a URL, octets in hex; a tab, and the URL as it was. In a report, the key alone.
struct Key {
    octets: bool,
    find: Box<FindText>,
    json: bool,
    trim: bool,
}

impl Verb for Key {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        let (inner, lead) = inner(record, self.trim);
        let key = (self.find)(inner).map_err(|error| error.shifted(lead))?.unwrap_or_default();
        memory::reserve(out, key.len() + inner.len() + 1);
        if self.octets {
            for octet in key.iter() {
                out.extend([octet >> 4, octet & 15].map(|n| b"0123456789abcdef"[usize::from(n)]));
            }
        } else {
            out.extend_from_slice(&key);
        }
        if !self.json {
            out.push(b'\t');
            out.extend_from_slice(inner);
        }
        Ok(true)
    }

    fn facts(&self) -> Facts {
        let facts = Facts::default();
        if self.json { facts } else { Facts { known_by: before_url, ..facts } }
    }
}

/// The key of a line. Only the name of an archive's record may have a tab in its key, and its key
/// is the name itself.
fn before_url(line: &[u8]) -> &[u8] {
    let half = &line[..line.len() / 2];
    if line.starts_with(b"filedesc") && line[half.len()..].strip_prefix(b"\t") == Some(half) {
        return half;
    }
    &line[..memchr::memchr(b'\t', line).unwrap_or(line.len())]
}
