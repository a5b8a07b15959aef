//! DATA: log formats, the fields of each log and how each field is encoded.
//!
//! A field's steps are undone one after the other, and give what stood on the wire. Where that is
//! a URI or part of one, it has percent-encoding of its own.

use crate::base::table::table;

table! {
    /// One thing that a log does to octets before it writes them, and its word in Python.
    Step: &'static str {
        /// Percent-encodes what it will not write, and `%`.
        Percent => "percent",
        /// Writes `\xHH`.
        Hex => "hex",
        /// Writes `\xHH`, and as C does `\"`, `\\`, `\n`, `\t` and the like.
        C => "c",
        /// Writes a space as `+`, and a `+` as itself.
        Plus => "plus",
    }
}

impl Step {
    /// Its word in Python.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row()
    }
}

/// One field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name, as the log's documentation has it.
    pub name: &'static str,
    /// What was done to it, to be undone in this order.
    pub steps: &'static [Step],
    /// Is it a URI or part of one?
    pub uri: bool,
}

table! {
    /// How a line is divided, and its word in Python.
    Divided: &'static str {
        /// By tabs.
        Tabs => "tabs",
        /// By spaces.
        Spaces => "spaces",
        /// By spaces that stand in no quotes or brackets.
        Quoted => "quoted",
    }
}

impl Divided {
    /// Its word in Python.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row()
    }
}

/// One log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// The fields of a line, in order.
    pub fields: &'static [Field],
    /// The field that is meant where none is named.
    pub usual: &'static str,
    /// How a line is divided.
    pub divided: Divided,
    /// Where it is said.
    pub source: &'static str,
    /// When it was last compared.
    pub checked: &'static str,
}

const fn plain(name: &'static str) -> Field {
    Field { name, steps: &[], uri: false }
}

const fn text(name: &'static str, steps: &'static [Step]) -> Field {
    Field { name, steps, uri: false }
}

const fn uri(name: &'static str, steps: &'static [Step]) -> Field {
    Field { name, steps, uri: true }
}

/// Every log there is.
#[rustfmt::skip] // a table reads best one row a line
pub static FORMATS: [Format; 5] = [
    Format { name: "cloudfront", fields: CLOUDFRONT, usual: "cs-uri-query", divided: Divided::Tabs, source: "Amazon CloudFront Developer Guide: standard logging reference", checked: "2026-11-21" },
    Format { name: "nginx", fields: NGINX, usual: "request", divided: Divided::Quoted, source: "ngx_http_log_module: log_format combined, escape=default", checked: "2026-11-21" },
    Format { name: "apache", fields: APACHE, usual: "request", divided: Divided::Quoted, source: "Apache HTTP Server: mod_log_config, combined; ap_escape_logitem", checked: "2026-11-21" },
    Format { name: "s3-access", fields: S3_ACCESS, usual: "key", divided: Divided::Quoted, source: "Amazon S3 User Guide: server access log format; keys are encoded twice in practice", checked: "2026-11-21" },
    Format { name: "iis", fields: IIS, usual: "cs-uri-stem", divided: Divided::Spaces, source: "IIS: W3C extended logging; spaces become + in what is no query", checked: "2026-11-21" },
];

const CLOUDFRONT: &[Field] = &[
    plain("date"),
    plain("time"),
    plain("x-edge-location"),
    plain("sc-bytes"),
    plain("c-ip"),
    plain("cs-method"),
    plain("cs(Host)"),
    uri("cs-uri-stem", &[Step::Percent]),
    plain("sc-status"),
    uri("cs(Referer)", &[Step::Percent]),
    text("cs(User-Agent)", &[Step::Percent]),
    uri("cs-uri-query", &[Step::Percent]),
    text("cs(Cookie)", &[Step::Percent]),
    plain("x-edge-result-type"),
    plain("x-edge-request-id"),
    plain("x-host-header"),
    plain("cs-protocol"),
    plain("cs-bytes"),
    plain("time-taken"),
    plain("x-forwarded-for"),
    plain("ssl-protocol"),
    plain("ssl-cipher"),
    plain("x-edge-response-result-type"),
    plain("cs-protocol-version"),
    plain("fle-status"),
    plain("fle-encrypted-fields"),
    plain("c-port"),
    plain("time-to-first-byte"),
    plain("x-edge-detailed-result-type"),
    text("sc-content-type", &[Step::Percent]),
    plain("sc-content-len"),
    plain("sc-range-start"),
    plain("sc-range-end"),
];

const NGINX: &[Field] = &[
    plain("remote_addr"),
    plain("-"),
    text("remote_user", &[Step::Hex]),
    plain("time_local"),
    uri("request", &[Step::Hex]),
    plain("status"),
    plain("body_bytes_sent"),
    uri("http_referer", &[Step::Hex]),
    text("http_user_agent", &[Step::Hex]),
];

const APACHE: &[Field] = &[
    plain("host"),
    plain("logname"),
    text("user", &[Step::C]),
    plain("time"),
    uri("request", &[Step::C]),
    plain("status"),
    plain("bytes"),
    uri("Referer", &[Step::C]),
    text("User-Agent", &[Step::C]),
];

const S3_ACCESS: &[Field] = &[
    plain("bucket_owner"),
    plain("bucket"),
    plain("time"),
    plain("remote_ip"),
    plain("requester"),
    plain("request_id"),
    plain("operation"),
    uri("key", &[Step::Percent]),
    uri("request_uri", &[]),
    plain("http_status"),
    plain("error_code"),
    plain("bytes_sent"),
    plain("object_size"),
    plain("total_time"),
    plain("turn_around_time"),
    uri("referer", &[]),
    plain("user_agent"),
    plain("version_id"),
    plain("host_id"),
    plain("signature_version"),
    plain("cipher_suite"),
    plain("authentication_type"),
    plain("host_header"),
    plain("tls_version"),
    plain("access_point_arn"),
    plain("acl_required"),
];

const IIS: &[Field] = &[
    plain("date"),
    plain("time"),
    plain("s-ip"),
    plain("cs-method"),
    uri("cs-uri-stem", &[Step::Plus]),
    uri("cs-uri-query", &[]),
    plain("s-port"),
    text("cs-username", &[Step::Plus]),
    plain("c-ip"),
    text("cs(User-Agent)", &[Step::Plus]),
    uri("cs(Referer)", &[]),
    plain("sc-status"),
    plain("sc-substatus"),
    plain("sc-win32-status"),
    plain("time-taken"),
];
