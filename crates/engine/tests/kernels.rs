//! Forms as the engine reads and writes them, compared with what the kernels answer.

#[path = "../../kernels/tests/rng/mod.rs"]
mod rng;

use rng::Rng;
use superuri::codec::form::{self, Separators};
use superuri::codec::percent::Errors;
use superuri_kernels::pairs::{self, Pair};

/// Texts of every length up to this, of every kind.
fn texts(longest: usize) -> impl Iterator<Item = Vec<u8>> {
    const SEED: u64 = 0x5355_5045_5255_5249;
    println!("seed {SEED}");
    let mut random = Rng(SEED);
    (0..=longest).flat_map(move |len| {
        [&b"ab&="[..], b"abcdefgh+%=& *", b"&", b"=", b"a\x80\xffbcdefghijklmnopqrs&=", b"a"]
            .map(|atoms| (0..len).map(|_| atoms[random.below(atoms.len())]).collect())
    })
}

#[test]
fn a_kernel_finds_the_pairs_of_a_form() {
    for text in texts(300) {
        let mut found = vec![Pair::default(); text.len() + 1];
        let (count, _) = pairs::pairs(&text, 0, &mut found);
        let place = |place: u32| usize::try_from(place).expect("it is in the text");
        let found = found[..count]
            .iter()
            .map(|pair| (place(pair.start)..place(pair.equals), pair.equals < pair.end));
        let want = form::pairs(&text, Separators::Ampersand);
        assert!(
            found.eq(want.map(|pair| (pair.name, pair.value.is_some()))),
            "{}",
            text.escape_ascii()
        );
    }
}

#[test]
fn a_form_is_written_as_the_kernels_are_tested_to_write_its_fields() {
    for text in texts(300) {
        let mut want = Vec::new();
        for &octet in &text {
            match octet {
                b' ' => want.push(b'+'),
                _ if form::table().has(octet) => want.extend(format!("%{octet:02X}").bytes()),
                _ => want.push(octet),
            }
        }
        let mut got = Vec::new();
        form::encode_onto(&text, &mut got);
        assert_eq!(got, want, "{}", text.escape_ascii());
    }
}

#[test]
fn a_form_is_read_back_octet_by_octet() {
    for text in texts(300) {
        let mut written = Vec::new();
        form::encode_onto(&text, &mut written);
        let read = form::decode_bytes(&written, Errors::Strict);
        assert_eq!(read.as_deref(), Ok(&*text), "{}", text.escape_ascii());
    }
}
