//! DATA: names of pairs with a secret.

enum NamePart {
    /// The whole name.
    Whole,
    /// Its end: `client_secret`, `id_token`.
    End,
}
use NamePart::{End, Whole};

/// Names whose values are hidden in every output: the parameters of drivers and connection strings
/// (JDBC, ADO.NET, libpq), and of forms.
const HIDDEN: [&[u8]; 3] = [b"password", b"passwd", b"pwd"];

/// Names with which a text is not kept in a history; case and the separators `-` and `_` are
/// ignored. Checked 2026-11-28.
const PRIVATE: [(&[u8], NamePart); 20] = [
    (b"password", End),
    (b"passwd", End),
    (b"pwd", End),
    (b"passphrase", End),
    (b"secret", End),
    (b"apikey", End),
    (b"accesskey", End),
    // OAuth 2.0, RFC 6749 and 7521; OpenID Connect: access_token, id_token, id_token_hint.
    (b"token", End),
    (b"idtokenhint", Whole),
    (b"assertion", End),
    (b"jwt", End),
    // SAML 2.0 bindings, section 3.4: the HTTP redirect binding.
    (b"samlresponse", Whole),
    // Signed URLs: X-Amz-Signature, X-Goog-Signature, CloudFront's Signature, Azure's sig.
    (b"signature", End),
    (b"sig", Whole),
    // Sessions in URLs: the servlet specification's jsessionid, PHP's PHPSESSID, ASP's.
    (b"sessionid", End),
    (b"sessid", End),
    (b"session", Whole),
    (b"auth", Whole),
    (b"authorization", Whole),
    // Google's APIs take a key by this name.
    (b"key", Whole),
];

pub(super) fn is_hidden(name: &[u8]) -> bool {
    HIDDEN.iter().any(|row| row.eq_ignore_ascii_case(name))
}

/// Whether a text with a pair of this name is kept out of histories.
pub(super) fn is_private(name: &[u8]) -> bool {
    let letters = name.iter().filter(|byte| !matches!(byte, b'-' | b'_' | b'.'));
    let name: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    PRIVATE.iter().any(|(row, part)| match part {
        Whole => name == *row,
        End => name.ends_with(row),
    })
}
