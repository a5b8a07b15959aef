//! IPv6 addresses: tests that the parser accepts exactly the ABNF of RFC 3986 section 3.2.2.

use crate::rng::Rng;
use crate::syntax::hosts::literal::ip_literal;

/// The alternatives of RFC 3986 section 3.2.2: the maximum number of groups before the `::`, if
/// there is one; the number of `h16 ":"` after it; and the end of the address.
const ALTERNATIVES: [(Option<usize>, usize, &str); 9] = [
    (None, 6, "ls32"),
    (Some(0), 5, "ls32"),
    (Some(1), 4, "ls32"),
    (Some(2), 3, "ls32"),
    (Some(3), 2, "ls32"),
    (Some(4), 1, "ls32"),
    (Some(5), 0, "ls32"),
    (Some(6), 0, "h16"),
    (Some(7), 0, ""),
];

fn is_h16(text: &str) -> bool {
    matches!(text.len(), 1..=4) && text.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_dec_octet(text: &str) -> bool {
    (0..=255).any(|octet: u8| octet.to_string() == text)
}

fn are_groups(text: &str) -> Option<usize> {
    text.split(':').all(is_h16).then(|| text.split(':').count())
}

fn is_ls32(text: &str) -> bool {
    let dotted: Vec<_> = text.split('.').collect();
    are_groups(text) == Some(2) || dotted.len() == 4 && dotted.into_iter().all(is_dec_octet)
}

/// Tries every way to cut the text into the parts of an alternative.
fn is_ipv6_by_the_abnf(text: &str) -> bool {
    let ends = |tail: &str, kind: &str| match kind {
        "ls32" => is_ls32(tail),
        "h16" => is_h16(tail),
        _ => tail.is_empty(),
    };
    let follows = |text: &str, groups: usize, kind: &str| {
        (0..=text.len()).any(|cut| match text.split_at_checked(cut) {
            Some(("", tail)) => groups == 0 && ends(tail, kind),
            Some((head, tail)) => {
                let head = head.strip_suffix(':');
                groups > 0 && head.and_then(are_groups) == Some(groups) && ends(tail, kind)
            }
            None => false,
        })
    };
    ALTERNATIVES.iter().any(|&(before, groups, kind)| match before {
        None => follows(text, groups, kind),
        Some(most) => text.match_indices("::").any(|(at, _)| {
            let (head, tail) = (&text[..at], &text[at + 2..]);
            let fits = head.is_empty() || are_groups(head).is_some_and(|n| n <= most);
            fits && follows(tail, groups, kind)
        }),
    })
}

#[test]
fn ipv6_agrees_with_the_abnf() {
    const PIECES: [&str; 13] = [
        "",
        "0",
        "1",
        "ffff",
        "0aF",
        "abcde",
        "g",
        "1.2.3.4",
        "0.0.0.255",
        "0.0.0.256",
        "1.2.3",
        "01.1.1.1",
        ":",
    ];
    let seed = 0x9E37_79B9_7F4A_7C15;
    let mut rng = Rng(seed);
    let mut below = |limit| rng.below(limit);
    let mut legal = 0;
    for _ in 0..60_000 {
        // Mostly plain groups, so that many addresses are legal; seven and eight groups are the
        // limit.
        let count = 1 + below(9);
        let mut groups: Vec<&str> = (0..count).map(|_| PIECES[1 + below(4)]).collect();
        if below(3) == 0 {
            groups[count - 1] = PIECES[below(13)];
        }
        if below(5) == 0 {
            groups[below(count)] = PIECES[below(13)];
        }
        let mut text = groups.join(":");
        if below(3) > 0 {
            let at = below(text.len() + 1);
            let colon = text[at..].find(':').map_or(text.len(), |i| at + i);
            text.insert_str(colon, ["::", ":"][below(2)]);
        }
        let want = is_ipv6_by_the_abnf(&text);
        assert_eq!(ip_literal(text.as_bytes()).is_ok(), want, "{text:?}, seed {seed:#x}");
        legal += usize::from(want);
    }
    assert!(legal > 5_000, "only {legal} legal, seed {seed:#x}");
}
