//! Fields: names and values of a form, written one after another.
//!
//! Many short ones are written in one call, because the setup of a kernel takes longer than one
//! field.

use std::{borrow::Cow, mem::MaybeUninit};

use crate::{HEX, Table, Tier, latin1_onto, ucs2_onto, ucs4_onto};

/// A name or a value.
#[derive(Clone, Copy, Debug)]
pub enum FormField<'a> {
    /// Octets.
    Octets(&'a [u8]),
    /// Characters of one byte each, written as UTF-8.
    Latin1(&'a [u8]),
    /// Characters below 0x10000, written as UTF-8.
    Ucs2(&'a [u16]),
    /// Characters, written as UTF-8.
    Ucs4(&'a [u32]),
    /// A number, written in decimal.
    Number(i64),
}

/// The most units of a field that is written together with others.
pub const SHORT: usize = 63;

/// A number larger than any such field, but small enough that several can be added.
pub const UNBOUNDED_BYTES: usize = usize::MAX / 4;

/// The most bytes of a number with its sign.
const DIGITS: usize = 20;

/// The most bytes that may be overwritten after the result.
pub const SLACK: usize = 64;

impl<'a> FormField<'a> {
    /// The most bytes that it takes with its separator; [`UNBOUNDED_BYTES`] if it has more than
    /// [`SHORT`] units.
    #[inline]
    #[must_use]
    pub const fn most(&self) -> usize {
        let (units, bytes) = match self {
            FormField::Octets(units) => (units.len(), 3),
            FormField::Latin1(units) => (units.len(), 6),
            FormField::Ucs2(units) => (units.len(), 9),
            FormField::Ucs4(units) => (units.len(), 12),
            FormField::Number(_) => (1, DIGITS),
        };
        if units <= SHORT { bytes * units + 1 } else { UNBOUNDED_BYTES }
    }

    /// Its octets; `None` if it has no UTF-8 form.
    #[must_use]
    pub fn octets(self) -> Option<Cow<'a, [u8]>> {
        let mut utf8 = Vec::new();
        let is_text = match self {
            FormField::Octets(octets) => return Some(Cow::Borrowed(octets)),
            FormField::Latin1(units) if units.is_ascii() => return Some(Cow::Borrowed(units)),
            FormField::Latin1(units) => {
                latin1_onto(units, &mut utf8);
                true
            }
            FormField::Ucs2(units) => ucs2_onto(units, &mut utf8),
            FormField::Ucs4(units) => ucs4_onto(units, &mut utf8),
            FormField::Number(number) => return Some(Cow::Owned(number.to_string().into_bytes())),
        };
        is_text.then_some(Cow::Owned(utf8))
    }
}

/// Writes each field with the members of the set as triplets and each space (which must not be in
/// the set) as `+`. `=` and `&` follow the fields in turn, but not the last one. Returns the number
/// of bytes, or `None` if a field has no UTF-8 form.
///
/// # Panics
/// If a field is longer than [`SHORT`], or if `out` is shorter than the maximum for all fields with
/// [`SLACK`].
pub fn write(
    fields: &[FormField<'_>],
    table: &Table,
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    Tier::best().write(fields, table, out)
}

/// The reference implementation.
pub(crate) fn plain(
    fields: &[FormField<'_>],
    table: &Table,
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    write_each(fields, table, out, |writer, octets| {
        for &octet in octets {
            writer.octet(octet);
        }
    })
}

/// The same as [`plain`], but octets are encoded by the kernel of this tier.
pub(crate) fn by_kernel(
    tier: Tier,
    fields: &[FormField<'_>],
    table: &Table,
    out: &mut [MaybeUninit<u8>],
) -> Option<usize> {
    write_each(fields, table, out, |writer, octets| {
        let len = tier.encode(octets, table, &mut writer.out[writer.at..]);
        for byte in &mut writer.out[writer.at..][..len] {
            // SAFETY: the kernel has written as many bytes.
            if unsafe { byte.assume_init() } == b' ' {
                byte.write(b'+');
            }
        }
        writer.at += len;
    })
}

/// Writes each field. The function writes its octets, if it has any.
#[inline]
fn write_each(
    fields: &[FormField<'_>],
    table: &Table,
    out: &mut [MaybeUninit<u8>],
    octets_onto: impl Fn(&mut FieldWriter<'_>, &[u8]),
) -> Option<usize> {
    let mut writer = FieldWriter { table, out, at: 0 };
    for (n, field) in fields.iter().enumerate() {
        match *field {
            FormField::Octets(octets) => octets_onto(&mut writer, octets),
            FormField::Latin1(units) if units.is_ascii() => octets_onto(&mut writer, units),
            FormField::Latin1(units) => {
                for &unit in units {
                    writer.character(unit.into());
                }
            }
            FormField::Ucs2(units) => {
                for &unit in units {
                    writer.character(char::from_u32(unit.into())?);
                }
            }
            FormField::Ucs4(units) => {
                for &unit in units {
                    writer.character(char::from_u32(unit)?);
                }
            }
            FormField::Number(number) => writer.number(number),
        }
        writer.bare(separator(n));
    }
    Some(writer.at)
}

/// The separator after the field with this index.
pub(crate) const fn separator(n: usize) -> u8 {
    if n.is_multiple_of(2) { b'=' } else { b'&' }
}

/// Writes byte by byte.
pub(crate) struct FieldWriter<'a> {
    pub(crate) table: &'a Table,
    pub(crate) out: &'a mut [MaybeUninit<u8>],
    pub(crate) at: usize,
}

impl FieldWriter<'_> {
    #[inline]
    fn bare(&mut self, byte: u8) {
        self.out[self.at].write(byte);
        self.at += 1;
    }

    #[inline]
    fn octet(&mut self, octet: u8) {
        if self.table.has(octet) {
            self.bare(b'%');
            self.bare(HEX[usize::from(octet >> 4)]);
            self.bare(HEX[usize::from(octet & 15)]);
        } else {
            self.bare(if octet == b' ' { b'+' } else { octet });
        }
    }

    #[inline]
    fn character(&mut self, c: char) {
        if c.is_ascii() {
            return self.octet(c as u8);
        }
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            self.octet(byte);
        }
    }

    /// Digits and the minus are in no set of a form.
    pub(crate) fn number(&mut self, number: i64) {
        if number < 0 {
            self.bare(b'-');
        }
        let mut rest = number.unsigned_abs();
        let mut digits = [0; DIGITS];
        let mut at = DIGITS;
        loop {
            at -= 1;
            digits[at] = HEX[(rest % 10) as usize];
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        for &digit in &digits[at..] {
            self.bare(digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Rng, SEED, few, guarded};
    use super::*;
    use crate::set::{ALNUM, Set};

    /// The characters that a form encodes, except for the space.
    const TABLE: Table = Table::new(Set::all_but(ALNUM).but("*-._ ").bits());

    fn written(fields: &[FormField<'_>], tier: Tier) -> Option<Vec<u8>> {
        let space = fields.iter().map(FormField::most).sum::<usize>() + SLACK;
        let (mut bytes, used) = guarded(space, |out| tier.write(fields, &TABLE, out));
        bytes.truncate(used?);
        Some(bytes)
    }

    /// The octets of a field; `None` if it has no UTF-8 form.
    fn octets(field: FormField<'_>) -> Option<Vec<u8>> {
        let text = |units: &mut dyn Iterator<Item = u32>| {
            units.map(char::from_u32).collect::<Option<String>>().map(String::into_bytes)
        };
        match field {
            FormField::Octets(octets) => Some(octets.to_vec()),
            FormField::Latin1(units) => text(&mut units.iter().map(|&unit| unit.into())),
            FormField::Ucs2(units) => text(&mut units.iter().map(|&unit| unit.into())),
            FormField::Ucs4(units) => text(&mut units.iter().copied()),
            FormField::Number(number) => Some(number.to_string().into_bytes()),
        }
    }

    fn check(fields: &[FormField<'_>]) {
        let want = fields.iter().enumerate().try_fold(Vec::new(), |mut want, (n, &field)| {
            for octet in octets(field)? {
                match octet {
                    b' ' => want.push(b'+'),
                    _ if TABLE.has(octet) => want.extend(format!("%{octet:02X}").bytes()),
                    _ => want.push(octet),
                }
            }
            want.push(separator(n));
            Some(want)
        });
        for tier in Tier::all() {
            assert_eq!(written(fields, tier), want, "{tier:?} {fields:?}");
        }
        for &field in fields {
            assert_eq!(field.octets().map(Cow::into_owned), octets(field), "{field:?}");
        }
        let space = fields.iter().map(FormField::most).sum::<usize>() + SLACK;
        let (_, used) = guarded::<u8, _>(space, |out| write(fields, &TABLE, out));
        assert_eq!(used, want.map(|want| want.len()), "{fields:?}");
    }

    #[test]
    fn every_tier_writes_every_length_and_mixture() {
        println!("seed {SEED}");
        let mut random = Rng(SEED);
        let kinds = [
            0x61, 0x61, 0x61, 0x61, 0x20, 0x26, 0xE9, 0x25, 0x7FF, 0x800, 0x65E5, 0x1_F600, 0xD800,
        ];
        for len in few(0..=SHORT, 31) {
            for most in few(1..=kinds.len(), 12) {
                let mut units =
                    || -> Vec<u32> { (0..len).map(|_| kinds[random.below(most)]).collect() };
                let (wide, other) = (units(), units());
                let narrow: Vec<u16> = wide
                    .iter()
                    .map(|unit| unit.to_le_bytes()[..2].try_into().map_or(0, u16::from_le_bytes))
                    .collect();
                let bytes: Vec<u8> = other.iter().map(|unit| unit.to_le_bytes()[0]).collect();
                let all = [
                    FormField::Octets(&bytes),
                    FormField::Number(len.cast_signed() as i64 - 9),
                    FormField::Latin1(&bytes),
                    FormField::Ucs2(&narrow),
                    FormField::Ucs4(&wide),
                ];
                for field in all {
                    check(&[field]);
                }
                check(&all);
            }
        }
    }

    #[test]
    fn every_byte_is_written_in_every_place() {
        for byte in few(0..=u8::MAX, 127) {
            for place in few(0..SHORT, 61) {
                let mut text = [b'a'; SHORT];
                text[place] = byte;
                check(&[FormField::Octets(&text), FormField::Latin1(&text)]);
            }
        }
    }

    #[test]
    fn every_number_is_written() {
        let powers = (0..19).map(|power| 10_i64.pow(power));
        let edges = powers.flat_map(|power| [power - 1, power, 1 - power, -power]);
        for number in few(edges.chain([i64::MIN, i64::MAX]), 11) {
            check(&[FormField::Number(number)]);
        }
    }
}
