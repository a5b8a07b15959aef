//! Looks: whether a label of a host can be mistaken for one in ASCII letters (UTS 39 section 4).

use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::skeleton;

use crate::syntax::hosts::domain::is_listed;
use crate::syntax::hosts::idna::to_ascii;

/// Ligatures that are read as the two letters they look like.
const LIGATURES: [char; 2] = ['œ', 'æ'];

/// Registries of the countries in whose languages `ı` is a letter of its own.
const DOTLESS: [&str; 2] = ["tr", "az"];

/// What is expected of a host's labels, because of its last one.
pub struct Top {
    /// The last label, in Unicode.
    label: String,
    /// Is it one that a registry gives out?
    is_listed: bool,
}

impl Top {
    /// Of a host with this last label, in Unicode.
    #[must_use]
    pub fn of(label: &str) -> Self {
        let is_listed = to_ascii(label).is_ok_and(|ascii| is_listed(&ascii));
        Self { label: label.to_owned(), is_listed }
    }

    /// Is a label in its own script expected, because the last one is a registry's, and in it too?
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

/// Are its characters in ASCII, or ligatures that are read as two of them?
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
    // Nobody takes an apostrophe or a bar for a part of a name.
    look.chars().all(|c| c.is_ascii_alphanumeric() || c == '-').then_some(look)
}
