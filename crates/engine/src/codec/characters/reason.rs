//! Reasons: what became of a span of a URI when it was shown, and why.

use crate::base::table::table;

table! {
    /// What became of a span: the stable code, and the sentence that says it.
    #[expect(missing_docs, reason = "each is said by its row")]
    Reason: (&'static str, &'static str) {
        Decoded => ("decoded", "it is shown as the character it stands for"),
        Delimiter => ("delimiter", "decoded, it would delimit (RFC 3986 section 2.2)"),
        Percent => ("percent", "decoded, it would begin an escape"),
        Dot => ("dot", "decoded, it could make a dot segment"),
        DriveLetter => ("drive-letter", "decoded, it would make a drive letter"),
        Illegal => ("illegal", "the character stands in no URI, and readers disagree about it"),
        Space => ("space", "a space is shown where it stands alone between letters or digits"),
        Control => ("control", "it is a control character"),
        NoText => ("no-text", "it is not valid UTF-8"),
        Opaque => ("opaque", "what its scheme makes of it is not known: nothing is decoded there"),
        Userinfo => ("userinfo", "nothing is decoded in a userinfo"),
        Host => ("host", "nothing is decoded in a host"),
        Browsers => ("browsers", "browsers read a host here where RFC 3986 reads a path"),
        Invisible => ("invisible", "the character is invisible"),
        Unassigned => ("unassigned", "no character is assigned to it"),
        Young => ("young", "the character is younger than Unicode 17.0: few fonts have it"),
        PrivateUse => ("private-use", "it means what its users agreed on"),
        BecomesDelimiter => ("becomes-delimiter", "a delimiter is among what NFKC makes of it"),
        LookAlike => ("look-alike", "it looks like a delimiter"),
        Mimic => ("mimic", "it looks like a part of a browser, or like a failure"),
        NotNfc => ("not-nfc", "NFC makes other characters of it"),
        Mark => ("mark", "there is no letter before it to stand on"),
        StackedMarks => ("stacked-marks", "more than three marks stand on one letter"),
        Direction => ("direction", "decoded, the text would read in another order than it is sent"),
        Sink => ("sink", "its medium would act on the character, or cannot hold it"),
        Redacted => ("redacted", "the userinfo is not for showing"),
        Unicode => ("unicode", "the host is shown in its own script"),
        Cut => ("cut", "the middle is left out for length"),
    }
}

impl Reason {
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
