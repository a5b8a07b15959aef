//! Display profiles and policies: how a URI is shown.

use crate::show::medium::Sink;
use superuri_kernels::set::{ALNUM, NonAscii, Set};

/// Which escapes are undone for a reader. It says which characters; `readable.rs` says
/// where.
#[derive(Debug)]
pub struct Display {
    /// The name, a Python identifier.
    pub name: &'static str,
    /// What stays encoded.
    pub keeps: Set,
    /// Is a character shown only where it reads as what it is, and is read back as it was?
    pub lossless: bool,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source was last compared.
    pub checked: &'static str,
}

/// Every profile of `pretty` there is, the default first.
pub static DISPLAYS: [Display; 2] = [
    Display {
        name: "LOSSLESS",
        // The dot is unreserved too, and makes dot segments.
        keeps: Set::all_but(ALNUM).but("-_~ ").non_ascii(NonAscii::Bare),
        lossless: true,
        source: "what both browsers refuse, and all that would not be read back as it was",
        checked: "2026-11-21",
    },
    Display {
        name: "SUPER_URI",
        keeps: Set::all_but(ALNUM).but(" \"-.<>\\^_`{|}~").non_ascii(NonAscii::Bare),
        lossless: false,
        source: "Giuca 2012: pretty printing a URI",
        checked: "2026-11-21",
    },
];

/// The default: what is shown is what would be sent.
pub static LOSSLESS: &Display = &DISPLAYS[0];

/// What becomes of the userinfo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Userinfo {
    /// It is shown as it is.
    #[default]
    Shown,
    /// An ellipsis stands for it.
    Redacted,
    /// It is left out, and its `@`.
    Dropped,
}

/// How an internationalised host is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum HostForm {
    /// In A-labels (`xn--…`).
    #[default]
    Ascii,
    /// In its own script, label by label, where UTS 39 finds no other name that it could be mistaken for.
    Safe,
    /// In its own script.
    Unicode,
}

/// A profile and the policies.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct View {
    /// The number of the profile among [`DISPLAYS`].
    pub row: usize,
    /// What becomes of the userinfo.
    pub userinfo: Userinfo,
    /// How an internationalised host is shown.
    pub host: HostForm,
    /// The medium the text is for.
    pub sink: Sink,
    /// How many characters are shown at most; what precedes the path is never cut.
    pub length: Option<usize>,
    /// Host names that no other host may be mistaken for, under [`HostForm::Safe`].
    pub protected: Vec<String>,
}

impl View {
    /// The profile of this number with no policy.
    #[must_use]
    pub const fn of(row: usize) -> Self {
        Self {
            row,
            userinfo: Userinfo::Shown,
            host: HostForm::Ascii,
            sink: Sink::Text,
            length: None,
            protected: Vec::new(),
        }
    }

    /// The profile.
    #[must_use]
    pub fn display(&self) -> &'static Display {
        &DISPLAYS[self.row]
    }

    /// Does nothing but the escapes change?
    pub(crate) fn only_decodes(&self) -> bool {
        self.userinfo == Userinfo::Shown
            && self.host == HostForm::Ascii
            && self.sink == Sink::Text
            && self.length.is_none()
    }
}
