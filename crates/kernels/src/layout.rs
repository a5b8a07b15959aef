//! Layout: shuffle tables that arrange the bytes of a result.
//!
//! Tables for shuffles of 16 bytes, for all machines.

/// Bytes in a register.
pub(crate) const WIDE: usize = 16;

/// For each set of members among four bytes: the source of each byte of the result, in a register
/// of four heads, four high digits and four low digits.
pub(crate) static SPREAD: [[u8; WIDE]; 16] = {
    let mut table = [[0; WIDE]; 16];
    let mut members = 0;
    while members < 16 {
        let (mut byte, mut place) = (0, 0);
        while byte < 4 {
            table[members][place] = byte;
            place += 1;
            if members >> byte & 1 == 1 {
                table[members][place] = byte + 4;
                table[members][place + 1] = byte + 8;
                place += 2;
            }
            byte += 1;
        }
        members += 1;
    }
    table
};

/// The length of the result for each row of [`SPREAD`].
pub(crate) static SPREAD_WIDTH: [usize; 16] = {
    let mut table = [0; 16];
    let mut members: usize = 0;
    while members < 16 {
        table[members] = 4 + 2 * members.count_ones() as usize;
        members += 1;
    }
    table
};

/// For each set of bytes to keep among eight: their places.
pub(crate) static PACK: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut keep = 0;
    while keep < 256 {
        let (mut byte, mut place) = (0, 0);
        while byte < 8 {
            if keep >> byte & 1 == 1 {
                table[keep][place] = byte;
                place += 1;
            }
            byte += 1;
        }
        keep += 1;
    }
    table
};

/// Row *n* has ones in the first *n* bytes of a register.
pub(crate) static FIRST: [[u8; WIDE]; WIDE + 1] = {
    let mut table = [[0; WIDE]; WIDE + 1];
    let mut at = 0;
    while at < WIDE * WIDE {
        // Row r has ones in the places below r.
        let (row, place) = (at / WIDE + 1, at % WIDE);
        table[row][place] = if place < row { 0xFF } else { 0 };
        at += 1;
    }
    table
};

/// For each high half of a byte, its bit in [`crate::Table::bare`].
pub(crate) const BIT: [u8; WIDE] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// A bit for each of the first `count` bytes of a register.
pub(crate) const fn first(count: usize) -> u32 {
    if count < WIDE { (1 << count) - 1 } else { 0xFFFF }
}

/// A text shorter than a register, padded with zeros, without a copy in memory.
#[inline]
pub(crate) fn part(text: &[u8]) -> [u8; WIDE] {
    // The head and the tail may overlap. There they have the same bits.
    let at = |place: usize| 8 * place;
    let bytes = if let Some(head) = text.first_chunk()
        && let Some(tail) = text.last_chunk()
    {
        let (head, tail) = (u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
        u128::from(head) | u128::from(tail) << at(text.len() - 8)
    } else if let Some(head) = text.first_chunk::<4>()
        && let Some(tail) = text.last_chunk::<4>()
    {
        let (head, tail) = (u32::from_le_bytes(*head), u32::from_le_bytes(*tail));
        u128::from(u64::from(head) | u64::from(tail) << at(text.len() - 4))
    } else if let [first, .., last] = *text {
        let middle = text.len() / 2;
        let edges = u32::from(first) | u32::from(last) << at(text.len() - 1);
        u128::from(edges | u32::from(text[middle]) << at(middle))
    } else {
        text.first().map_or(0, |&only| u128::from(only))
    };
    bytes.to_le_bytes()
}
