//! Reads URLs with a crate, in hex and one on a line, and writes what it reads in the form of
//! superuri.disagree.programs. The argument is the name of the crate.

use std::io::{stdin, stdout, BufRead, Write};

/// Scheme, userinfo, host, port and path; or why the text is refused.
type Read = Result<[Option<String>; 5], String>;

fn main() {
    let name = std::env::args().nth(1).expect("the name of a crate");
    let read = match name.as_str() {
        "url" => by_url,
        "iri-string" => by_iri_string,
        "fluent-uri" => by_fluent_uri,
        "http" => by_http,
        _ => panic!("no such crate"),
    };
    println!("{}", env!("CARGO_PKG_VERSION"));
    for line in stdin().lock().lines() {
        let line = line.expect("a line");
        let octets: Vec<u8> = line.as_bytes().chunks(2).map(octet).collect();
        let answer = match String::from_utf8(octets).map_err(|it| it.to_string()).and_then(read) {
            Ok(parts) => format!("ok\t{}", parts.map(|it| it.map_or("-".into(), hex)).join("\t")),
            Err(why) => format!("error\t{}", hex(why)),
        };
        println!("{answer}");
        stdout().flush().expect("the output is open");
    }
}

fn octet(pair: &[u8]) -> u8 {
    let digits = std::str::from_utf8(pair).expect("hex");
    u8::from_str_radix(digits, 16).expect("hex")
}

fn hex(text: String) -> String {
    text.bytes().fold(String::from("="), |done, byte| format!("{done}{byte:02x}"))
}

fn joined(user: &str, password: Option<&str>) -> Option<String> {
    match password {
        Some(password) => Some(format!("{user}:{password}")),
        None => (!user.is_empty()).then(|| user.to_owned()),
    }
}

fn by_url(text: String) -> Read {
    let it = url::Url::parse(&text).map_err(|it| it.to_string())?;
    Ok([
        Some(it.scheme().to_owned()),
        joined(it.username(), it.password()),
        it.host_str().map(str::to_owned),
        it.port().map(|port| port.to_string()),
        Some(it.path().to_owned()),
    ])
}

fn by_iri_string(text: String) -> Read {
    let it = iri_string::types::IriReferenceStr::new(&text).map_err(|it| it.to_string())?;
    let authority = it.authority_components();
    let some = |part: &str| Some(part.to_owned());
    Ok([
        it.scheme_str().and_then(some),
        authority.and_then(|it| it.userinfo()).and_then(some),
        authority.and_then(|it| some(it.host())),
        authority.and_then(|it| it.port()).and_then(some),
        some(it.path_str()),
    ])
}

fn by_fluent_uri(text: String) -> Read {
    let it = fluent_uri::UriRef::parse(text.as_str()).map_err(|it| it.to_string())?;
    let authority = it.authority();
    Ok([
        it.scheme().map(|it| it.as_str().to_owned()),
        authority.and_then(|it| it.userinfo()).map(|it| it.as_str().to_owned()),
        authority.map(|it| it.host().to_owned()),
        authority.and_then(|it| it.port()).map(|it| it.as_str().to_owned()),
        Some(it.path().as_str().to_owned()),
    ])
}

fn by_http(text: String) -> Read {
    let it: http::Uri = text.parse().map_err(|it: http::uri::InvalidUri| it.to_string())?;
    let authority = it.authority().map(http::uri::Authority::as_str);
    Ok([
        it.scheme_str().map(str::to_owned),
        authority.and_then(|it| it.rsplit_once('@')).map(|it| it.0.to_owned()),
        it.host().map(str::to_owned),
        it.port().map(|it| it.as_str().to_owned()),
        Some(it.path().to_owned()),
    ])
}
