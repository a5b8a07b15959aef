//! Verbs: the rows of their table, and what each makes of a record.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use superuri::bulk::columns::{Data, Values};
use superuri::bulk::lines::seen::{Distinct, ENTRY};
use superuri::bulk::verbs::{
    ArgumentResult, Arguments, CleaningRules, Details, Makes, ROWS, Verb, VerbRow, Work, clean,
};
use superuri::bulk::{lines::noop::NoopTest, verbs::format::Format};
use superuri::clean::default_scheme::DefaultScheme;
use superuri::clean::profiles::{RFC3986, profile};
use superuri::codec::{encodings::charset::KnownEncoding, encodings::decode::NamedEncoding};
use superuri::lint;
use superuri::normal::tracking::Tracking;
use superuri::show::display::View;
use superuri_kernels::set::Set;

/// Options of the command, which share their verbs with columns.
const OF_COMMAND: [&str; 3] = ["explain", "from", "trim"];

/// These options; notes the name of each one that is read.
#[derive(Default)]
struct RecordedArguments {
    options: &'static [(&'static str, &'static str)],
    text: Option<KnownEncoding>,
    read: RefCell<BTreeSet<String>>,
}

impl RecordedArguments {
    fn of(options: &'static [(&'static str, &'static str)]) -> Self {
        Self { options, ..Self::default() }
    }

    fn note(&self, name: &str) {
        self.read.borrow_mut().insert(name.into());
    }

    fn all(&self, name: &str) -> Vec<String> {
        self.note(name);
        let of_name = self.options.iter().filter(|(known, _)| *known == name);
        of_name.map(|(_, word)| (*word).into()).collect()
    }
}

impl Arguments for RecordedArguments {
    fn json(&self) -> bool {
        self.options.contains(&("json", ""))
    }

    fn flag(&self, name: &str) -> bool {
        !self.all(name).is_empty()
    }

    fn word(&self, name: &str) -> ArgumentResult<Option<String>> {
        Ok(self.all(name).into_iter().next())
    }

    fn words(&self, name: &str) -> ArgumentResult<Vec<String>> {
        Ok(self.all(name))
    }

    fn set(&self) -> ArgumentResult<Set> {
        self.note("set");
        Ok(superuri::base::sets::rfc3986::COMPONENT)
    }

    fn encoding(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.note("encoding");
        Ok(None)
    }

    fn repertoire(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.note("repertoire");
        Ok(None)
    }

    fn default_scheme(&self) -> ArgumentResult<Option<DefaultScheme>> {
        self.note("default_scheme");
        Ok(None)
    }

    fn tracking(&self) -> ArgumentResult<Option<Arc<Tracking>>> {
        self.note("tracking");
        Ok(None)
    }

    fn rule(&self) -> ArgumentResult<CleaningRules> {
        self.note("profile");
        Ok(CleaningRules { profile: RFC3986, text: self.text, query: None })
    }

    fn view(&self) -> ArgumentResult<View> {
        self.note("profile");
        Ok(View::of(0))
    }

    fn rules(&self) -> ArgumentResult<lint::LintOptions> {
        for name in ["select", "ignore", "policy"] {
            self.note(name);
        }
        Ok(lint::LintOptions::default())
    }
}

fn row(name: &str) -> VerbRow {
    *ROWS.iter().find(|row| row.name == name).expect(name)
}

fn verb(name: &str, given: &RecordedArguments) -> Box<dyn Verb> {
    let make = row(name).lines.expect(name);
    let Ok(Work::Text(verb)) = make(given) else { panic!("{name} makes texts of lines") };
    verb
}

fn applied(verb: &dyn Verb, record: &[u8]) -> String {
    let mut out = Vec::new();
    let changed = verb.apply(record, &mut out).expect("it is legal");
    let result = if changed { &out } else { record };
    result.escape_ascii().to_string()
}

#[test]
fn a_verb_has_the_parameters_that_its_column_reads() {
    for row in ROWS {
        let Some(make) = row.column else { continue };
        let given = RecordedArguments::default();
        let Ok(work) = make(&given) else { panic!("{} needs no arguments", row.name) };
        let mut read = given.read.into_inner();
        read.retain(|name| !OF_COMMAND.contains(&&**name));
        let listed = row.parameters.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(read, listed, "{}", row.name);
        assert_eq!(row.finds, !matches!(work, Work::Text(_)), "{}", row.name);
    }
}

#[test]
fn most_verbs_are_for_lines_and_for_columns() {
    let without = |of: fn(&VerbRow) -> bool| {
        ROWS.iter().filter(|row| !of(row)).map(|row| row.name).collect::<Vec<_>>()
    };
    assert_eq!(without(|row| row.column.is_some()), ["compare", "resolve", "get", "set"]);
    assert_eq!(
        without(|row| row.lines.is_some()),
        [
            "decode_bytes",
            "is_uri",
            "error",
            "split",
            "host",
            "agreed_host",
            "domain",
            "query",
            "form",
            "surt",
            "safe_browsing",
            "scrapy",
            "lint",
            "depth"
        ]
    );
}

#[test]
fn options_change_the_result() {
    const URI: &str = "http://u:p@e:80/a?b#c";
    for (name, options, record, want) in [
        ("set", &[("without", "scheme")][..], URI, "//u:p@e:80/a?b#c"),
        ("set", &[("without", "user")], URI, "http://e:80/a?b#c"),
        ("set", &[("without", "password")], URI, "http://u@e:80/a?b#c"),
        ("set", &[("without", "port")], URI, "http://u:p@e/a?b#c"),
        ("set", &[("without", "query")], URI, "http://u:p@e:80/a#c"),
        ("set", &[("without", "fragment")], URI, "http://u:p@e:80/a?b"),
        ("get", &[("format", "{query.b}|{form.b}")], "?b=1+%2B", "1++|1 +"),
        (
            "key",
            &[("kind", "superuri")],
            "http://e.com/?a&b",
            r"a914c2d671b873a47b17ff7f92a24c95\thttp://e.com/?a&b",
        ),
        ("key", &[("json", "")], "http://e.com/?a&b", "a914c2d671b873a47b17ff7f92a24c95"),
    ] {
        let verb = verb(name, &RecordedArguments::of(options));
        assert_eq!(applied(&*verb, record.as_bytes()), want, "{name} {options:?}");
    }
}

#[test]
fn an_encoding_is_for_text_and_octets_stay_octets() {
    let given = RecordedArguments {
        text: Some(KnownEncoding::up_to(0xFF)),
        ..RecordedArguments::default()
    };
    let verb = verb("clean", &given);
    for (record, want) in [
        ("/\u{e9} b".as_bytes(), "/%E9%20b"),
        (b"/\xE9", "/%E9"),
        (b"/\xFF\xC3\xA9", "/%FF%C3%A9"),
        (b"/a", "/a"),
    ] {
        assert_eq!(applied(&*verb, record), want);
    }
}

#[test]
fn lines_for_people_name_an_empty_password_and_hide_another() {
    let verb = verb("parse", &RecordedArguments::of(&[("whatwg", "")]));
    for (record, want) in [("http://e/", "\\npassword\\n"), ("http://:p@e/", "password     \\xe2")]
    {
        let lines = applied(&*verb, record.as_bytes());
        assert!(lines.contains(want), "{lines}");
    }
}

#[test]
fn steps_are_lines_and_only_a_plain_normal_form_may_stay_unseen() {
    for (options, makes, noop) in [
        (&[][..], Makes::Text, Some(NoopTest::Normal)),
        (&[("also", "sort-query")], Makes::Text, None),
        (&[("explain", "")], Makes::Lines, None),
        (&[("explain", ""), ("json", "")], Makes::Text, None),
        (&[("explain", ""), ("also", "drop-fragment")], Makes::Lines, None),
    ] {
        let facts = verb("normalize", &RecordedArguments::of(options)).facts();
        assert_eq!((facts.makes, facts.noop), (makes, noop), "{options:?}");
    }
}

#[test]
fn what_is_shown_of_a_trimmed_record_has_the_places_of_the_record() {
    let verb = verb("pretty", &RecordedArguments::of(&[("trim", "")]));
    let Ok(Details::Spans(shown)) = verb.details(b" \t/%C3%A9%2F ") else { panic!("it is legal") };
    let spans: Vec<_> = shown.spans.iter().map(|span| span.source.clone()).collect();
    assert_eq!((&*shown.text, spans), ("/\u{e9}%2F", vec![3..9, 9..12]));
}

#[test]
fn escaping_a_text_in_brackets_is_suspect_unless_they_are_removed() {
    let salvage = profile("SALVAGE").expect("it is one");
    for (profile, record, want) in [
        (RFC3986, &b"<http://e.com/>"[..], true),
        (RFC3986, b"http://e.com/a b", false),
        (salvage, b"<http://e.com/>", false),
    ] {
        let suspect = clean::by(profile, false).facts().suspect;
        assert_eq!(suspect.is_some_and(|suspect| suspect(record, true).is_some()), want);
        assert!(suspect.is_none_or(|suspect| suspect(record, false).is_none()));
    }
}

#[test]
fn a_bad_format_reports_what_to_write() {
    for (format, want) in [
        ("{segments}", "needs a number: segments[0] is the first"),
        ("{segments.a}", "needs a number: segments[0] is the first"),
        ("{segments[a]}", "is not the number of a segment"),
        ("{form}", "needs a name: form.NAME"),
    ] {
        let error = Format::new(format).expect_err(format).to_string();
        assert!(error.contains(want), "{error}");
    }
}

#[test]
fn octets_of_a_component_are_text_in_its_column() {
    let Some(Ok(Work::Find { shape, find })) =
        row("split").column.map(|make| make(&RecordedArguments::default()))
    else {
        panic!("split finds components");
    };
    let mut found = Values::new(shape);
    find(b"http://e/\xFF", &mut found).expect("it has no errors");
    find("/\u{e9}".as_bytes(), &mut found).expect("it has no errors");
    let Data::Struct(fields) = &found.data else { panic!("split makes fields") };
    let Data::Texts(ends, bytes) = &fields[2].data else { panic!("a path is text") };
    let path = |row| String::from_utf8_lossy(&bytes[ends.span(row)]).into_owned();
    assert_eq!((path(0), path(1)), ("/\u{FFFD}".into(), "/\u{e9}".into()));
    assert!(std::str::from_utf8(bytes).is_ok());
}

#[test]
fn memory_for_distinct_results_limits_their_number() {
    assert_eq!(Distinct::within(3 * ENTRY - 1, |result| result).most(), 2);
}
