//! Looks: whether a label of a host can be mistaken for an ASCII name (UTS 39 section 4).

use unicode_security::{mixed_script::AugmentedScriptSet, skeleton};

use crate::syntax::{hosts::domain::is_listed, hosts::idna::to_ascii};

/// Ligatures that are read as the two letters that they look like.
const LIGATURES: [char; 2] = ['œ', 'æ'];

/// Top-level domains of the countries in whose languages `ı` is an ordinary letter.
const DOTLESS: [&str; 2] = ["tr", "az"];

/// The top-level label of a host, which decides what scripts are expected in the others.
pub struct Top {
    /// The last label, in Unicode.
    label: String,
    /// Is it a top-level domain?
    is_listed: bool,
}

impl Top {
    /// From the last label of a host, in Unicode.
    #[must_use]
    pub fn of(label: &str) -> Self {
        let is_listed = to_ascii(label).is_ok_and(|ascii| is_listed(&ascii));
        Self { label: label.to_owned(), is_listed }
    }

    /// Is a label in this script expected here, because the top-level domain has it, too?
    ///
    /// ```
    /// use superuri::syntax::hosts::looks::Top;
    /// assert!(Top::of("рф").expects("оса") && Top::of("рус").expects("рус"));
    /// assert!(!Top::of("com").expects("оса") && Top::of("tr").expects("mısır"));
    /// ```
    #[must_use]
    pub fn expects(&self, label: &str) -> bool {
        if DOTLESS.contains(&&*self.label) {
            return label.chars().all(|c| c.is_ascii() || c == 'ı');
        }
        let mut scripts = AugmentedScriptSet::for_str(&self.label);
        scripts.intersect_with(AugmentedScriptSet::for_str(label));
        self.is_listed && !self.label.is_ascii() && !scripts.is_empty()
    }
}

/// Is it of ASCII characters, and ligatures that are read as two of them?
#[must_use]
pub fn is_latin(label: &str) -> bool {
    label.chars().all(|c| c.is_ascii() || LIGATURES.contains(&c))
}

/// The ASCII text that a label in Unicode can be mistaken for.
///
/// ```
/// use superuri::syntax::hosts::looks::ascii_look;
/// assert_eq!(ascii_look("аррӏе").as_deref(), Some("apple"));
/// assert_eq!((ascii_look("œuvre"), ascii_look("bücher")), (None, None));
/// ```
#[must_use]
pub fn ascii_look(label: &str) -> Option<String> {
    if is_latin(label) {
        return None;
    }
    let look: String = skeleton(label).collect();
    // An apostrophe or a bar would not be read as part of a name.
    look.chars().all(|c| c.is_ascii_alphanumeric() || c == '-').then_some(look)
}
