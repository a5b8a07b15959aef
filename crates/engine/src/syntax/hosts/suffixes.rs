//! The Public Suffix List as data: a hash table of the labels of its rules, each below its parent.
//!
//! A slot has eight octets: where its label begins among the labels (24 bits) and how long it is (8),
//! the slot of its parent (16), what the rules say about it (8). A slot of zeros is empty.

/// The slots, and the labels after them. `the_table_is_that_of_the_list` compares and writes it.
const TABLE: &[u8] = include_bytes!("suffixes.bin");
const SLOTS: usize = 1 << 14;
/// The parent of the last label of a name.
const ROOT: usize = SLOTS;
/// Of the last octet of a slot: who ends a suffix here, and the following flags.
const ENDS: u8 = 0b111;
const HAS_CHILDREN: u8 = 1 << 3;
/// Any other label below ends a suffix of a registry, or of a company.
const ANY_REGISTRY: u8 = 1 << 4;
const ANY_COMPANY: u8 = 1 << 5;

/// Whose rule a public suffix is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ruler {
    /// The default rule `*`.
    Nobody,
    Registry,
    Company,
}

/// The length of the name's public suffix, and whose rule it is of.
pub(super) fn suffix(name: &[u8]) -> (usize, Ruler) {
    let end = name.len() - usize::from(name.ends_with(b"."));
    let (mut parent, mut above, mut found) = (ROOT, end, (name.len(), Ruler::Nobody));
    let mut flags = HAS_CHILDREN;
    let mut stop = end;
    loop {
        let start = memchr::memrchr(b'.', &name[..stop]).map_or(0, |dot| dot + 1);
        let label = &name[start..stop];
        let length = name.len() - start;
        let Some((slot, its)) = below(parent, label) else {
            return match flags {
                _ if parent == ROOT => (length, Ruler::Nobody),
                _ if flags & ANY_REGISTRY != 0 => (length, Ruler::Registry),
                _ if flags & ANY_COMPANY != 0 => (length, Ruler::Company),
                _ => found,
            };
        };
        match its & ENDS {
            1 => found = (length, Ruler::Registry),
            2 => found = (length, Ruler::Company),
            // An exception: the suffix ends above.
            3 => found = (name.len() - above, Ruler::Registry),
            4 => found = (length, Ruler::Nobody),
            _ => {}
        }
        if its & HAS_CHILDREN == 0 || start == 0 {
            return found;
        }
        (parent, above, flags, stop) = (slot, start, its, start - 1);
    }
}

/// The slot of a label below its parent, and what the rules say about it.
fn below(parent: usize, label: &[u8]) -> Option<(usize, u8)> {
    let length = u8::try_from(label.len()).ok()?;
    let mut slot = hash(parent, label);
    loop {
        let its = read(slot);
        let flags = its[6];
        if flags == 0 {
            return None;
        }
        if its[3] == length && usize::from(u16::from_le_bytes([its[4], its[5]])) == parent {
            let start = 8 * SLOTS + u32::from_le_bytes([its[0], its[1], its[2], 0]) as usize;
            if TABLE[start..start + label.len()] == *label {
                return Some((slot, flags));
            }
        }
        slot = (slot + 1) % SLOTS;
    }
}

fn read(slot: usize) -> [u8; 8] {
    let mut octets = [0; 8];
    octets.copy_from_slice(&TABLE[8 * slot..8 * slot + 8]);
    octets
}

/// The slot where the search for a label begins: of its first eight and its last eight octets.
fn hash(parent: usize, label: &[u8]) -> usize {
    let word = |at: usize| u64::from_le_bytes(*label[at..].first_chunk().unwrap_or(&[0; 8]));
    let half = |at: usize| u32::from_le_bytes(*label[at..].first_chunk().unwrap_or(&[0; 4])).into();
    let n = label.len();
    let (first, last): (u64, u64) = match n {
        0 => (0, 0),
        1..4 => (label[0].into(), u64::from(label[n / 2]) << 8 | u64::from(label[n - 1])),
        4..8 => (half(0), half(n - 4)),
        _ => (word(0), word(n - 8)),
    };
    let mixed =
        (first ^ last.rotate_left(32) ^ (parent as u64) << 16).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 50) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::process::Command;
    use std::{env, fs};

    use psl::{Psl, Type};

    use super::*;

    /// What the crate says: the oracle.
    fn known(name: &[u8]) -> (usize, Ruler) {
        psl::List.suffix(name).map_or((0, Ruler::Nobody), |suffix| {
            let ruler = match suffix.typ() {
                None => Ruler::Nobody,
                Some(Type::Icann) => Ruler::Registry,
                Some(Type::Private) => Ruler::Company,
            };
            (suffix.as_bytes().len(), ruler)
        })
    }

    /// The names of the list's rules and all that end them, in Unicode and as A-labels, which the
    /// crate adds to the list that it has as a file.
    fn names() -> BTreeSet<String> {
        let words = ["metadata", "--format-version=1", "--locked", "--offline"];
        let done = Command::new(env!("CARGO")).args(words).output().expect("cargo");
        let all = String::from_utf8(done.stdout).expect("JSON");
        let is_it = |word: &&str| word.contains("psl") && word.ends_with("Cargo.toml");
        let mut found = all.split('"').filter(is_it).filter(|word| !word.contains("psl-types"));
        let list = found.next().expect("the crate psl").replace("Cargo.toml", "data/rules.txt");
        let mut names = BTreeSet::new();
        for rule in fs::read_to_string(list).expect("the list").lines() {
            let rule = rule.trim_start_matches(['!', '*', '.']);
            for form in [rule.to_owned(), idna::domain_to_ascii(rule).expect("a name")] {
                let dots = form.match_indices('.').map(|(dot, _)| form[dot + 1..].to_owned());
                names.extend(dots);
                names.insert(form);
            }
        }
        names
    }

    fn table(names: &BTreeSet<String>) -> Vec<u8> {
        let mut slots = vec![[0; 8]; SLOTS];
        let (mut places, mut labels) = (BTreeMap::from([("", ROOT)]), Vec::new());
        let mut starts = BTreeMap::new();
        let mut ordered: Vec<_> =
            names.iter().map(|name| (name.matches('.').count(), &**name)).collect();
        ordered.sort_unstable();
        for (_, name) in ordered {
            let (label, above) = name.split_once('.').unwrap_or((name, ""));
            let parent = places[above];
            let ends = match known(name.as_bytes()) {
                (length, ruler) if length == name.len() => match ruler {
                    Ruler::Registry => 1,
                    Ruler::Company => 2,
                    Ruler::Nobody => 4,
                },
                found if !above.is_empty() && found == known(above.as_bytes()) => 5,
                found => {
                    assert_eq!(found, (above.len(), Ruler::Registry), "{name}");
                    3
                }
            };
            let below = format!("-.{name}");
            let any = match known(below.as_bytes()) {
                (length, Ruler::Registry) if length == below.len() => ANY_REGISTRY | HAS_CHILDREN,
                (length, Ruler::Company) if length == below.len() => ANY_COMPANY | HAS_CHILDREN,
                _ => 0,
            };
            let has_more = names
                .iter()
                .any(|each| each.strip_suffix(&*name).is_some_and(|rest| rest.ends_with('.')));
            let flags = ends | any | if has_more { HAS_CHILDREN } else { 0 };
            let start = *starts.entry(label).or_insert_with(|| {
                labels.extend_from_slice(label.as_bytes());
                labels.len() - label.len()
            });
            let mut slot = hash(parent, label.as_bytes());
            while slots[slot] != [0; 8] {
                slot = (slot + 1) % SLOTS;
            }
            let octets = &mut slots[slot];
            octets[..4].copy_from_slice(&u32::try_from(start).expect("few").to_le_bytes());
            octets[3] = u8::try_from(label.len()).expect("short");
            octets[4..6].copy_from_slice(&u16::try_from(parent).expect("few").to_le_bytes());
            octets[6] = flags;
            places.insert(name, slot);
        }
        [slots.concat(), labels].concat()
    }

    #[test]
    fn the_table_is_that_of_the_list() {
        let made = table(&names());
        if env::var_os("SUPERURI_WRITE").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/syntax/hosts/suffixes.bin");
            fs::write(path, &made).expect("written");
        }
        assert!(TABLE == made, "SUPERURI_WRITE=1 writes the table anew");
    }

    #[test]
    fn every_name_has_the_suffix_that_the_crate_says() {
        for name in &names() {
            let mut hosts = vec![name.clone(), format!("{name}."), format!("a{name}")];
            hosts.extend(["-", "b.a", "www", "city", ""].map(|label| format!("{label}.{name}")));
            hosts.push(name.chars().skip(1).collect());
            for host in hosts {
                assert_eq!(suffix(host.as_bytes()), known(host.as_bytes()), "{host}");
            }
        }
        for host in ["", ".", "..", "a", "a..", "localhost.", "1.2.3.4"] {
            assert_eq!(suffix(host.as_bytes()), known(host.as_bytes()), "{host}");
        }
    }
}
