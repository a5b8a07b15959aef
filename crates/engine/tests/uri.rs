//! Templates, names and pairs: where their errors point, and what does not match.

use superuri::base::error::Error;
use superuri::codec::percent::{Errors, decode};
use superuri::uri::{
    build::Nesting, components::UriView, template::Template, template::fill::SlotValue,
    template::read_back::WrittenValue, template::source::Draft,
};

fn template(text: &str) -> Result<Template, Box<Error>> {
    Template::new(Draft::read(text)?)
}

#[test]
fn a_template_is_refused_with_its_slot() {
    let error = template("/{a}/{*b}/{*c}").err().expect("two lists");
    assert_eq!((error.at.clone(), &*error.what), (10..14, "{*c}"));
    let error = template("/?{**b}&{**c}").err().expect("two slots of pairs");
    assert_eq!((error.at.clone(), &*error.what), (8..13, "{**c}"));
}

#[test]
fn a_password_in_a_template_is_hidden() {
    for (text, want) in [
        ("http://bob:secret@{host}/", "http://bob:…@{host}/"),
        ("http://{user}:{word}@{host}/", "http://{user}:{word}@{host}/"),
        ("/{a}?u=http://bob:secret@e.com/", "/{a}?u=http://bob:…@e.com/"),
        // Doubled braces are text, not slots.
        ("/{a}?u=http://b{{:secret@e.com/", "/{a}?u=http://b{{:…@e.com/"),
        ("/{a}?u=http://b}}:secret@e.com/{b}", "/{a}?u=http://b}}:…@e.com/{b}"),
    ] {
        assert_eq!(template(text).expect(text).redacted(text), want);
    }
    // In a t-string, anything may be between the braces.
    let tstring = "http://{users['a:b@c']}/";
    assert_eq!(template("http://{user}/").expect("a template").redacted(tstring), tstring);
}

#[test]
fn a_value_is_refused_at_its_culprit() {
    let host = template("http://{a}x.com/").expect("a template");
    let refused = host.fill(&[SlotValue::One(b"ab c")]).expect_err("a space");
    assert_eq!((&*refused.text, refused.error.at.clone()), (&b"ab c"[..], 2..3));
    let error = Nesting::Php.check(b"ab[c").expect_err("a bracket");
    assert_eq!((error.at.clone(), &*error.what), (2..3, "\"[\""));
}

#[test]
fn a_uri_matches_a_template_as_a_whole() {
    let one = |text: &str| WrittenValue::One(text.as_bytes().to_vec().into());
    for (of, uri, found) in [
        ("http://h/a/{*rest}", "http://h/a/b/c", Some(vec![WrittenValue::Many(vec![b"b", b"c"])])),
        ("http://h/a/{*rest}", "http://h/ab/c", None),
        ("http://a.{b}/", "http://a.c/", Some(vec![one("c")])),
        ("http://a.{b}.com/", "http://a.c.com/", Some(vec![one("c")])),
        ("foo://a.{b}/", "foo://a.c/", Some(vec![one("c")])),
        ("foo://a.{b}x/", "foo://a.cx/", Some(vec![one("c")])),
        ("foo://a.{b}/", "foo://b.c/", None),
        ("http://h/?a{x}=1&b=2", "http://h/?ac=1&b=2", Some(vec![one("c")])),
        ("http://h/?a{x}=1&b=2", "http://h/?c=1&b=2", None),
        (
            "http://h/?a{x}={v}&b={w}",
            "http://h/?b=1&ac=2",
            Some(vec![one("c"), one("2"), one("1")]),
        ),
    ] {
        let found = found.as_deref();
        assert_eq!(template(of).expect(of).matched(uri.as_bytes()).as_deref(), found, "{of} {uri}");
    }
}

#[test]
fn a_pair_that_is_no_text_has_its_place() {
    for (text, at) in [
        ("http://h/?a=%C3%A9&bc=%FF", 22..25),
        ("http://h/?a&%FF=1", 12..15),
        // The text was cleaned first: the error is about all of it.
        ("http://h/?a b=%FF", 0..17),
    ] {
        let view = UriView::of(text.as_bytes()).expect("a URI");
        let error = view.pairs(decode, Errors::Strict).expect_err(text);
        assert_eq!(error.at, at, "{text}");
        assert!(view.pairs(decode, Errors::Replace).is_ok());
    }
}
