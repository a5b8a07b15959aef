//! Reasons: what became of a span of a URI when it was shown, and why.

/// What became of a span. Adding a reason is adding a row to `Reason::row`.
#[expect(missing_docs, reason = "each is said by its row")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    Decoded,
    Delimiter,
    Percent,
    Dot,
    DriveLetter,
    Illegal,
    Space,
    Control,
    NoText,
    Opaque,
    Userinfo,
    Host,
    Browsers,
    Invisible,
    Unassigned,
    Young,
    PrivateUse,
    BecomesDelimiter,
    LookAlike,
    Mimic,
    NotNfc,
    Mark,
    StackedMarks,
    Direction,
    Sink,
    Redacted,
    Unicode,
    Cut,
}

impl Reason {
    /// Every reason, in the table's order.
    pub const ALL: [Self; 28] = [
        Self::Decoded,
        Self::Delimiter,
        Self::Percent,
        Self::Dot,
        Self::DriveLetter,
        Self::Illegal,
        Self::Space,
        Self::Control,
        Self::NoText,
        Self::Opaque,
        Self::Userinfo,
        Self::Host,
        Self::Browsers,
        Self::Invisible,
        Self::Unassigned,
        Self::Young,
        Self::PrivateUse,
        Self::BecomesDelimiter,
        Self::LookAlike,
        Self::Mimic,
        Self::NotNfc,
        Self::Mark,
        Self::StackedMarks,
        Self::Direction,
        Self::Sink,
        Self::Redacted,
        Self::Unicode,
        Self::Cut,
    ];

    /// The stable code, and the sentence that says it.
    #[rustfmt::skip] // a table reads best one row a line
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Self::Decoded => ("decoded", "it is shown as the character it stands for"),
            Self::Delimiter => ("delimiter", "decoded, it would delimit (RFC 3986 section 2.2)"),
            Self::Percent => ("percent", "decoded, it would begin an escape"),
            Self::Dot => ("dot", "decoded, it could make a dot segment"),
            Self::DriveLetter => ("drive-letter", "decoded, it would make a drive letter"),
            Self::Illegal => ("illegal", "the character stands in no URI, and readers disagree about it"),
            Self::Space => ("space", "a space is shown where it stands alone between letters or digits"),
            Self::Control => ("control", "it is a control character"),
            Self::NoText => ("no-text", "it is no UTF-8"),
            Self::Opaque => ("opaque", "what its scheme makes of it is not known: nothing is decoded there"),
            Self::Userinfo => ("userinfo", "nothing is decoded in a userinfo"),
            Self::Host => ("host", "nothing is decoded in a host"),
            Self::Browsers => ("browsers", "browsers read a host here where RFC 3986 reads a path"),
            Self::Invisible => ("invisible", "the character has no shape of its own"),
            Self::Unassigned => ("unassigned", "no character is assigned to it"),
            Self::Young => ("young", "the character is younger than Unicode 17.0: few fonts have it"),
            Self::PrivateUse => ("private-use", "it means what its users agreed on"),
            Self::BecomesDelimiter => ("becomes-delimiter", "a delimiter is among what NFKC makes of it"),
            Self::LookAlike => ("look-alike", "it looks like a delimiter"),
            Self::Mimic => ("mimic", "it looks like a part of a browser, or like a failure"),
            Self::NotNfc => ("not-nfc", "NFC makes other characters of it"),
            Self::Mark => ("mark", "there is no letter before it to stand on"),
            Self::StackedMarks => ("stacked-marks", "more than three marks stand on one letter"),
            Self::Direction => ("direction", "decoded, the text would read in another order than it is sent"),
            Self::Sink => ("sink", "its medium would act on the character, or cannot hold it"),
            Self::Redacted => ("redacted", "the userinfo is not for showing"),
            Self::Unicode => ("unicode", "the host is shown in its own script"),
            Self::Cut => ("cut", "the middle is left out for length"),
        }
    }

    /// The stable code, in words with hyphens.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.row().0
    }

    /// The sentence that says it.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().1
    }
}
