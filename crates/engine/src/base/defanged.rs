//! DATA: defanged spellings: how reports and lists write the parts of a URL so that nobody opens it by accident.
//!
//! A row has its source and the day on which it was checked. A mark in brackets also matches in
//! several pairs of brackets, with spaces around them, and its words match in any case.

use crate::base::table::words;

words! {
    /// What a spelling stands for.
    DefangedPart {
        /// A scheme, with or without brackets.
        Scheme => "scheme",
        /// The `://` behind a scheme.
        Slashes => "slashes",
        /// A dot.
        Dot => "dot",
        /// An `@`.
        At => "at",
        /// A `:` before a port, or in an IPv6 address.
        Colon => "colon",
    }
}

/// Where a spelling is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpellingPlace {
    /// In scheme and authority.
    Authority,
    /// Also in path, query and fragment, if scheme or authority were defanged.
    Everywhere,
}

/// One spelling.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// As it is written, in lower case.
    pub written: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What it stands for.
    pub part: DefangedPart,
    /// Where it is one.
    pub place: SpellingPlace,
    /// Who writes or reads it.
    pub source: &'static str,
    /// The day on which the source was checked.
    pub checked: &'static str,
}

const DAY: &str = "2026-11-28";
const DRAFT: &str = "draft-grimminck-safe-ioc-sharing-12";
const DEFANG: &str = "defang 0.5.3";
const FANGER: &str = "ioc-fanger 5.1.1";
const EXTRACT: &str = "iocextract 1.16.1";
const MISP: &str = "MISP, complex type tool";
const CHEF: &str = "CyberChef, Defang URL";
const REPORTS: &str = "reports on malware";

const fn row(
    part: DefangedPart,
    written: &'static str,
    meaning: &'static str,
    source: &'static str,
) -> Spelling {
    Spelling { written, meaning, part, place: SpellingPlace::Authority, source, checked: DAY }
}

const fn scheme(written: &'static str, meaning: &'static str, source: &'static str) -> Spelling {
    row(DefangedPart::Scheme, written, meaning, source)
}

const fn slashes(written: &'static str, source: &'static str) -> Spelling {
    row(DefangedPart::Slashes, written, "://", source)
}

const fn dot(written: &'static str, source: &'static str) -> Spelling {
    row(DefangedPart::Dot, written, ".", source)
}

const fn at(written: &'static str, source: &'static str) -> Spelling {
    row(DefangedPart::At, written, "@", source)
}

const fn colon(written: &'static str, source: &'static str) -> Spelling {
    row(DefangedPart::Colon, written, ":", source)
}

impl Spelling {
    const fn everywhere(self) -> Self {
        Self { place: SpellingPlace::Everywhere, ..self }
    }
}

/// Every spelling. The first of a scheme is the one that `defang` writes. `htp` is not one: it is
/// mistyped.
#[rustfmt::skip] // a table reads best one row a line
pub static SPELLINGS: [Spelling; 57] = [
    scheme("hxxp", "http", DRAFT),
    scheme("hxxps", "https", DRAFT),
    scheme("fxp", "ftp", DEFANG),
    scheme("fxps", "ftps", DEFANG),
    scheme("sfxp", "sftp", DEFANG),
    scheme("hxp", "http", DEFANG),
    scheme("hxps", "https", DEFANG),
    scheme("htxp", "http", MISP),
    scheme("htxps", "https", MISP),
    scheme("hxtp", "http", MISP),
    scheme("hxtps", "https", MISP),
    scheme("meow", "http", MISP),
    scheme("meows", "https", MISP),
    scheme("h[tt]p", "http", MISP),
    scheme("h[tt]ps", "https", MISP),
    scheme("h**p", "http", EXTRACT),
    scheme("h**ps", "https", EXTRACT),
    scheme("h__p", "http", EXTRACT),
    scheme("h__ps", "https", EXTRACT),
    scheme("hyyp", "http", EXTRACT),
    scheme("hyyps", "https", EXTRACT),
    scheme("hzzp", "http", EXTRACT),
    scheme("hzzps", "https", EXTRACT),
    scheme("ftxp", "ftp", EXTRACT),
    scheme("f*p", "ftp", EXTRACT),
    scheme("[http]", "http", DRAFT),
    scheme("(http)", "http", DEFANG),
    scheme("{http}", "http", FANGER),
    slashes("[:]//", MISP),
    slashes("[://]", CHEF).everywhere(),
    slashes("(:)//", FANGER),
    slashes("(://)", FANGER),
    slashes("{:}//", FANGER),
    slashes(":[//]", REPORTS),
    slashes("[:][//]", REPORTS),
    slashes("[:/]/", REPORTS),
    slashes(":\\\\", EXTRACT),
    dot("[.]", DRAFT).everywhere(),
    dot("(.)", DEFANG),
    dot("{.}", FANGER),
    dot("<.>", EXTRACT),
    dot("[dot]", MISP),
    dot("(dot)", MISP),
    dot("{dot}", FANGER),
    dot("[punkt]", FANGER),
    dot("[punto]", FANGER),
    dot("[,]", FANGER),
    dot("[.", EXTRACT),
    dot(".]", EXTRACT),
    dot("\\.", EXTRACT),
    at("[@]", DRAFT).everywhere(),
    at("(@)", FANGER),
    at("{@}", FANGER),
    at("[at]", MISP),
    at("(at)", FANGER),
    colon("[:]", DRAFT).everywhere(),
    colon("(:)", FANGER),
];
