//! Reasons: how a span of a URI was shown, and why.

use crate::base::table::table;

table! {
    /// How a span was shown, and why: the stable code, and a sentence.
    #[expect(missing_docs, reason = "each row documents it")]
    Reason: (&'static str, &'static str) {
        Decoded => ("decoded", "it is shown as its character"),
        Delimiter => ("delimiter", "decoded, it would delimit (RFC 3986 section 2.2)"),
        Percent => ("percent", "decoded, it would begin an escape"),
        Dot => ("dot", "decoded, it could make a dot segment"),
        DriveLetter => ("drive-letter", "decoded, it would make a drive letter"),
        Illegal => ("illegal", "the character is not allowed in a URI, and parsers disagree about it"),
        Space => ("space", "only a single space between letters or digits is shown"),
        Control => ("control", "it is a control character"),
        NoText => ("no-text", "it is not valid UTF-8"),
        Opaque => ("opaque", "the meaning depends on the scheme: nothing is decoded there"),
        Userinfo => ("userinfo", "nothing is decoded in a userinfo"),
        Host => ("host", "nothing is decoded in a host"),
        Browsers => ("browsers", "browsers read a host here where RFC 3986 reads a path"),
        Invisible => ("invisible", "the character is invisible"),
        Unassigned => ("unassigned", "no character is assigned to it"),
        Young => ("young", "the character is younger than Unicode 17.0: few fonts have it"),
        PrivateUse => ("private-use", "a private-use character has no common meaning"),
        BecomesDelimiter => ("becomes-delimiter", "NFKC turns it into text with a delimiter"),
        LookAlike => ("look-alike", "it looks like a delimiter"),
        Mimic => ("mimic", "it looks like a part of a browser, or like a failure"),
        NotNfc => ("not-nfc", "NFC changes it into other characters"),
        Mark => ("mark", "there is no letter before it"),
        StackedMarks => ("stacked-marks", "there are more than three marks on one letter"),
        Direction => ("direction", "decoded, the text would be read in a different order from the one that is sent"),
        Sink => ("sink", "the character has an effect in its medium, or is not allowed there"),
        Redacted => ("redacted", "the userinfo is hidden"),
        Unicode => ("unicode", "the host is shown in its own script"),
        Cut => ("cut", "the middle is left out for length"),
        Plus => ("plus", "a form reads it as a space, all others as a plus sign"),
    }
}

impl Reason {
    /// The stable code, in words with hyphens.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.row().0
    }

    /// The sentence that gives the reason.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().1
    }
}
