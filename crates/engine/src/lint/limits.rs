//! DATA: limits, the sizes beyond which something is reported as too long.

/// Octets of a URI that every recipient should support (RFC 9110 section 4.1).
pub(super) const URI: usize = 8000;

/// Octets of a file name in current file systems (`NAME_MAX`).
pub(super) const SEGMENT: usize = 255;

/// Octets of a DNS label (RFC 1035 section 2.3.4).
pub(super) const LABEL: usize = 63;

/// Octets of a DNS name as it is written, without the root label (RFC 1035 section 2.3.4).
pub(super) const NAME: usize = 253;

/// How many findings of one rule are listed for one text, which may have one at every octet.
pub(super) const LISTED: usize = 1000;

/// Octets of the longest text that is linted again to verify a fix. A longer text gets only fixes
/// that need no verification.
pub(super) const MOST_VERIFIED: usize = 1 << 16;
