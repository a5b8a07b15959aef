//! Docstrings: those of the stub `_core.pyi`, which editors read, and with them the signatures.
//!
//! The stub is formatted by ruff, so that its lines say where a definition begins and ends.

use std::{env, fs, path::Path, sync::OnceLock};

/// The stub, from the folder of the crate that is compiled.
const STUB: &str = "../../python/superuri/_core.pyi";
/// The starts of names of functions that belong to a module of their own, where they lack them.
const PREFIXES: [&str; 2] = ["form_", "urllib_"];

pub(crate) struct Definition {
    /// Its name, after that of its class and a dot.
    pub(crate) path: String,
    /// Its name and its parameters as the interpreter reads them: `clean($module, text, …)`.
    pub(crate) signature: String,
    /// Its docstring, without the indentation.
    pub(crate) text: String,
}

/// The definitions of the stub, in order. What is overloaded appears more than once.
pub(crate) fn definitions() -> &'static [Definition] {
    static ALL: OnceLock<Vec<Definition>> = OnceLock::new();
    ALL.get_or_init(|| {
        let path =
            Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo compiles")).join(STUB);
        match fs::read_to_string(&path) {
            Ok(source) => read(&source),
            Err(error) => panic!("{} has the docstrings: {error}", path.display()),
        }
    })
}

/// The docstring of a function or class, or of a member of a class, by its name in Rust: a class
/// may start with `Py`, and case is not compared.
pub(crate) fn docstring(class: &str, name: &str) -> Option<&'static str> {
    let class = class.strip_prefix("Py").unwrap_or(class);
    let path = if class.is_empty() || name.is_empty() {
        format!("{class}{}", name.trim_start_matches("r#"))
    } else {
        format!("{class}.{name}")
    };
    let found = definitions().iter().find(|definition| definition.path.eq_ignore_ascii_case(&path));
    found.map(|definition| &*definition.text)
}

fn read(source: &str) -> Vec<Definition> {
    let mut found = Vec::new();
    let mut class = "";
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let (indent, code) = (line.len() - line.trim_start().len(), line.trim_start());
        let Some(named) = code.strip_prefix("def ").or_else(|| code.strip_prefix("class ")) else {
            continue;
        };
        let end = named.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(named.len());
        let name = &named[..end];
        let mut head = without_comment(&named[end..]).to_owned();
        while !head.ends_with(':') && !head.ends_with("...") {
            head += without_comment(lines.next().expect("a definition has an end"));
        }
        if code.starts_with("class ") {
            class = name;
        } else if indent == 0 {
            class = "";
        }
        let opening = |next: &&str| next.trim_start().trim_start_matches('r').starts_with("\"\"\"");
        let Some(first) = lines.next_if(opening) else { continue };
        let mut text = first.trim_start().trim_start_matches('r')[3..].to_owned();
        while !text.ends_with("\"\"\"") {
            let next = lines.next().expect("a docstring has an end");
            text = text + "\n" + next.get(indent + 4..).unwrap_or_default();
        }
        let path =
            if class.is_empty() || class == name { name.into() } else { [class, name].join(".") };
        found.push(Definition {
            signature: signature(&path, &head),
            text: text.trim_end_matches('"').trim_end().to_owned(),
            path,
        });
    }
    found
}

fn without_comment(line: &str) -> &str {
    line.split_once("  # ").map_or(line, |(code, _)| code)
}

/// The name and the parameters, without their types.
fn signature(path: &str, head: &str) -> String {
    let method = path.rsplit_once('.');
    let name = method.map_or(path, |(_, name)| name);
    let name = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let mut out = format!("{name}({}", if method.is_some() { "$" } else { "$module, " });
    let (mut depth, mut quoted, mut typed) = (0, false, false);
    for c in head.trim_start_matches('(').chars() {
        quoted ^= c == '"';
        match c {
            _ if quoted => {}
            ')' if depth == 0 => break,
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ':' if depth == 0 => typed = true,
            '=' | ',' if depth == 0 => typed = false,
            _ => {}
        }
        match c {
            _ if typed => {}
            '"' => out.push('\''),
            ',' if depth == 0 => out += ", ",
            ' ' if !quoted => {}
            _ => out.push(c),
        }
    }
    out.trim_end_matches(", ").to_owned() + ")"
}

#[cfg(test)]
mod tests {
    use super::read;

    const SOURCE: &str = r#"
@overload
def form_parse(
    text: str | Literal["a", "b"], /, *, sep: str = "&", also: tuple[str, ...] = ()
) -> str:
    r"""A line, \ and another.

    Args:
        text: a str.
    """

class URI(Base):
    """A URI."""

    def __eq__(self, other: object) -> bool: ...
    @property
    def host(self) -> str:  # or None
        """The host."""
    def fill(self, /, **values: object) -> URI:
        """Filled."""

def last() -> None:
    """No parameters."""
"#;

    #[test]
    fn definitions_have_their_path_signature_and_docstring() {
        let found = read(SOURCE);
        let rows: Vec<_> =
            found.iter().map(|row| (&*row.path, &*row.signature, &*row.text)).collect();
        let parse = "A line, \\ and another.\n\nArgs:\n    text: a str.";
        let wanted = [
            ("form_parse", "parse($module, text, /, *, sep='&', also=())", parse),
            ("URI", "URI($module, Base)", "A URI."),
            ("URI.host", "host($self)", "The host."),
            ("URI.fill", "fill($self, /, **values)", "Filled."),
            ("last", "last($module)", "No parameters."),
        ];
        assert_eq!(rows, wanted);
    }
}
