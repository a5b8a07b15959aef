//! DATA: policies, named selections of lint rules.

use super::rule::{Id, Rule};
use super::rules::{ROWS, RuleSet};
use super::{LintOptions, crs, servers};

/// A named selection of rules.
#[derive(Debug)]
pub struct Policy {
    /// The name, in words with hyphens.
    pub name: &'static str,
    /// What it is for.
    pub sentence: &'static str,
    /// Its rules, in the words of [`LintOptions::of`]; empty for the default rules.
    pub select: &'static [&'static str],
    /// Is every finding one level more severe?
    pub raised: bool,
    /// Rules whose findings are at least warnings, in the same words as `select`.
    pub warns: &'static [&'static str],
    /// Where it is specified.
    pub source: &'static str,
}

const ENVOY: &str =
    "Envoy, HttpConnectionManager.path_with_escaped_slashes_action, checked 2026-11";

/// The word for the default rules.
const DEFAULT: &str = "default";

/// Rules about which host is requested, and how.
const SSRF: &[&str] = &[
    "U312", "U317", "U501", "U502", "U503", "U509", "U511", "U512", "U514", "U516", "U606", "U611",
    "U617", "U621", "U626", "U627", "U628", "U629", "U630", "U631", "U635", "U705", "U706", "U902",
];

/// Rules about which path a server sees.
const GATEWAY: &[&str] = &[
    "U202", "U312", "U317", "U501", "U502", "U503", "U509", "U511", "U512", "U514", "U516", "U606",
    "U617", "U621", "U626", "U629", "U631", "U635", "U702", "U705", "U706", "U707", "U902",
];

/// Every policy.
#[rustfmt::skip] // a table reads best one row a line
pub static POLICIES: &[Policy] = &[
    Policy { name: "strict", sentence: "the default rules, each finding one level more severe", select: &[], raised: true, warns: &[], source: "superuri" },
    Policy { name: "ssrf", sentence: "the default rules, private names and other schemes; anything that leads a server's own request to an unexpected place is at least a warning", select: &["default", "U634", "U636"], raised: false, warns: SSRF, source: "CWE-918; OWASP, Server-Side Request Forgery Prevention" },
    Policy { name: "gateway", sentence: "the default rules, parameters in paths and endings that Windows drops; what a gateway and the server behind it may read differently is at least a warning", select: &["default", "U518", "U519"], raised: false, warns: GATEWAY, source: "CWE-444; CWE-22; RFC 9110 section 4.2.3" },
    Policy { name: "spring-strict", sentence: "what the firewall of Spring Security rejects by default", select: &["U92", "U93"], raised: false, warns: &[], source: "Spring Security, StrictHttpFirewall.java, checked 2026-11" },
    Policy { name: "envoy-keep-unchanged", sentence: "escaped slashes in the path stay: KEEP_UNCHANGED", select: &["U941"], raised: false, warns: &[], source: ENVOY },
    Policy { name: "envoy-reject-request", sentence: "escaped slashes in the path are refused: REJECT_REQUEST", select: &["U942"], raised: false, warns: &[], source: ENVOY },
    Policy { name: "envoy-unescape-and-redirect", sentence: "escaped slashes in the path are unescaped, and the client is redirected there: UNESCAPE_AND_REDIRECT", select: &["U943"], raised: false, warns: &[], source: ENVOY },
    Policy { name: "envoy-unescape-and-forward", sentence: "escaped slashes in the path are unescaped, and forwarded: UNESCAPE_AND_FORWARD", select: &["U944"], raised: false, warns: &[], source: ENVOY },
    Policy { name: "envoy-normalize-path", sentence: "dot segments are resolved, backslashes become slashes: normalize_path", select: &["U945"], raised: false, warns: &[], source: "Envoy, HttpConnectionManager.normalize_path, checked 2026-11" },
    Policy { name: "envoy-merge-slashes", sentence: "slashes in a row become one: merge_slashes", select: &["U946"], raised: false, warns: &[], source: "Envoy, HttpConnectionManager.merge_slashes, checked 2026-11" },
    Policy { name: "nginx", sentence: "what nginx refuses, and where its locations see another path", select: &["U951", "U952"], raised: false, warns: &[], source: servers::NGINX },
    Policy { name: "apache", sentence: "what Apache refuses, and where it sees another path", select: &["U953", "U954"], raised: false, warns: &[], source: servers::APACHE },
    Policy { name: "haproxy", sentence: "what HAProxy refuses; everything else is passed on unchanged", select: &["U955"], raised: false, warns: &[], source: servers::HAPROXY },
    Policy { name: "tomcat", sentence: "what Tomcat refuses, and where its applications see another path", select: &["U957", "U958"], raised: false, warns: &[], source: servers::TOMCAT },
    Policy { name: "jetty", sentence: "what Jetty refuses, and where its applications see another path", select: &["U959", "U960"], raised: false, warns: &[], source: servers::JETTY },
    Policy { name: "crs", sentence: "what the rules of ModSecurity refuse for its escapes, dots or line breaks", select: &["U961"], raised: false, warns: &[], source: crs::CRS },
];

/// The error for a name that is neither a rule's nor a policy's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRule(pub String);

impl Policy {
    /// The codes of its rules.
    pub fn codes(&self) -> impl Iterator<Item = &'static str> {
        codes(self.select)
    }

    /// The codes of the rules whose findings are at least warnings.
    pub fn warned(&self) -> impl Iterator<Item = &'static str> {
        codes(self.warns)
    }
}

impl LintOptions {
    /// The options for these words: a code, the beginning of codes, the name of a rule, or
    /// `default` for the default rules; and the name of a policy.
    ///
    /// `select` replaces the rules of the policy, and `ignore` removes rules.
    ///
    /// ```
    /// use superuri::lint::{LintOptions, lint};
    /// let options = LintOptions::of(&["U1"], &["space"], None).unwrap();
    /// assert_eq!(lint(b"/a b|", &options).len(), 1);
    /// ```
    ///
    /// # Errors
    /// The first word that is neither a rule nor a policy.
    pub fn of(select: &[&str], ignore: &[&str], policy: Option<&str>) -> Result<Self, UnknownRule> {
        let policy = match policy {
            None => None,
            Some(name) => {
                let found = POLICIES.iter().find(|policy| policy.name == name);
                Some(found.ok_or_else(|| UnknownRule(name.to_owned()))?)
            }
        };
        let select = if select.is_empty() { policy.map_or(select, |it| it.select) } else { select };
        let mut rules = if select.is_empty() { RuleSet::DEFAULT } else { RuleSet::default() };
        for word in select {
            rules = rules_matching(word)?.fold(rules, RuleSet::with);
        }
        for word in ignore {
            rules = rules_matching(word)?.fold(rules, RuleSet::without);
        }
        let mut warned = RuleSet::default();
        for word in policy.map_or(&[][..], |policy| policy.warns) {
            warned = rules_matching(word)?.fold(warned, RuleSet::with);
        }
        let raised = policy.is_some_and(|policy| policy.raised);
        Ok(Self { rules, raised, warned, ..Self::default() })
    }
}

fn codes(words: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    words.iter().flat_map(|word| rules_matching(word)).flatten().map(|id| id.rule().code)
}

fn rules_matching(word: &str) -> Result<impl Iterator<Item = Id> + '_, UnknownRule> {
    let is_meant = move |rule: &&Rule| {
        rule.name.eq_ignore_ascii_case(word)
            || word.len() > 1
                && rule.code.get(..word.len()).is_some_and(|code| code.eq_ignore_ascii_case(word))
            || word.eq_ignore_ascii_case("U")
            || word.eq_ignore_ascii_case(DEFAULT) && rule.default
    };
    let mut ids = ROWS.iter().filter(is_meant).map(|rule| rule.id).peekable();
    if ids.peek().is_none() { Err(UnknownRule(word.to_owned())) } else { Ok(ids) }
}
