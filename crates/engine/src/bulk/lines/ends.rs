//! Where a URL of a text ends: Unicode's UTS #58, derived from the properties of characters.
//!
//! White space, controls and invisible characters end a URL; punctuation ends it unless more
//! follows; brackets balance. Stricter than UTS #58, quotation marks, symbols, and the punctuation of
//! scripts without spaces end it in any case: sentences go on directly after them.

use icu_properties::props::{
    DefaultIgnorableCodePoint, Emoji, GeneralCategory, QuotationMark, WhiteSpace,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use linkify::LinkFinder;

/// How many bytes of a text without white space are looked at again for further URLs, so that the
/// time stays linear.
pub(super) const MOST_RESCANNED: usize = 1 << 18;

/// Where the `http` or `https` begins in which the text ends. Letters before it belong to the text.
pub(super) fn web_scheme(text: &str) -> Option<usize> {
    ending(text, "https").or_else(|| ending(text, "http"))
}

pub(super) fn ending(text: &str, scheme: &str) -> Option<usize> {
    let start = text.len().checked_sub(scheme.len())?;
    text.get(start..)?.eq_ignore_ascii_case(scheme).then_some(start)
}

/// How often an end is looked for again.
const ROUNDS: usize = 8;

/// The length of the path, query and fragment at the start of this text, behind an authority. It is
/// the finder's, behind a host that it knows.
pub(super) fn tail(finder: &LinkFinder, text: &str, is_quoted: bool) -> usize {
    // It does not look for a fragment behind an authority.
    let (head, given) = match text.as_bytes().first() {
        Some(b'/' | b'?') => ("http://e", text),
        Some(b'#') => ("http://e/", text),
        _ => return 0,
    };
    let quote = if is_quoted { "'" } else { "" };
    let of_finder = |given: &str| {
        let url = format!("{quote}{head}{given}");
        let end = finder.links(&url).next().map_or(0, |link| link.end());
        end.saturating_sub(quote.len() + head.len())
    };
    let mut end = of_finder(given);
    // Before a mark there may be punctuation of ASCII, and before that a mark.
    for _ in 0..ROUNDS {
        let len = before_marks(&text[..end]);
        if len == end {
            return end;
        }
        end = of_finder(&given[..len]);
    }
    0
}

/// Does this belong to the sentence, at the end of an authority?
pub(super) fn is_of_sentence(c: char) -> bool {
    PUNCTUATION.contains(&c) && !matches!(c, ')' | ']')
}

/// The length of the URL before the next one of a list, which begins within its authority:
/// `http://a:1,http://b:2`, `http://a:1,name=http://b:2`.
pub(super) fn before_next(url: &str) -> usize {
    let Some((scheme, rest)) = url.split_once("://") else { return url.len() };
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let Some(before) = authority.strip_suffix(':') else { return url.len() };
    let Some(comma) = before.rfind([',', ';']) else { return url.len() };
    let next = before[comma + 1..].rsplit('=').next().unwrap_or_default();
    // Kafka's listeners have names with a `_`.
    let of_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+-._".contains(&b);
    let is_next =
        next.starts_with(|c: char| c.is_ascii_alphabetic()) && next.bytes().all(of_scheme);
    if is_next && rest[authority.len()..].starts_with("//") {
        let one = &url[..scheme.len() + "://".len() + comma];
        one[..before_marks(one)].trim_end_matches(is_of_sentence).len()
    } else {
        url.len()
    }
}

/// What a character beyond ASCII means for the end of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharRole {
    Part,
    /// The URL ends before it.
    Hard,
    /// The URL ends before it, unless a part of it follows.
    Soft,
    Open,
    /// The URL ends before it, unless its bracket was opened in the URL.
    Close,
}

/// The punctuation after which sentences go on without a space, in Chinese and Japanese; the dashes
/// between parts of a sentence.
const BETWEEN: [char; 11] = ['。', '、', '，', '；', '：', '！', '？', '｡', '､', '—', '―'];
/// Emoji that are signs of a text as well.
const SIGNS: [char; 3] = ['©', '®', '™'];
/// Escaped ends of attributes in the text of one page within another; the end of a label of Markdown.
const ESCAPED: [&str; 4] = ["&quot;", "&lt;", "&gt;", "]("];

fn mark(c: char) -> CharRole {
    use GeneralCategory as Is;
    let is_invisible = CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c);
    // They choose the form of the character before them.
    let is_selector = matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}');
    if BETWEEN.contains(&c)
        || is_invisible && !is_selector
        || CodePointSetData::new::<WhiteSpace>().contains(c)
        || CodePointSetData::new::<QuotationMark>().contains(c)
    {
        return CharRole::Hard;
    }
    match CodePointMapData::<GeneralCategory>::new().get(c) {
        Is::OpenPunctuation => CharRole::Open,
        Is::ClosePunctuation => CharRole::Close,
        Is::Control | Is::Unassigned | Is::InitialPunctuation | Is::FinalPunctuation => {
            CharRole::Hard
        }
        Is::OtherPunctuation | Is::DashPunctuation | Is::ConnectorPunctuation => CharRole::Soft,
        Is::MathSymbol | Is::CurrencySymbol | Is::ModifierSymbol | Is::OtherSymbol => {
            let is_emoji = CodePointSetData::new::<Emoji>().contains(c) && !SIGNS.contains(&c);
            if is_emoji { CharRole::Part } else { CharRole::Hard }
        }
        _ => CharRole::Part,
    }
}

/// The length of the text before the first mark that ends a URL.
pub(super) fn before_marks(url: &str) -> usize {
    let escaped = ESCAPED.iter().filter_map(|mark| url.find(mark)).min().unwrap_or(url.len());
    let url = &url[..escaped];
    // The end of the last part; what is between it and here is punctuation.
    let mut sure = url.len();
    let mut open = Vec::new();
    let mut is_soft = false;
    for (at, c) in url.char_indices() {
        let mark = match c {
            // At the end, it escapes the quote that follows.
            '\\' => CharRole::Soft,
            _ if c.is_ascii() => CharRole::Part,
            _ => mark(c),
        };
        match mark {
            CharRole::Hard => return if is_soft { sure } else { at },
            CharRole::Close => {
                if open.pop().is_none_or(|open| !is_pair(open, c)) {
                    return if is_soft { sure } else { at };
                }
                is_soft = false;
            }
            CharRole::Open | CharRole::Soft => {
                if mark == CharRole::Open {
                    open.push(c);
                }
                if !is_soft {
                    (sure, is_soft) = (at, true);
                }
            }
            // Punctuation of ASCII between or after marks belongs to them.
            CharRole::Part if is_soft && PUNCTUATION.contains(&c) => {}
            CharRole::Part => is_soft = false,
        }
    }
    if is_soft { sure } else { url.len() }
}

/// Whether the brackets belong together: the code point of the second is one or two higher.
fn is_pair(open: char, close: char) -> bool {
    let (open, close) = (u32::from(open), u32::from(close));
    (open + 1..=open + 2).contains(&close)
}

/// ASCII that may be between the end of a sentence and its last mark.
pub(super) const PUNCTUATION: [char; 12] =
    ['.', ',', ';', ':', '!', '?', '\'', '"', ')', ']', '}', '*'];
