//! Report of one record, in JSON.
//!
//! One object on one line: `input`, `output` (null if the record failed) and `error` (null, or
//! `code`, `start`, `end`, `message`, `help`). Verbs that have them add `edits` (`start`, `end`,
//! `replacement`, `why`), `spans` (`code`, `start`, `end`, and `from` and `to` in the output), or
//! `steps` (`step`, `changed`, `output`), or `chain` (`wrapper`, `output`). The `output` of `parse` is an object. Offsets count
//! characters of `input`, so they can be used as indices into it.
//!
//! Bytes that are not valid UTF-8 cannot be in a JSON string. Such a record is reported as
//! `input_encoded` instead, percent-encoded (`superuri decode` gives the bytes back), and its
//! offsets count those bytes. For a record that is too long to be held, the input is null, and so
//! are the offsets.

use std::{io::Write, mem, ops::Range};

use crate::base::error::{Error, Kind};
use crate::bulk::verbs::json_text::{string, strings, write_member};
use crate::bulk::verbs::verb::{Details, Makes, Verb};
use crate::clean::edit::Edit;
use crate::codec::encodings::utf8::Offsets;
use superuri_kernels::memory;

/// Appends the report of the record (`None` if it is too long to be held) and of the verb's result;
/// `help` is what can be done about a failure, in the words of the caller's options.
pub fn record(
    verb: &dyn Verb,
    record: Option<&[u8]>,
    outcome: Result<&[u8], &Error>,
    help: fn(Kind) -> &'static str,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"{");
    write_member(out, "input", record);
    out.extend_from_slice(b", ");
    match outcome {
        Ok(object) if verb.facts().makes == Makes::Json => {
            memory::reserve(out, object.len() + 64);
            out.extend_from_slice(b"\"output\": ");
            // An empty record has nothing to report.
            out.extend_from_slice(if object.is_empty() { b"null" } else { object });
        }
        _ => write_member(out, "output", outcome.ok()),
    }
    out.extend_from_slice(b", \"error\": ");
    match outcome {
        Ok(_) => out.extend_from_slice(b"null"),
        Err(error) => failure(out, error, help(error.kind), record),
    }
    if let (Ok(_), Some(text)) = (outcome, record)
        && let Ok(details) = verb.details(text)
    {
        detailed(details, text, out);
    }
    out.extend_from_slice(b"}\n");
}

fn detailed(details: Details<'_>, text: &[u8], out: &mut Vec<u8>) {
    let mut offsets = Offsets::of(text);
    match details {
        Details::None => {}
        Details::Edits(each) => {
            let before = out.len();
            let mut lead: &[u8] = b", \"edits\": [";
            let done = each(&mut |edit| {
                out.extend_from_slice(mem::replace(&mut lead, b", "));
                replacement(out, &edit, &offsets.span(&edit.at));
            });
            match done {
                Ok(()) if out.len() == before => out.extend_from_slice(b", \"edits\": []"),
                Ok(()) => out.push(b']'),
                Err(_) => out.truncate(before),
            }
        }
        Details::Spans(shown) => {
            out.extend_from_slice(b", \"spans\": [");
            let mut places = Offsets::of(shown.text.as_bytes());
            for (n, row) in shown.spans.iter().enumerate() {
                out.extend_from_slice(if n > 0 { b", {\"code\": " } else { b"{\"code\": " });
                string(out, row.reason.code());
                span(out, &offsets.span(&row.source));
                let at = places.span(&row.shown);
                write!(out, ", \"from\": {}, \"to\": {}}}", at.start, at.end)
                    .expect("a Vec takes everything");
            }
            out.extend_from_slice(b"]");
        }
        Details::Steps(steps) => {
            out.extend_from_slice(b", \"steps\": [");
            for (n, step) in steps.iter().enumerate() {
                out.extend_from_slice(if n > 0 { b", {\"step\": " } else { b"{\"step\": " });
                string(out, step.name);
                out.extend_from_slice(b", \"changed\": ");
                strings(out, step.changed.iter().copied());
                out.extend_from_slice(b", ");
                write_member(out, "output", Some(&step.text));
                out.push(b'}');
            }
            out.extend_from_slice(b"]");
        }
        Details::Chain(steps) => {
            out.extend_from_slice(b", \"chain\": [");
            for (n, step) in steps.iter().enumerate() {
                out.extend_from_slice(if n > 0 { b", {\"wrapper\": " } else { b"{\"wrapper\": " });
                string(out, step.wrapper);
                out.extend_from_slice(b", ");
                write_member(out, "output", Some(&step.target));
                out.push(b'}');
            }
            out.extend_from_slice(b"]");
        }
    }
}

fn failure(out: &mut Vec<u8>, error: &Error, help: &str, text: Option<&[u8]>) {
    let at = Offsets::of(text.unwrap_or_default()).span(&error.at);
    out.extend_from_slice(b"{\"code\": ");
    string(out, error.kind.code());
    match text {
        Some(_) => span(out, &at),
        None => out.extend_from_slice(b", \"start\": null, \"end\": null"),
    }
    out.extend_from_slice(b", \"message\": ");
    string(out, &error.sentence(&at));
    out.extend_from_slice(b", \"help\": ");
    string(out, help);
    out.extend_from_slice(b"}");
}

fn replacement(out: &mut Vec<u8>, edit: &Edit, at: &Range<usize>) {
    out.extend_from_slice(b"{\"why\": ");
    string(out, edit.why.word());
    span(out, at);
    out.extend_from_slice(b", ");
    write_member(out, "replacement", Some(&edit.with));
    out.extend_from_slice(b"}");
}

fn span(out: &mut Vec<u8>, at: &Range<usize>) {
    write!(out, ", \"start\": {}, \"end\": {}", at.start, at.end).expect("a Vec takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::verbs::clean;
    use crate::clean::profiles;

    fn reported(text: &[u8]) -> String {
        let verb = clean::by(profiles::RFC3986, false);
        let (mut result, mut out) = (Vec::new(), Vec::new());
        let outcome = verb.apply(text, &mut result);
        let outcome = outcome.as_ref().map(|changed| if *changed { &result[..] } else { text });
        record(&verb, Some(text), outcome.map_err(|error| &**error), Kind::code, &mut out);
        String::from_utf8(out).expect("JSON is UTF-8")
    }

    #[test]
    fn offsets_index_the_input() {
        assert_eq!(
            reported("/\u{fc} \"".as_bytes()),
            "{\"input\": \"/\u{fc} \\\"\", \"output\": \"/%C3%BC%20%22\", \"error\": null, \"edits\": [\
             {\"why\": \"non-ascii\", \"start\": 1, \"end\": 2, \"replacement\": \"%C3%BC\"}, \
             {\"why\": \"space\", \"start\": 2, \"end\": 3, \"replacement\": \"%20\"}, \
             {\"why\": \"illegal\", \"start\": 3, \"end\": 4, \"replacement\": \"%22\"}]}\n"
        );
        let failed = reported("http://\u{fc}@e:8o80/".as_bytes());
        assert!(failed.contains("\"code\": \"bad-port\", \"start\": 11, \"end\": 15"), "{failed}");
        assert!(failed.contains("\"output\": null") && !failed.contains("edits"), "{failed}");
    }

    #[test]
    fn invalid_text_is_reported_as_bytes() {
        assert_eq!(
            reported(b"/\xFF"),
            "{\"input_encoded\": \"%2F%FF\", \"output\": \"/%FF\", \"error\": null, \"edits\": \
             [{\"why\": \"non-ascii\", \"start\": 1, \"end\": 2, \"replacement\": \"%FF\"}]}\n"
        );
    }
}
