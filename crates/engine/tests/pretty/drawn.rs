//! Drawn order: where an implementation of UAX 9 draws the parts of a text.

use icu_properties::{CodePointMapData, props::BidiClass};
use unicode_bidi::{BidiDataSource, BidiInfo, Level};

/// The classes of the Unicode version that the engine knows, for the implementation of UAX 9, whose own
/// are older. A feature of `icu_properties` would be the same, and all that depends on it be compiled
/// twice: with the feature for the tests, without it for the Python module.
struct Newest;

macro_rules! classes {
    ($class:expr, $($long:ident: $short:ident),*) => {
        match $class {
            $(BidiClass::$long => unicode_bidi::BidiClass::$short,)*
            other => panic!("what is {other:?}?"),
        }
    };
}

#[rustfmt::skip] // rows read best in lines of a kind
impl BidiDataSource for Newest {
    fn bidi_class(&self, c: char) -> unicode_bidi::BidiClass {
        classes!(
            CodePointMapData::<BidiClass>::new().get(c),
            LeftToRight: L, RightToLeft: R, EuropeanNumber: EN, EuropeanSeparator: ES,
            EuropeanTerminator: ET, ArabicNumber: AN, CommonSeparator: CS, ParagraphSeparator: B,
            SegmentSeparator: S, WhiteSpace: WS, OtherNeutral: ON, LeftToRightEmbedding: LRE,
            LeftToRightOverride: LRO, ArabicLetter: AL, RightToLeftEmbedding: RLE,
            RightToLeftOverride: RLO, PopDirectionalFormat: PDF, NonspacingMark: NSM,
            BoundaryNeutral: BN, FirstStrongIsolate: FSI, LeftToRightIsolate: LRI,
            RightToLeftIsolate: RLI, PopDirectionalIsolate: PDI
        )
    }
}

/// Does the reader meet the parts in the order in which they are sent, and each escape whole? This
/// runs an implementation of UAX 9 to find where everything is drawn.
pub(super) fn is_drawn_in_order(text: &str) -> bool {
    // The first character that is drawn from right to left is U+0590.
    if text.chars().all(|c| c < '\u{590}') {
        return true;
    }
    let info = BidiInfo::new_with_data_source(&Newest, text, Some(Level::ltr()));
    if !info.has_rtl() {
        return true;
    }
    let levels: Vec<Level> = text.char_indices().map(|(at, _)| info.levels[at]).collect();
    let drawn = BidiInfo::reorder_visual(&levels);
    let (mut part, mut parts, mut places) = (0, Vec::new(), vec![0; drawn.len()]);
    for c in text.chars() {
        let ends = "/?#&=;".contains(c);
        part += usize::from(ends);
        parts.push(part);
        part += usize::from(ends);
    }
    for (place, logical) in drawn.iter().enumerate() {
        places[*logical] = place;
    }
    let escapes = text.chars().enumerate().filter(|(_, c)| *c == '%').map(|(at, _)| at);
    drawn.windows(2).all(|pair| parts[pair[0]] <= parts[pair[1]]) && { escapes }
        .all(|at| places[at + 1] == places[at] + 1 && places[at + 2] == places[at] + 2)
}
