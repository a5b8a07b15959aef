//! Profiles: a set for each component, and a few policies. A profile never parses.

use crate::codec::percent::Encoder;
use superuri_kernels::{Table, set::Set};

/// How a whole URI is cleaned.
pub struct Profile {
    /// The name, a Python identifier.
    pub name: &'static str,
    /// The set of the userinfo, except for its first `:`.
    pub userinfo: Component,
    /// The set of a host that is neither an IP literal nor an internationalised name.
    pub reg_name: Component,
    /// The set of a path that is not the first segment of a reference and not opaque.
    pub path: Component,
    /// The set of the first segment of a reference, in which a `:` would end a scheme.
    pub first_segment: Component,
    /// The set of a path that follows a scheme and does not begin with a slash.
    pub opaque_path: Component,
    /// The set of the query of a special scheme, or of a reference without a scheme.
    pub query: Component,
    /// The set of any other query.
    pub other_query: Component,
    /// The set of the fragment.
    pub fragment: Component,
    /// How the authority is treated.
    pub host: HostPolicy,
    /// Whether a `%` that does not begin a triplet becomes `%25`.
    pub escapes_stray_percent: bool,
    /// Whether the text is first stripped of what mail, chat and shells put around a URI.
    pub salvages: bool,
    /// Whether a character that a legacy encoding lacks is written as a percent-encoded `&#N;`, as
    /// browsers do.
    pub numeric_references: bool,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source was last compared.
    pub checked: &'static str,
}

/// The role of a span of a text: it determines which set of a profile governs the span.
#[expect(missing_docs, reason = "the field of the profile with the same name describes it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Userinfo,
    Name,
    Path,
    FirstSegment,
    OpaquePath,
    Query,
    OtherQuery,
    Fragment,
}

/// How the authority, and with it the structure of the text, is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostPolicy {
    /// Not at all: its octets are cleaned like all others.
    Octets,
    /// The host is checked by the rules of `authority.rs`, with IDNA.
    Idna,
    /// The same, but non-ASCII characters stay (RFC 3987 *ireg-name*).
    Unicode,
}

/// A component's set, and where the component ends.
pub struct Component {
    set: Encoder,
    /// The set without `%`: the bytes that are encoded wherever they are.
    members: Table,
    /// The set, `%`, and the delimiters that end the component: the bytes at which a pass must
    /// stop.
    stops: Table,
    ends: Set,
}

impl Component {
    const fn new(set: Set, ends: Set) -> Self {
        let members = Table::new(set.but("%").bits());
        let stops = Table::new(set.bits() | ends.bits() | 1 << b'%');
        Self { set: Encoder::new(set), members, stops, ends }
    }

    /// The percent-encode set.
    #[must_use]
    pub const fn set(&self) -> Set {
        self.set.set()
    }

    /// The lookup table of the set without `%`.
    #[must_use]
    pub const fn members(&self) -> &Table {
        &self.members
    }

    /// The lookup table of the bytes at which a pass must stop.
    #[must_use]
    pub const fn stops(&self) -> &Table {
        &self.stops
    }

    /// The lookup table of the set.
    #[must_use]
    pub const fn table(&self) -> &Table {
        self.set.table()
    }

    /// The offset of the first `%` or delimiter, or the text's length.
    #[must_use]
    pub fn find_break(&self, text: &[u8]) -> usize {
        let found = match (self.ends_at(b'/'), self.ends_at(b'?'), self.ends_at(b'#')) {
            (false, false, false) => memchr::memchr(b'%', text),
            (false, false, true) => memchr::memchr2(b'%', b'#', text),
            (false, true, true) => memchr::memchr3(b'%', b'?', b'#', text),
            _ => text.iter().position(|&byte| byte == b'%' || self.ends_at(byte)),
        };
        found.unwrap_or(text.len())
    }

    /// The offset of the first delimiter that ends the component, or the text's length.
    #[must_use]
    pub fn find_end(&self, text: &[u8]) -> usize {
        let found = match (self.ends_at(b'/'), self.ends_at(b'?'), self.ends_at(b'#')) {
            (false, false, false) => None,
            (false, false, true) => memchr::memchr(b'#', text),
            (false, true, true) => memchr::memchr2(b'?', b'#', text),
            (true, true, true) => memchr::memchr3(b'/', b'?', b'#', text),
            _ => text.iter().position(|&byte| self.ends_at(byte)),
        };
        found.unwrap_or(text.len())
    }

    /// Whether this delimiter ends the component.
    #[must_use]
    pub const fn ends_at(&self, byte: u8) -> bool {
        self.ends.encodes(byte)
    }
}

pub(crate) struct Sets {
    pub(crate) userinfo: Set,
    pub(crate) reg_name: Set,
    pub(crate) path: Set,
    pub(crate) opaque_path: Set,
    pub(crate) query: Set,
    pub(crate) other_query: Set,
    pub(crate) fragment: Set,
}

impl Sets {
    /// The same set for the whole text.
    pub(crate) const fn flat(set: Set) -> Self {
        Self {
            userinfo: set,
            reg_name: set,
            path: set,
            opaque_path: set,
            query: set,
            other_query: set,
            fragment: set,
        }
    }
}

impl Profile {
    /// The component that governs a span in this role.
    #[must_use]
    pub const fn component(&self, role: Role) -> &Component {
        match role {
            Role::Userinfo => &self.userinfo,
            Role::Name => &self.reg_name,
            Role::Path => &self.path,
            Role::FirstSegment => &self.first_segment,
            Role::OpaquePath => &self.opaque_path,
            Role::Query => &self.query,
            Role::OtherQuery => &self.other_query,
            Role::Fragment => &self.fragment,
        }
    }

    /// The same profile, but these characters are encoded in every component, too.
    #[must_use]
    pub(crate) fn and(&self, extra: &str) -> Self {
        let and =
            |component: &Component| Component::new(component.set().and(extra), component.ends);
        Self {
            userinfo: and(&self.userinfo),
            reg_name: and(&self.reg_name),
            path: and(&self.path),
            first_segment: and(&self.first_segment),
            opaque_path: and(&self.opaque_path),
            query: and(&self.query),
            other_query: and(&self.other_query),
            fragment: and(&self.fragment),
            ..*self
        }
    }

    /// Whether the query of a special scheme has a set of its own.
    #[must_use]
    pub const fn has_special_query(&self) -> bool {
        self.query.set().bits() != self.other_query.set().bits()
    }

    /// The profile with these sets and the policies of the default profile.
    pub(crate) const fn new(name: &'static str, sets: &Sets, host: HostPolicy) -> Self {
        Self {
            name,
            userinfo: Component::new(sets.userinfo, Set::only("")),
            reg_name: Component::new(sets.reg_name, Set::only("")),
            path: Component::new(sets.path, Set::only("?#")),
            first_segment: Component::new(sets.path.and(":"), Set::only("/?#")),
            opaque_path: Component::new(sets.opaque_path, Set::only("?#")),
            query: Component::new(sets.query, Set::only("#")),
            other_query: Component::new(sets.other_query, Set::only("#")),
            fragment: Component::new(sets.fragment, Set::only("")),
            host,
            escapes_stray_percent: true,
            salvages: false,
            numeric_references: false,
            source: "",
            checked: "",
        }
    }

    /// The same profile, with every `%` left as it is.
    pub(crate) const fn leaving_percents(mut self) -> Self {
        self.escapes_stray_percent = false;
        self
    }

    /// The same profile, with the text stripped of its surroundings first.
    pub(crate) const fn salvaging(mut self) -> Self {
        self.salvages = true;
        self
    }

    /// The same profile, with `&#N;` for characters that a legacy encoding lacks.
    pub(crate) const fn with_numeric_references(mut self) -> Self {
        self.numeric_references = true;
        self
    }

    /// The same profile, with its source and the day when it was last compared.
    pub(crate) const fn from(mut self, source: &'static str, checked: &'static str) -> Self {
        (self.source, self.checked) = (source, checked);
        self
    }
}
