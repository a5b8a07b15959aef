//! SHA-1 (FIPS 180-4 section 6.1): the hash by which Scrapy names a request. It protects nothing.

/// The digest of the bytes.
///
/// ```
/// use superuri::normal::sha1::sha1;
/// assert_eq!(sha1(b"abc")[..4], [0xA9, 0x99, 0x3E, 0x36]);
/// ```
#[must_use]
pub fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut state = [0x6745_2301_u32, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    let (blocks, rest) = bytes.as_chunks::<64>();
    for block in blocks {
        mix(&mut state, block);
    }
    let mut last = [0; 128];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    let end = if rest.len() < 56 { 64 } else { 128 };
    let bits = (bytes.len() as u64).wrapping_mul(8);
    last[end - 8..end].copy_from_slice(&bits.to_be_bytes());
    let (blocks, _) = last[..end].as_chunks::<64>();
    for block in blocks {
        mix(&mut state, block);
    }
    let mut digest = [0; 20];
    for (four, word) in digest.chunks_exact_mut(4).zip(state) {
        four.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

#[expect(clippy::many_single_char_names, reason = "they are those of the standard")]
fn mix(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut words = [0_u32; 80];
    for (word, four) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*four);
    }
    for n in 16..80 {
        words[n] = (words[n - 3] ^ words[n - 8] ^ words[n - 14] ^ words[n - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    for (n, word) in words.into_iter().enumerate() {
        let (chosen, constant) = match n / 20 {
            0 => ((b & c) | (!b & d), 0x5A82_7999),
            1 => (b ^ c ^ d, 0x6ED9_EBA1),
            2 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6),
        };
        let next = a
            .rotate_left(5)
            .wrapping_add(chosen)
            .wrapping_add(e)
            .wrapping_add(constant)
            .wrapping_add(word);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    for (sum, more) in state.iter_mut().zip([a, b, c, d, e]) {
        *sum = sum.wrapping_add(more);
    }
}
