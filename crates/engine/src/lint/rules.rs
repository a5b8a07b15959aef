//! All rules, in the order of their codes, and sets of rules.

use super::rule::{Id, Rule};
use super::{
    around, authority, connections, crs, gates, host, illegal, layers, networks, octets, path,
    query, servers, text,
};

const GROUPS: [&[Rule]; 14] = [
    illegal::ROWS,
    octets::ROWS,
    text::ROWS,
    layers::ROWS,
    path::ROWS,
    authority::ROWS,
    connections::ROWS,
    host::ROWS,
    networks::ROWS,
    query::ROWS,
    around::ROWS,
    gates::ROWS,
    servers::ROWS,
    crs::ROWS,
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

static SORTED: [Rule; COUNT] = {
    let mut rows = [GROUPS[0][0]; COUNT];
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut n = 0;
        while n < GROUPS[group].len() {
            let row = GROUPS[group][n];
            let mut at = count;
            while at > 0 && rows[at - 1].id.0 >= row.id.0 {
                assert!(rows[at - 1].id.0 > row.id.0, "two rules have the same code");
                rows[at] = rows[at - 1];
                at -= 1;
            }
            rows[at] = row;
            count += 1;
            n += 1;
        }
        group += 1;
    }
    rows
};

/// Every rule, in the order of the codes.
pub static ROWS: &[Rule] = &SORTED;

/// The length of a table by number: the last code's number and one.
const NUMBERS: usize = SORTED[COUNT - 1].id.0 as usize + 1;

/// The index in [`ROWS`] for each number.
static PLACES: [usize; NUMBERS] = {
    let mut places = [0; NUMBERS];
    let mut place = 0;
    while place < COUNT {
        places[SORTED[place].id.0 as usize] = place;
        place += 1;
    }
    places
};

/// The rules for gateways and servers, which are off by default.
pub(super) const OF_SERVERS: RuleSet =
    RuleSet::of(gates::ROWS).and(RuleSet::of(servers::ROWS)).and(RuleSet::of(crs::ROWS));

impl Id {
    /// The index of its row in [`ROWS`].
    #[must_use]
    pub fn place(self) -> usize {
        PLACES[usize::from(self.0)]
    }

    /// Its row.
    #[must_use]
    pub fn rule(self) -> &'static Rule {
        &ROWS[self.place()]
    }
}

/// A set of rules: a bit for each number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSet([u64; NUMBERS.div_ceil(64)]);

impl RuleSet {
    /// No rule.
    pub const NONE: Self = Self([0; _]);

    /// The rules that are on by default.
    pub const DEFAULT: Self = {
        let mut rules = Self::NONE;
        let mut n = 0;
        while n < COUNT {
            if SORTED[n].default {
                rules = rules.with(SORTED[n].id);
            }
            n += 1;
        }
        rules
    };

    pub(super) const fn of(rows: &[Rule]) -> Self {
        let (mut rules, mut n) = (Self::NONE, 0);
        while n < rows.len() {
            rules = rules.with(rows[n].id);
            n += 1;
        }
        rules
    }

    pub(super) const fn and(mut self, rules: Self) -> Self {
        let mut n = 0;
        while n < self.0.len() {
            self.0[n] |= rules.0[n];
            n += 1;
        }
        self
    }

    /// The set with this rule.
    #[must_use]
    pub const fn with(mut self, id: Id) -> Self {
        self.0[id.0 as usize / 64] |= 1 << (id.0 % 64);
        self
    }

    /// The set without this rule.
    #[must_use]
    pub const fn without(mut self, id: Id) -> Self {
        self.0[id.0 as usize / 64] &= !(1 << (id.0 % 64));
        self
    }

    /// Do the two sets have a rule in common?
    #[must_use]
    pub fn has_any(self, rules: Self) -> bool {
        self.0.iter().zip(rules.0).any(|(mine, other)| mine & other != 0)
    }

    /// Is the rule in the set?
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0[id.0 as usize / 64] >> (id.0 % 64) & 1 == 1
    }
}
