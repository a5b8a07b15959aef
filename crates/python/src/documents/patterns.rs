//! Patterns of `.gitignore`: reading and matching them as git does.
//!
//! The work grows with the length of the pattern times that of the path, whatever both contain.

enum Part {
    Byte(u8),
    /// `?`, `[…]`: one of these, never a slash.
    One(Box<[bool; 256]>),
    /// `*`: any number of bytes but slashes.
    Star,
    /// `**/`: nothing, or the next part, `Inside`: any bytes and a slash.
    Folders,
    Inside,
    /// `**` at the end: all bytes.
    Rest,
}

/// A line of a list of patterns.
struct GitPattern {
    /// Is a path with this pattern not excluded?
    is_negative: bool,
    is_only_folders: bool,
    /// Is it matched with the whole path, and not with its last name?
    is_of_paths: bool,
    parts: Vec<Part>,
}

/// The lines of a list; of those that match, the last counts.
#[derive(Default)]
pub(super) struct Patterns(Vec<GitPattern>);

impl Patterns {
    /// Those of a file. What git cannot match is left out.
    pub(super) fn read(text: &[u8]) -> Self {
        let lines = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text).split(|&b| b == b'\n');
        Self(lines.filter_map(|line| GitPattern::read(line).ok().flatten()).collect())
    }

    /// Adds a line, or says why nothing can match it.
    pub(super) fn add(&mut self, line: &str) -> Result<(), &'static str> {
        self.0.extend(GitPattern::read(line.as_bytes())?);
        Ok(())
    }

    /// Whether the path, with slashes and relative to the folder of the list, is excluded; `None` if
    /// no line matches it.
    pub(super) fn excludes(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let name = path.rsplit(|&b| b == b'/').next().unwrap_or(path);
        let found = self.0.iter().rev().find(|each| {
            (is_folder || !each.is_only_folders)
                && matches(&each.parts, if each.is_of_paths { path } else { name })
        });
        found.map(|each| !each.is_negative)
    }
}

impl GitPattern {
    /// A line; `None` if it is empty or a comment.
    fn read(line: &[u8]) -> Result<Option<Self>, &'static str> {
        let line = without_spaces(line.strip_suffix(b"\r").unwrap_or(line));
        if line.starts_with(b"#") {
            return Ok(None);
        }
        let (is_negative, line) =
            line.strip_prefix(b"!").map_or((false, line), |rest| (true, rest));
        let (is_only_folders, line) =
            line.strip_suffix(b"/").map_or((false, line), |rest| (true, rest));
        if line.is_empty() {
            return Ok(None);
        }
        let is_of_paths = line.contains(&b'/');
        let parts = parts(line.strip_prefix(b"/").unwrap_or(line))?;
        Ok(Some(Self { is_negative, is_only_folders, is_of_paths, parts }))
    }
}

/// The line without the spaces at its end, unless a backslash escapes them.
fn without_spaces(line: &[u8]) -> &[u8] {
    let (mut at, mut end) = (0, 0);
    while at < line.len() {
        let is_space = line[at] == b' ';
        at += if line[at] == b'\\' { 2 } else { 1 };
        if !is_space {
            end = at.min(line.len());
        }
    }
    &line[..end]
}

fn parts(glob: &[u8]) -> Result<Vec<Part>, &'static str> {
    let mut parts = Vec::with_capacity(glob.len());
    let mut at = 0;
    while let Some(&byte) = glob.get(at) {
        let begin = at;
        at += 1;
        let part = match byte {
            b'\\' => {
                at += 1;
                Part::Byte(*glob.get(begin + 1).ok_or("it ends with a backslash")?)
            }
            b'?' => Part::One(Box::new(std::array::from_fn(|byte| byte != usize::from(b'/')))),
            b'[' => {
                let (set, end) = set(glob, at).ok_or("a [ without its ]")?;
                at = end;
                Part::One(set)
            }
            b'*' => {
                at += glob[at..].iter().take_while(|&&b| b == b'*').count();
                let before = &glob[..begin];
                // git matches what precedes the first special character apart.
                let is_first =
                    before.iter().all(|b| !b"*?[\\".contains(b)) || before.ends_with(b"/");
                match &glob[at..] {
                    _ if at - begin < 2 || !is_first => Part::Star,
                    [] | [b'\\', b'/', ..] => Part::Rest,
                    [b'/', ..] => {
                        at += 1;
                        parts.push(Part::Folders);
                        Part::Inside
                    }
                    _ => Part::Star,
                }
            }
            _ => Part::Byte(byte),
        };
        parts.push(part);
    }
    Ok(parts)
}

/// The bytes of `[…]` whose inside begins here, and its end.
fn set(glob: &[u8], mut at: usize) -> Option<(Box<[bool; 256]>, usize)> {
    let mut has = Box::new([false; 256]);
    let is_negated = matches!(glob.get(at)?, b'!' | b'^');
    at += usize::from(is_negated);
    let mut last = None;
    let begin = at;
    while at == begin || *glob.get(at)? != b']' {
        let rest = &glob[at..];
        match *rest {
            [b'-', next, ..] if next != b']' && last.is_some() => {
                at += 1 + usize::from(next == b'\\');
                for byte in last.take()?..=*glob.get(at)? {
                    has[usize::from(byte)] = true;
                }
                at += 1;
                continue;
            }
            [b'[', b':', ..] => {
                let length = rest[2..].iter().position(|&b| b == b']')?;
                if let Some(name) = rest[2..2 + length].strip_suffix(b":") {
                    let class = class(name)?;
                    (0..128).for_each(|byte: u8| has[usize::from(byte)] |= class(&byte));
                    at += 3 + length;
                    last = None;
                    continue;
                }
            }
            [b'\\', ..] => at += 1,
            _ => {}
        }
        let byte = *glob.get(at)?;
        has[usize::from(byte)] = true;
        last = Some(byte);
        at += 1;
    }
    has.iter_mut().for_each(|has| *has ^= is_negated);
    has[usize::from(b'/')] = false;
    Some((has, at + 1))
}

/// The class of POSIX with this name.
fn class(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |byte| matches!(byte, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |byte| matches!(byte, b' ' | b'\t'..=b'\r'),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}

/// Does the whole text match? All places of the pattern that the bytes so far lead to are known at
/// once, so nothing is tried twice.
fn matches(parts: &[Part], text: &[u8]) -> bool {
    let (mut now, mut next) = (vec![false; parts.len() + 1], vec![false; parts.len() + 1]);
    now[0] = true;
    for &byte in text {
        pass_empty(parts, &mut now);
        next.fill(false);
        let mut is_alive = false;
        for (place, part) in parts.iter().enumerate().filter(|&(place, _)| now[place]) {
            let (stays, goes) = match part {
                Part::Byte(its) => (false, *its == byte),
                Part::One(set) => (false, set[usize::from(byte)]),
                Part::Star => (byte != b'/', false),
                Part::Folders => (false, false),
                Part::Inside => (true, byte == b'/'),
                Part::Rest => (true, false),
            };
            next[place] |= stays;
            next[place + 1] |= goes;
            is_alive |= stays | goes;
        }
        if !is_alive {
            return false;
        }
        std::mem::swap(&mut now, &mut next);
    }
    pass_empty(parts, &mut now);
    now[parts.len()]
}

/// Adds the places that are reached without a byte.
fn pass_empty(parts: &[Part], places: &mut [bool]) {
    for (place, part) in parts.iter().enumerate() {
        if places[place] && matches!(part, Part::Star | Part::Rest | Part::Folders) {
            places[place + 1] = true;
            if matches!(part, Part::Folders) {
                places[place + 2] = true;
            }
        }
    }
}
