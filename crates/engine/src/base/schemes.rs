//! DATA: schemes, with their default ports, root paths and reserved characters (RFC 3986 section
//! 6.2.3); tracking parameters.

use crate::base::sets::Str;

/// One scheme.
#[derive(Clone, Copy)]
pub struct Scheme {
    /// The name, in lower case.
    pub name: &'static [u8],
    /// The port if none is given.
    pub port: &'static [u8],
    /// Whether an empty path means the root.
    pub has_root: bool,
    /// The reserved characters that have no reserved purpose in a path.
    pub free_in_path: &'static str,
    /// The reserved characters that have no reserved purpose in a query.
    pub free_in_query: &'static str,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source was last compared.
    pub checked: &'static str,
}

/// To everyone but the server, a path of HTTP consists of opaque segments. Servers may give `;`,
/// `,`, `=`, `+` and `&` a purpose (RFC 3986 section 3.3); the characters here have none in any
/// server known to us.
pub(crate) const HTTP_PATH: &str = "!$'()*:@";
/// In forms `&`, `=`, `+` and `;` are delimiters, in lists `,`; brackets are not allowed in a
/// query.
pub(crate) const HTTP_QUERY: &str = "!$'()*:@/?";

const fn row(name: Str, port: Str, source: Str, checked: Str) -> Scheme {
    Scheme {
        name: name.as_bytes(),
        port: port.as_bytes(),
        has_root: false,
        free_in_path: "",
        free_in_query: "",
        source,
        checked,
    }
}

const fn rooted(row: Scheme) -> Scheme {
    Scheme { has_root: true, ..row }
}

const fn http(row: Scheme) -> Scheme {
    Scheme { free_in_path: HTTP_PATH, free_in_query: HTTP_QUERY, ..rooted(row) }
}

/// Every scheme with a default port, a root path or free characters of its own.
pub static SCHEMES: [Scheme; 19] = [
    http(row("http", "80", "RFC 9110 section 4.2.3", "2026-11-21")),
    http(row("https", "443", "RFC 9110 section 4.2.3", "2026-11-21")),
    rooted(row("ws", "80", "RFC 6455 section 3", "2026-11-21")),
    rooted(row("wss", "443", "RFC 6455 section 3", "2026-11-21")),
    rooted(row("ftp", "21", "RFC 1738 section 3.2; RFC 3986 section 6.2.3", "2026-11-21")),
    rooted(row("coap", "5683", "RFC 7252 section 6.1 and 6.4", "2026-11-21")),
    rooted(row("coaps", "5684", "RFC 7252 section 6.2 and 6.4", "2026-11-21")),
    row("dict", "2628", "RFC 2229 section 5", "2026-11-21"),
    row("gopher", "70", "RFC 4266 section 2.1", "2026-11-21"),
    row("imap", "143", "RFC 5092 section 4", "2026-11-21"),
    row("ldap", "389", "RFC 4516 section 2", "2026-11-21"),
    row("nfs", "2049", "RFC 2224 section 2", "2026-11-21"),
    row("nntp", "119", "RFC 5538 section 3.2", "2026-11-21"),
    row("pop", "110", "RFC 2384 section 4", "2026-11-21"),
    row("rsync", "873", "RFC 5781 section 2.2", "2026-11-21"),
    row("rtsp", "554", "RFC 7826 section 4.2", "2026-11-21"),
    row("rtsps", "322", "RFC 7826 section 4.2", "2026-11-21"),
    row("snmp", "161", "RFC 4088 section 2", "2026-11-21"),
    row("telnet", "23", "RFC 4248 section 2", "2026-11-21"),
];

/// The row of this scheme; case is ignored.
#[must_use]
pub fn find(scheme: &[u8]) -> Option<&'static Scheme> {
    SCHEMES.iter().find(|row| row.name.eq_ignore_ascii_case(scheme))
}

/// The schemes whose hosts are domain names, to which IDNA applies. It also applies where no scheme
/// is given.
pub const IDNA_SCHEMES: [&[u8]; 5] = [b"http", b"https", b"ws", b"wss", b"ftp"];

/// Schemes beside those of [`SCHEMES`] whose host is a DNS name, so that its case means nothing. The
/// host of another scheme may be a content address, a bucket, a package or a path (`ipfs:`, `s3:`,
/// `android-app:`, `http+unix:`), which another case would lose. Checked 2026-11-28.
#[rustfmt::skip]
const DNS_HOSTS: [&[u8]; 64] = [
    // Files and shells: RFC 8089; the drafts of ssh, sftp and smb; RFC 5092 with TLS; RFC 4918.
    b"file", b"ftps", b"tftp", b"ssh", b"sftp", b"scp", b"smb", b"smbs", b"cifs", b"afp", b"dav", b"davs",
    b"webdav", b"webdavs", b"imaps", b"pop3", b"pops", b"smtp", b"smtps", b"ldaps", b"telnets", b"finger",
    // Repositories, as git, Subversion and Mercurial name them.
    b"git", b"git+ssh", b"git+http", b"git+https", b"svn", b"svn+ssh", b"hg+http", b"hg+https", b"bzr",
    // Databases and queues, as their drivers document them.
    b"postgres", b"postgresql", b"mysql", b"mariadb", b"mongodb", b"mongodb+srv", b"redis", b"rediss", b"amqp",
    b"amqps", b"mqtt", b"mqtts", b"nats", b"sqlserver", b"mssql", b"oracle", b"cassandra", b"clickhouse", b"db2",
    // Calls, chat and media: RFC 3261, RFC 7064, RFC 7194, RFC 7826, Adobe's RTMP.
    b"sip", b"sips", b"stun", b"stuns", b"turn", b"turns", b"irc", b"ircs", b"xmpp", b"rtmp", b"rtmps", b"mms",
    b"vnc", b"rdp",
];

/// The schemes in whose paths OpenSSH's clients read `+` as a space (`misc.c`, `urldecode`; OpenSSH
/// 10.2). Checked 2026-11-28.
pub const PLUS_IS_SPACE: [&[u8]; 3] = [b"scp", b"sftp", b"ssh"];

/// Whether the case of a host means nothing for this scheme; true if there is no scheme.
#[must_use]
pub fn has_dns_host(scheme: Option<&[u8]>) -> bool {
    scheme.is_none_or(|scheme| find(scheme).is_some()) || scheme_in(scheme, &DNS_HOSTS)
}

/// Schemes whose URIs have no `//` and no host, so that `tel:911` is not a host and its port. Those of
/// IANA's registry of URI schemes, of browsers and of common programs; checked 2026-11-28.
#[rustfmt::skip]
const OPAQUE: [&[u8]; 76] = [
    b"about", b"acct", b"aim", b"arxiv", b"ark", b"bitcoin", b"blob", b"callto", b"cid", b"cpe", b"data",
    b"did", b"dns", b"doi", b"dtn", b"ethereum", b"facetime", b"facetime-audio", b"fax", b"filesystem", b"geo",
    b"gtalk", b"h323", b"hdl", b"im", b"imessage", b"info", b"ipn", b"isbn", b"issn", b"jabber", b"jar",
    b"javascript", b"jdbc", b"lid", b"magnet", b"mailto", b"mid", b"mmsto", b"modem", b"news", b"nih", b"oid",
    b"opaquelocktoken", b"orcid", b"payto", b"pkcs11", b"pkg", b"pmid", b"pres", b"sgn", b"sip", b"sips",
    b"skype", b"sms", b"smsto", b"snews", b"spotify", b"stun", b"stuns", b"swh", b"tag", b"tel", b"tg",
    b"thismessage", b"turn", b"turns", b"urn", b"uuid", b"vbscript", b"view-source", b"wtai", b"xcon", b"xmpp",
    b"xri", b"ymsgr",
];

/// Are URIs of this scheme known to have no host? Case is ignored.
#[must_use]
pub fn is_opaque(scheme: &[u8]) -> bool {
    OPAQUE.iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// The URL standard's special schemes, whose queries have a set of their own.
pub const SPECIAL_SCHEMES: [&[u8]; 6] = {
    let [http, https, ws, wss, ftp] = IDNA_SCHEMES;
    [http, https, ws, wss, ftp, b"file"]
};

/// How usual URLs begin: a scheme and two slashes, which all parsers read alike.
pub const USUAL_HEADS: [&[u8]; 5] = [b"https://", b"http://", b"ftp://", b"file://", b"git://"];

/// Whether the scheme is in this table; true if there is no scheme.
#[must_use]
pub fn scheme_in(scheme: Option<&[u8]>, table: &[&[u8]]) -> bool {
    scheme.is_none_or(|scheme| table.iter().any(|row| row.eq_ignore_ascii_case(scheme)))
}

/// Whether the text ends in one of these schemes that is not the end of a longer word.
pub(crate) fn ends_in(text: &[u8], schemes: &[&[u8]]) -> bool {
    schemes.iter().any(|scheme| {
        text.len().checked_sub(scheme.len()).is_some_and(|n| {
            text[n..].eq_ignore_ascii_case(scheme)
                && !(n > 0 && matches!(text[n - 1], b'+' | b'-' | b'.' | b'a'..=b'z' | b'A'..=b'Z'))
        })
    })
}

/// Whether the text ends in one of the schemes of [`IDNA_SCHEMES`], after whose colon browsers need
/// no slashes.
pub(crate) fn ends_in_special(text: &[u8]) -> bool {
    ends_in(text, &IDNA_SCHEMES)
}

/// A query parameter that is only used for tracking.
#[derive(Debug)]
pub struct Tracker {
    /// The decoded name; a `*` at its end matches every name that begins this way.
    pub name: &'static str,
    /// The service that uses it.
    pub source: &'static str,
    /// When it was last looked up.
    pub checked: &'static str,
}

const fn tracker(name: Str, source: Str) -> Tracker {
    Tracker { name, source, checked: "2026-11-21" }
}

/// A name of the rules of `ClearURLs` of 2025-07-29, or one that its service documents.
const fn later(name: Str, source: Str) -> Tracker {
    Tracker { name, source, checked: "2026-11-28" }
}

/// Every name that `drop-tracking` drops. A row that is added comes last, and with it a new name of
/// the tables of keys.
pub static TRACKERS: [Tracker; 84] = [
    tracker("utm_*", "Google Analytics: campaign parameters"),
    tracker("gclid", "Google Ads: click identifier"),
    tracker("gclsrc", "Google Ads: click source"),
    tracker("dclid", "Google Display: click identifier"),
    tracker("gbraid", "Google Ads: app campaigns"),
    tracker("wbraid", "Google Ads: web to app"),
    tracker("srsltid", "Google Merchant Center: auto-tagging"),
    tracker("_ga", "Google Analytics: cross-domain linker"),
    tracker("_gl", "Google Analytics: cross-domain linker"),
    tracker("fbclid", "Meta: click identifier"),
    tracker("igshid", "Instagram: share identifier"),
    tracker("msclkid", "Microsoft Advertising: click identifier"),
    tracker("ttclid", "TikTok Ads: click identifier"),
    tracker("twclid", "X Ads: click identifier"),
    tracker("li_fat_id", "LinkedIn Ads: click identifier"),
    tracker("yclid", "Yandex Direct: click identifier"),
    tracker("ysclid", "Yandex Search: click identifier"),
    tracker("_openstat", "Openstat: campaign parameter"),
    tracker("mc_cid", "Mailchimp: campaign identifier"),
    tracker("mc_eid", "Mailchimp: reader identifier"),
    tracker("_hsenc", "HubSpot: mail tracking"),
    tracker("_hsmi", "HubSpot: mail tracking"),
    tracker("mkt_tok", "Marketo: reader token"),
    tracker("vero_id", "Vero: reader identifier"),
    tracker("oly_enc_id", "Omeda: reader identifier"),
    later("mtm_*", "Matomo: campaign parameters"),
    later("pk_campaign", "Matomo: campaign parameters"),
    later("pk_kwd", "Matomo: campaign parameters"),
    later("pk_keyword", "Matomo: campaign parameters"),
    later("pk_source", "Matomo: campaign parameters"),
    later("pk_medium", "Matomo: campaign parameters"),
    later("pk_content", "Matomo: campaign parameters"),
    later("pk_cid", "Matomo: campaign parameters"),
    later("piwik_campaign", "Matomo: campaign parameters"),
    later("piwik_kwd", "Matomo: campaign parameters"),
    later("piwik_keyword", "Matomo: campaign parameters"),
    later("itm_campaign", "internal campaign parameters"),
    later("itm_medium", "internal campaign parameters"),
    later("itm_source", "internal campaign parameters"),
    later("hmb_campaign", "Humble Bundle: campaign parameters"),
    later("hmb_medium", "Humble Bundle: campaign parameters"),
    later("hmb_source", "Humble Bundle: campaign parameters"),
    later("gad_source", "Google Ads: click source"),
    later("gad_campaignid", "Google Ads: campaign identifier"),
    later("fb_action_ids", "Meta: shared actions"),
    later("fb_action_types", "Meta: shared actions"),
    later("fb_source", "Meta: click source"),
    later("fb_ref", "Meta: click source"),
    later("action_object_map", "Meta: shared actions"),
    later("action_type_map", "Meta: shared actions"),
    later("action_ref_map", "Meta: shared actions"),
    later("igsh", "Instagram: share identifier"),
    later("__twitter_impression", "X: impression of an AMP page"),
    later("ScCid", "Snapchat Ads: click identifier"),
    later("rdt_cid", "Reddit Ads: click identifier"),
    later("epik", "Pinterest: click identifier"),
    later("irclickid", "Impact: click identifier"),
    later("cjevent", "CJ: click identifier"),
    later("_branch_match_id", "Branch: click identifier"),
    later("_branch_referrer", "Branch: click source"),
    later("hsa_*", "HubSpot Ads: campaign parameters"),
    later("__hstc", "HubSpot: visitor and session"),
    later("__hssc", "HubSpot: visitor and session"),
    later("__hsfp", "HubSpot: visitor and session"),
    later("hsCtaTracking", "HubSpot: call to action"),
    later("ml_subscriber", "MailerLite: reader identifier"),
    later("ml_subscriber_hash", "MailerLite: reader identifier"),
    later("__s", "Drip: reader identifier"),
    later("_kx", "Klaviyo: reader identifier"),
    later("dm_i", "dotdigital: reader identifier"),
    later("elqTrackId", "Oracle Eloqua: mail tracking"),
    later("elqTrack", "Oracle Eloqua: mail tracking"),
    later("oly_anon_id", "Omeda: reader identifier"),
    later("vero_conv", "Vero: conversion"),
    later("wickedid", "Wicked Reports: click identifier"),
    later("s_cid", "Adobe Analytics: campaign identifier"),
    later("s_kwcid", "Adobe Advertising: keyword identifier"),
    later("ef_id", "Adobe Advertising: click identifier"),
    later("wt_mc", "Webtrekk: campaign parameter"),
    later("wt_zmc", "Webtrekk: campaign parameter"),
    later("wtrid", "Webtrekk: reader identifier"),
    later("guce_referrer", "Yahoo: consent page"),
    later("guce_referrer_sig", "Yahoo: consent page"),
    later("Echobox", "Echobox: share identifier"),
];

/// The bytes with which the names of [`TRACKERS`] begin.
static FIRST: [bool; 256] = {
    let (mut first, mut n) = ([false; 256], 0);
    while n < TRACKERS.len() {
        first[TRACKERS[n].name.as_bytes()[0] as usize] = true;
        n += 1;
    }
    first
};

/// Whether a name of [`TRACKERS`] begins with this byte.
pub(crate) fn may_track(first: u8) -> bool {
    FIRST[usize::from(first)]
}

/// Whether a pair of this decoded name is only for tracking, by these rows of [`TRACKERS`].
#[must_use]
pub fn tracks(rows: &[Tracker], name: &[u8]) -> bool {
    name.first().is_some_and(|&first| may_track(first)) && is_a_tracker(rows, name)
}

fn is_a_tracker(rows: &[Tracker], name: &[u8]) -> bool {
    rows.iter().any(|row| match row.name.strip_suffix('*') {
        Some(start) => name.starts_with(start.as_bytes()),
        None => name == row.name.as_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trackers_are_found_without_a_look_at_their_first_bytes_too() {
        let names = TRACKERS.iter().map(|row| row.name.replace('*', "x"));
        for name in
            names.chain(["utm", "utm_", "", "a", "Gclid", "gclids", "\u{FF}"].map(Into::into))
        {
            assert_eq!(
                tracks(&TRACKERS, name.as_bytes()),
                is_a_tracker(&TRACKERS, name.as_bytes()),
                "{name}"
            );
        }
        assert!(may_track(b'u') && may_track(b'_') && !may_track(b'b') && !may_track(b'x'));
    }

    #[test]
    fn a_special_scheme_is_not_the_end_of_a_longer_word() {
        for (text, ends) in [
            ("http", true),
            ("HTTPS", true),
            ("(ws", true),
            ("1http", true),
            ("xhttp", false),
            ("Xhttp", false),
            ("git+http", false),
            ("a.http", false),
            ("-http", false),
            ("htt", false),
            ("", false),
            ("news", false),
            ("/ftp", true),
        ] {
            assert_eq!(ends_in_special(text.as_bytes()), ends, "{text}");
        }
    }
}
