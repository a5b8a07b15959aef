//! Help: what can be done about a failure, in the words of Python and of the command.

use superuri::base::error::Kind;

/// Help in the words of Python, which has arguments, and of the command, which has options and reads
/// and writes only UTF-8.
#[derive(Clone, Copy)]
struct Help {
    python: &'static str,
    command: &'static str,
}

const fn both(help: &'static str) -> Help {
    python_and_command(help, help)
}

const fn python_and_command(python: &'static str, command: &'static str) -> Help {
    Help { python, command }
}

/// What can be done about a failure of this kind, as an exception says it.
pub(crate) const fn in_python(kind: Kind) -> &'static str {
    help_of(kind).python
}

/// The same, as the command says it.
pub(crate) const fn on_command_line(kind: Kind) -> &'static str {
    help_of(kind).command
}

#[rustfmt::skip]
#[expect(clippy::match_same_arms, reason = "a kind is a row")]
const fn help_of(kind: Kind) -> Help {
    match kind {
        Kind::TruncatedEscape => python_and_command(r#"write a % that is data as %25, or decode with errors="keep""#, "write a % that is data as %25, or decode with --errors keep"),
        Kind::BadHex => python_and_command(r#"write a % that is data as %25, or decode with errors="keep""#, "write a % that is data as %25, or decode with --errors keep"),
        Kind::PercentU => python_and_command(r#"superuri.percent_u.decode reads it, as JavaScript's unescape does; keep it with errors="keep""#, "superuri.percent_u.decode reads it, as JavaScript's unescape does; keep it with --errors keep"),
        Kind::InvalidUtf8 => python_and_command(r#"name its encoding, or choose errors="replace", "ignore" or "keep""#, "choose --errors replace, ignore or keep"),
        Kind::TruncatedUtf8 => python_and_command(r#"the rest of the character is missing: choose errors="replace", "ignore" or "keep""#, "the rest of the character is missing: choose --errors replace, ignore or keep"),
        Kind::Overlong => python_and_command(r#"no UTF-8 encoder writes this: treat the text as hostile, or keep the escapes with errors="keep""#, "no UTF-8 encoder writes this: treat the text as hostile, or keep the escapes with --errors keep"),
        Kind::Surrogate => python_and_command(r#"the text was written as CESU-8 or by a broken encoder: keep the escapes with errors="keep""#, "the text was written as CESU-8 or by a broken encoder: keep the escapes with --errors keep"),
        Kind::OutOfRange => python_and_command(r#"no such character exists: keep the escapes with errors="keep""#, "no such character exists: keep the escapes with --errors keep"),
        Kind::Undecodable => python_and_command(r#"name another encoding, or choose errors="replace", "ignore" or "keep""#, "name another encoding, or choose --errors replace, ignore or keep"),
        Kind::LoneSurrogate => python_and_command(r#"choose errors="replace", "ignore", "surrogatepass" or "surrogateescape""#, "choose --errors replace, ignore, surrogatepass or surrogateescape"),
        Kind::NotText => both("convert the row to text, or drop it"),
        Kind::Unencodable => python_and_command(r#"choose an encoding that has it, such as UTF-8, or errors="replace" or "ignore""#, "choose an encoding that has it, such as UTF-8"),
        Kind::OutsideRepertoire => both("refuse the request, or widen the repertoire"),
        Kind::AmbiguousAuthority => both("parsers disagree here and guessing is an attack: write the intended one; brackets hold only an IP literal"),
        Kind::ConnectionString => both("give the text to the driver's own parser, or keep one host: the others go where the driver takes them, as host=a,b in libpq's query"),
        Kind::TooManyRows => both("call it with a part of the text, or use clean or pretty"),
        Kind::NoScheme => python_and_command(r#"write the intended scheme, as in https://example.com; for a link on a page, agreed_host has has_base=True, for lists of hosts, domain has default_scheme="https""#, "write the intended scheme, as in https://example.com; --default-scheme https does it for a list"),
        Kind::NoHost => python_and_command(r#"default_scheme="https" reads e.com/a as https://e.com/a"#, "--default-scheme https reads e.com/a as https://e.com/a; --absent sets a text for such lines"),
        Kind::SchemeOrHost => both("write the intended one: //host:80 is a host and its port"),
        Kind::OtherNotation => both("write the URL or the host that it means, or leave it out"),
        Kind::BadPort => both("a port is decimal digits (RFC 3986 section 3.2.3)"),
        Kind::BadHost => both("write the A-label (xn--…) of the intended host"),
        Kind::SurroundingSpace => python_and_command("strip it, or clean with the profile SALVAGE", "--trim strips it"),
        Kind::RecordSeparator => both("use --json, which can represent it, or -0 (records end in NUL) if it is a line break"),
        Kind::TooManyPairs => both("refuse the form, or raise max_pairs"),
        Kind::TooManyBytes => both("refuse the form, or raise max_bytes"),
        Kind::LineTooLong => both("raise the limit (--max-line)"),
        Kind::NoUrl => both("browsers refuse it, too: write the intended host"),
        Kind::RelativeUrl => both("give the URL that it is relative to as the base"),
        Kind::UrlTooLong => both("no browser sends it: refuse it"),
        Kind::PartRefused => both("the URL standard ignores the value: a scheme keeps its kind, an opaque path has no host, file no port"),
        Kind::Misread => both("encode data with the set of its component; a scheme cannot contain escapes"),
        Kind::NotUri => python_and_command("URI.clean makes the text a URI, or raises with the reason", "--clean makes it a URI first, or reports why that fails"),
        Kind::BadFormat => both("write a field in braces, as {host}; {{ and }} are braces, \\t is a tab, \\\\ a backslash"),
        Kind::Absent => both("leave out --require; --absent sets the text that is printed instead"),
        Kind::NoName => both("with_name and / need a name that is not empty; a path that ends in a slash has no name"),
        Kind::BadSuffix => both(r#"a suffix begins with a dot and has no slash, such as .gz; "" removes it"#),
        Kind::NoTarget => both("clean and resolve the URI first, or choose another form: origin, absolute, authority, asterisk"),
        Kind::Defanged => both("superuri.refang restores it; without it, the way back would be lost"),
        Kind::NoPair => both("a pair is two texts with one tab between them"),
        Kind::NotHost => both("a host is one name or one IP address: give user, port and path separately"),
        Kind::NotScheme => both("a scheme is a letter followed by letters, digits, +, - and .; the colon is not part of it"),
        Kind::DotSegment => both("escaping does not help, as parsers decode %2E: refuse the value, or use another name"),
        Kind::BadPart => both("give a value that is allowed there, or refuse this one"),
        Kind::BadSlot => both("a slot is {name}, {*name} for a list or {**name} for pairs; double a brace that is data"),
    }
}
