//! Display profiles and policies: how a URI is shown.

use crate::base::schemes::{HTTP_PATH, HTTP_QUERY};
use crate::base::table::words;
use crate::show::medium::Sink;
use superuri_kernels::set::{ALNUM, NonAscii, Set};

/// Which characters are shown decoded. `escapes.rs` decides where.
#[derive(Debug)]
pub struct Display {
    /// The name, a Python identifier.
    pub name: &'static str,
    /// Characters that stay encoded.
    pub keeps: Set,
    /// Is a character decoded only where it cannot be mistaken for another one, and is read back
    /// unchanged?
    pub lossless: bool,
    /// Does a reserved character stay encoded where the scheme may give it a purpose
    /// ([`crate::base::schemes::SCHEMES`])?
    pub by_scheme: bool,
    /// Where it is specified.
    pub source: &'static str,
    /// When the source was last compared.
    pub checked: &'static str,
}

/// Every profile of `pretty`, the default first.
pub static DISPLAYS: [Display; 3] = [
    Display {
        name: "LOSSLESS",
        keeps: READABLE,
        lossless: true,
        by_scheme: false,
        source: "what both browsers refuse, and what would not be read back unchanged",
        checked: "2026-11-21",
    },
    Display {
        name: "SUPER_URI",
        keeps: Set::all_but(ALNUM).but(" \"-.<>\\^_`{|}~").non_ascii(NonAscii::Bare),
        lossless: false,
        by_scheme: false,
        source: "Giuca 2012: pretty printing a URI",
        checked: "2026-11-21",
    },
    Display {
        name: "ADVANCED",
        keeps: READABLE.but(HTTP_PATH).but(HTTP_QUERY),
        lossless: true,
        by_scheme: true,
        source: "Giuca 2012: the advanced printer; where an HTTP server reads no delimiter",
        checked: "2026-11-25",
    },
];

/// What stays encoded by default. The dot is unreserved, too, but forms dot segments.
const READABLE: Set = Set::all_but(ALNUM).but("-_~ ").non_ascii(NonAscii::Bare);

/// The default: a shown URI reads back as the URI that would be sent.
pub static LOSSLESS: &Display = &DISPLAYS[0];

words! {
    /// How the userinfo is shown.
    #[derive(Default)]
    Userinfo {
        /// Unchanged.
        #[default]
        Shown => "shown",
        /// As an ellipsis.
        Redacted => "redacted",
        /// Not at all, nor its `@`.
        Dropped => "dropped",
    }
}

words! {
    /// How an internationalised host is shown.
    #[derive(Default)]
    HostForm {
        /// In A-labels (`xn--…`).
        #[default]
        Ascii => "ascii",
        /// In its own script, label by label, if it cannot be mistaken for another name (UTS 39).
        Safe => "safe",
        /// In its own script.
        Unicode => "unicode",
    }
}

/// A profile with its policies.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct View {
    /// The number of the profile among [`DISPLAYS`].
    pub row: usize,
    /// How the userinfo is shown.
    pub userinfo: Userinfo,
    /// How an internationalised host is shown.
    pub host: HostForm,
    /// The medium the text is for.
    pub sink: Sink,
    /// The maximum number of characters. Scheme and authority are never cut.
    pub length: Option<usize>,
    /// Host names that no shown host may resemble, under [`HostForm::Safe`].
    pub protected: Vec<String>,
}

impl View {
    /// The profile of this index, without policies.
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

    /// Does the view only decode escapes, and change nothing else?
    pub(crate) fn only_decodes(&self) -> bool {
        self.userinfo == Userinfo::Shown
            && self.host == HostForm::Ascii
            && self.sink == Sink::Text
            && self.length.is_none()
    }
}
