//! Profiles: a set for each component, and a few policies. A profile never parses.

use crate::codec::percent::Encoder;
use superuri_kernels::Table;
use superuri_kernels::set::Set;

/// How a whole URI is cleaned.
pub struct Profile {
    /// The name, a Python identifier.
    pub name: &'static str,
    /// What becomes of the userinfo, its first `:` apart.
    pub userinfo: Component,
    /// What becomes of a host that is neither an IP literal nor an internationalised name.
    pub reg_name: Component,
    /// What becomes of a path that is not a reference's first segment and not opaque.
    pub path: Component,
    /// The first segment of a reference, in which a `:` would read as a scheme's.
    pub first_segment: Component,
    /// What becomes of a path that does not begin with a slash, after a scheme.
    pub opaque_path: Component,
    /// What becomes of the query of a special scheme, or where there is no scheme.
    pub query: Component,
    /// What becomes of any other query.
    pub other_query: Component,
    /// What becomes of the fragment.
    pub fragment: Component,
    /// Who decides about the authority.
    pub host: Host,
    /// Does a `%` that begins no triplet become `%25`?
    pub escapes_stray_percent: bool,
    /// Is what surrounds a URI in mail, chat and shells taken off first?
    pub salvages: bool,
    /// Is a character that a legacy encoding lacks written as `&#N;`, escaped, as browsers do?
    pub numeric_references: bool,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source was last compared.
    pub checked: &'static str,
}

/// What a span of a text is: by it a profile chooses the set that governs the span.
#[expect(missing_docs, reason = "each is described at the field of the profile with its name")]
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

/// Who decides about the authority, and with it about the structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    /// Nobody: its octets are cleaned like any others.
    Octets,
    /// The host decisions of `authority.rs`, with IDNA.
    Idna,
    /// The same decisions, and the characters of the world stay (RFC 3987 *ireg-name*).
    Unicode,
}

/// A component's set, and where the component ends.
pub struct Component {
    set: Encoder,
    /// The set without `%`: what is encoded wherever it is.
    members: Table,
    /// The set, `%`, and the ends: where a pass over the component must look twice.
    stops: Table,
    ends: Set,
}

impl Component {
    const fn new(set: Set, ends: &str) -> Self {
        let ends = Set::only(ends);
        let members = Table::new(set.but("%").bits());
        let stops = Table::new(set.bits() | ends.bits() | 1 << b'%');
        Self { set: Encoder::new(set), members, stops, ends }
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> Set {
        self.set.set()
    }

    /// The set's lookup form, except for `%`.
    #[must_use]
    pub const fn members(&self) -> &Table {
        &self.members
    }

    /// Where a pass must look twice.
    #[must_use]
    pub const fn stops(&self) -> &Table {
        &self.stops
    }

    /// The set's lookup form.
    #[must_use]
    pub const fn table(&self) -> &Table {
        self.set.table()
    }

    /// Where the first `%` or delimiter is that ends a stretch, or the text's length.
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

    /// Where the first delimiter is that ends the component, or the text's length.
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

    /// Does this delimiter end the component?
    #[must_use]
    pub const fn ends_at(&self, byte: u8) -> bool {
        self.ends.encodes(byte)
    }
}

/// The sets that a profile is made of.
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
    /// One set for the whole text.
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
    /// What becomes of a span in this role.
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

    /// Does a special scheme's query have a set of its own?
    #[must_use]
    pub const fn tells_queries_apart(&self) -> bool {
        self.query.set().bits() != self.other_query.set().bits()
    }

    /// The profile of these sets, with the policies of the default one.
    pub(crate) const fn new(name: &'static str, sets: &Sets, host: Host) -> Self {
        Self {
            name,
            userinfo: Component::new(sets.userinfo, ""),
            reg_name: Component::new(sets.reg_name, ""),
            path: Component::new(sets.path, "?#"),
            first_segment: Component::new(sets.path.and(":"), "/?#"),
            opaque_path: Component::new(sets.opaque_path, "?#"),
            query: Component::new(sets.query, "#"),
            other_query: Component::new(sets.other_query, "#"),
            fragment: Component::new(sets.fragment, ""),
            host,
            escapes_stray_percent: true,
            salvages: false,
            numeric_references: false,
            source: "",
            checked: "",
        }
    }

    /// The same profile, leaving every `%` alone.
    pub(crate) const fn leaving_percents(mut self) -> Self {
        self.escapes_stray_percent = false;
        self
    }

    /// The same profile, taking off what surrounds a URI first.
    pub(crate) const fn salvaging(mut self) -> Self {
        self.salvages = true;
        self
    }

    /// The same profile, writing `&#N;` for what a legacy encoding lacks.
    pub(crate) const fn with_numeric_references(mut self) -> Self {
        self.numeric_references = true;
        self
    }

    /// The same profile, with its source and the day it was compared.
    pub(crate) const fn from(mut self, source: &'static str, checked: &'static str) -> Self {
        (self.source, self.checked) = (source, checked);
        self
    }
}
