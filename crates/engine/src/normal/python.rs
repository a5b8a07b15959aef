//! Python: what Python's own tables say of hosts and schemes, which some keys depend on.
//!
//! The programs that define these keys are written in Python. Their answers for hosts beyond ASCII
//! and for addresses in brackets are those of the Python that runs them.

/// Functions of Python. None is called for a URL of ASCII without brackets and with a scheme of
/// the web.
#[derive(Clone, Copy)]
pub struct Python {
    /// The host in A-labels by the codec `idna` (IDNA 2003); `None` if it refuses the host.
    pub idna: fn(&str) -> Option<Vec<u8>>,
    /// The text in NFKC.
    pub nfkc: fn(&str) -> String,
    /// The text in lower case.
    pub lower: fn(&str) -> String,
    /// The address that `ipaddress.ip_address` reads, as it writes it.
    pub address: fn(&str) -> Option<String>,
    /// Whether `urllib.parse` lists the scheme under this name: `uses_netloc` or `uses_params`.
    pub lists: fn(&str, &str) -> bool,
}

/// Without Python, hosts beyond ASCII stay as they are.
pub const NONE: Python = Python {
    idna: |_| None,
    nfkc: str::to_owned,
    lower: str::to_lowercase,
    address: |_| None,
    lists: |_, _| false,
};
