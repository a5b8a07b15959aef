//! What is a rule, and how grave is what it finds?

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Legal, and read alike by all; worth knowing.
    Info,
    /// Read differently by some, or seldom what was meant.
    Warning,
    /// Illegal, or dangerous where it is read.
    Error,
}

impl Severity {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// One grade graver.
    #[must_use]
    pub const fn raised(self) -> Self {
        match self {
            Self::Info => Self::Warning,
            Self::Warning | Self::Error => Self::Error,
        }
    }
}

/// One rule: a row of [`super::rules::ROWS`].
#[derive(Debug)]
pub struct Rule {
    /// Which it is.
    pub id: Id,
    /// The stable code: `U` and a number, whose first digit is the group's.
    pub code: &'static str,
    /// The stable name, in words with hyphens.
    pub name: &'static str,
    /// How grave what it finds is.
    pub severity: Severity,
    /// What is found, and what follows from it.
    pub sentence: &'static str,
    /// A text that this rule finds, and no other of its bundle.
    pub example: &'static str,
    /// Where it is said.
    pub source: &'static str,
}

impl Rule {
    /// Does the rule speak of what `clean` changes: is its fix one of `clean`'s edits?
    #[must_use]
    pub fn is_illegal_class(&self) -> bool {
        self.code.starts_with("U1")
    }

    /// Is the rule asked where nobody chose any? The rules of one gateway are not.
    #[must_use]
    pub fn is_default(&self) -> bool {
        (self.id as usize) < Id::SpringPercent as usize
    }
}

/// Every rule, in the order of the rows.
#[expect(missing_docs, reason = "each is said by its row")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Id {
    Control,
    Space,
    Illegal,
    Bracket,
    NonAscii,
    StrayPercent,
    SecondHash,
    Colon,
    AtSign,
    UnicodeHost,
    RawZone,
    PercentU,
    MalformedTriplet,
    Backslash,
    ShellEscape,
    LowerHex,
    EncodedUnreserved,
    InvalidUtf8,
    TruncatedUtf8,
    Overlong,
    Surrogate,
    Cesu8,
    OutOfRange,
    MixedEncodings,
    Mojibake,
    EncodedControl,
    Bidi,
    Invisible,
    LookAlike,
    Unassigned,
    ByteOrderMark,
    NotNfc,
    Joiner,
    DoubleEncoded,
    HiddenDelimiter,
    NestedUri,
    EncodedSlash,
    EncodedBackslash,
    DotSegment,
    EncodedDots,
    EncodedNul,
    LineBreakInPath,
    LineBreakInData,
    PlusInPath,
    EmptySegment,
    AboveRoot,
    ManyDots,
    HexSlash,
    Ambiguous,
    BadPort,
    BadHost,
    Password,
    Userinfo,
    Slashes,
    OddPort,
    EmptyPort,
    DefaultPort,
    Ipv4Spelling,
    NoAddress,
    PercentInHost,
    HostCharacter,
    HostDelimiter,
    UpperCase,
    TrailingDot,
    EmptyLabel,
    LongLabel,
    NoHost,
    Ipv6Spelling,
    ZoneId,
    MixedScripts,
    Confusable,
    BadALabel,
    SchemeRelative,
    ScriptScheme,
    HostAsScheme,
    UrlInPath,
    FileHost,
    PlusMix,
    DuplicateParameter,
    EmptyParameter,
    FragmentInData,
    SecondQuestion,
    DotsInQuery,
    Semicolon,
    SurroundingSpace,
    Wrapped,
    HtmlEntity,
    Defanged,
    TrailingPunctuation,
    TooLong,
    LongSegment,
    SpringPercent,
    SpringSlash,
    SpringDoubleSlash,
    SpringBackslash,
    SpringNull,
    SpringLineFeed,
    SpringCarriageReturn,
    SpringSemicolon,
    SpringPeriod,
    SpringSeparator,
    SpringNotNormalized,
    SpringNotPrintable,
    EnvoyKeeps,
    EnvoyRejects,
    EnvoyRedirects,
    EnvoyForwards,
}

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules(u128);

impl Rules {
    /// No rule.
    pub const NONE: Self = Self(0);

    /// With the rule of this number too.
    #[must_use]
    pub(crate) const fn with_number(self, number: usize) -> Self {
        Self(self.0 | 1 << number)
    }

    /// With this rule too.
    #[must_use]
    pub const fn with(self, id: Id) -> Self {
        Self(self.0 | 1 << id as u32)
    }

    /// Without this rule.
    #[must_use]
    pub const fn without(self, id: Id) -> Self {
        Self(self.0 & !(1 << id as u32))
    }

    /// Is the rule among them?
    #[must_use]
    pub const fn has(self, id: Id) -> bool {
        self.0 >> id as u32 & 1 == 1
    }

    /// Are there none?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
