//! DATA: limits, the size beyond which something is too long.

/// Octets of a URI that every recipient should support (RFC 9110 section 4.1).
pub(super) const URI: usize = 8000;

/// Octets of a name in the file systems of today (`NAME_MAX`).
pub(super) const SEGMENT: usize = 255;

/// Octets of a DNS label (RFC 1035 section 2.3.4).
pub(super) const LABEL: usize = 63;

/// Octets of a DNS name as it is written (RFC 1035 section 2.3.4, without the root's length).
pub(super) const NAME: usize = 253;

/// Findings of one rule in one text that are listed: a text may be made of nothing else.
pub(super) const LISTED: usize = 1000;

/// Octets of a text that is read again to verify a fix: for a longer one, only sure fixes are offered.
pub(super) const MOST_VERIFIED: usize = 1 << 16;
