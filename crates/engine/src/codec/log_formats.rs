//! DATA: log formats, the fields of each log and how each field is encoded.
//!
//! Undoing the steps of a field, one after the other, gives what was on the wire. If that is a URI
//! or part of one, it has its own percent-encoding.

use Step::{C, Hex, Percent, Plus};

use crate::base::table::words;

words! {
    /// A transformation that a log applies to octets before it writes them, and its name in Python.
    Step {
        /// Percent-encodes `%` and the octets that it cannot write.
        Percent => "percent",
        /// Writes such octets as `\xHH`.
        Hex => "hex",
        /// Writes `\xHH`, and the escapes of C such as `\"`, `\\`, `\n` and `\t`.
        C => "c",
        /// Writes a space as `+`, and a `+` unchanged.
        Plus => "plus",
    }
}

/// A field of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogField {
    /// Its name in the log's documentation.
    pub name: &'static str,
    /// The steps to undo, in this order.
    pub steps: &'static [Step],
    /// Whether it is a URI or part of one.
    pub uri: bool,
}

words! {
    /// How a line is divided into fields, and its name in Python.
    Divided {
        /// By tabs.
        Tabs => "tabs",
        /// By spaces.
        Spaces => "spaces",
        /// By spaces outside quotes and brackets.
        Quoted => "quoted",
    }
}

/// A log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogFormat {
    /// Its name.
    pub name: &'static str,
    /// The fields of a line, in order.
    pub fields: &'static [LogField],
    /// The field that is used if none is named.
    pub usual: &'static str,
    /// How a line is divided.
    pub divided: Divided,
    /// Where it is specified.
    pub source: &'static str,
    /// When it was last compared.
    pub checked: &'static str,
}

const fn text(name: &'static str, steps: &'static [Step]) -> LogField {
    LogField { name, steps, uri: false }
}

const fn uri(name: &'static str, steps: &'static [Step]) -> LogField {
    LogField { name, steps, uri: true }
}

/// The fields of a line, in order. Each row has the steps, and the names of adjacent fields with
/// these steps.
macro_rules! fields {
    ($($kind:ident, $steps:expr => $($name:literal)+;)+) => {
        &[$($($kind($name, $steps),)+)+]
    };
}

/// Every log format.
#[rustfmt::skip] // a table reads best one row a line
pub static FORMATS: [LogFormat; 5] = [
    LogFormat { name: "cloudfront", fields: CLOUDFRONT, usual: "cs-uri-query", divided: Divided::Tabs, source: "Amazon CloudFront Developer Guide: standard logging reference", checked: "2026-11-21" },
    LogFormat { name: "nginx", fields: NGINX, usual: "request", divided: Divided::Quoted, source: "ngx_http_log_module: log_format combined, escape=default", checked: "2026-11-21" },
    LogFormat { name: "apache", fields: APACHE, usual: "request", divided: Divided::Quoted, source: "Apache HTTP Server: mod_log_config, combined; ap_escape_logitem", checked: "2026-11-21" },
    LogFormat { name: "s3", fields: S3_ACCESS, usual: "key", divided: Divided::Quoted, source: "Amazon S3 User Guide: server access log format; keys are encoded twice in practice", checked: "2026-11-21" },
    LogFormat { name: "iis", fields: IIS, usual: "cs-uri-stem", divided: Divided::Spaces, source: "IIS: W3C extended logging; spaces become + in what is not a query", checked: "2026-11-21" },
];

const CLOUDFRONT: &[LogField] = fields! {
    text, &[] => "date" "time" "x-edge-location" "sc-bytes" "c-ip" "cs-method" "cs(Host)";
    uri, &[Percent] => "cs-uri-stem";
    text, &[] => "sc-status";
    uri, &[Percent] => "cs(Referer)";
    text, &[Percent] => "cs(User-Agent)";
    uri, &[Percent] => "cs-uri-query";
    text, &[Percent] => "cs(Cookie)";
    text, &[] => "x-edge-result-type" "x-edge-request-id" "x-host-header" "cs-protocol" "cs-bytes"
        "time-taken" "x-forwarded-for" "ssl-protocol" "ssl-cipher" "x-edge-response-result-type"
        "cs-protocol-version" "fle-status" "fle-encrypted-fields" "c-port" "time-to-first-byte"
        "x-edge-detailed-result-type";
    text, &[Percent] => "sc-content-type";
    text, &[] => "sc-content-len" "sc-range-start" "sc-range-end";
};

const NGINX: &[LogField] = fields! {
    text, &[] => "remote_addr" "-";
    text, &[Hex] => "remote_user";
    text, &[] => "time_local";
    uri, &[Hex] => "request";
    text, &[] => "status" "body_bytes_sent";
    uri, &[Hex] => "http_referer";
    text, &[Hex] => "http_user_agent";
};

const APACHE: &[LogField] = fields! {
    text, &[] => "host" "logname";
    text, &[C] => "user";
    text, &[] => "time";
    uri, &[C] => "request";
    text, &[] => "status" "bytes";
    uri, &[C] => "Referer";
    text, &[C] => "User-Agent";
};

const S3_ACCESS: &[LogField] = fields! {
    text, &[] => "bucket_owner" "bucket" "time" "remote_ip" "requester" "request_id" "operation";
    uri, &[Percent] => "key";
    uri, &[] => "request_uri";
    text, &[] => "http_status" "error_code" "bytes_sent" "object_size" "total_time"
        "turn_around_time";
    uri, &[] => "referer";
    text, &[] => "user_agent" "version_id" "host_id" "signature_version" "cipher_suite"
        "authentication_type" "host_header" "tls_version" "access_point_arn" "acl_required";
};

const IIS: &[LogField] = fields! {
    text, &[] => "date" "time" "s-ip" "cs-method";
    uri, &[Plus] => "cs-uri-stem";
    uri, &[] => "cs-uri-query";
    text, &[] => "s-port";
    text, &[Plus] => "cs-username";
    text, &[] => "c-ip";
    text, &[Plus] => "cs(User-Agent)";
    uri, &[] => "cs(Referer)";
    text, &[] => "sc-status" "sc-substatus" "sc-win32-status" "time-taken";
};
