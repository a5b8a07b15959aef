//! Verb `set`: parts of a URI replaced, every other byte kept.

use crate::base::error::Result;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, RefusedArgument, Verb, Work};
use crate::bulk::{lines::record::unless_same, verbs::clean_first::CleanFirst};
use crate::uri::changes::{self, Change};

struct SetComponents {
    changes: Vec<Change>,
    taken: CleanFirst,
}

pub(super) fn make(arguments: &dyn Arguments) -> ArgumentResult {
    let changes = changes(arguments)?;
    changes::check(&changes).map_err(|refused| {
        RefusedArgument::Text(String::from_utf8_lossy(&refused.text).into_owned(), refused.error)
    })?;
    Work::text(SetComponents { changes, taken: CleanFirst::of(arguments) })
}

/// The requested changes: removals first, then the components in their order.
fn changes(arguments: &dyn Arguments) -> ArgumentResult<Vec<Change>> {
    let bytes = |name| arguments.word(name).map(|word| word.map(String::into_bytes));
    let all = |name| arguments.words(name).map(|words| words.into_iter().map(String::into_bytes));
    let mut changes = Vec::new();
    for part in arguments.words("without")? {
        changes.push(match part.as_str() {
            "scheme" => Change::Scheme(None),
            "user" => Change::User(None, None),
            "password" => Change::WithoutPassword,
            "port" => Change::Port(None),
            "query" => Change::WithoutQuery,
            "fragment" => Change::Fragment(None),
            _ => return Err(RefusedArgument::Unknown("without", part)),
        });
    }
    changes.extend(bytes("scheme")?.map(|scheme| Change::Scheme(Some(scheme))));
    changes.extend(bytes("host")?.map(Change::Host));
    if let Some(user) = bytes("user")? {
        changes.push(Change::User(Some(user), bytes("password")?));
    }
    if let Some(port) = arguments.number("port") {
        let port =
            u16::try_from(port).map_err(|_| RefusedArgument::Unknown("port", port.to_string()))?;
        changes.push(Change::Port(Some(port)));
    }
    changes.extend(bytes("path")?.map(Change::Path));
    let segments: Vec<_> = all("segment")?.collect();
    if !segments.is_empty() {
        changes.push(Change::Segments(segments));
    }
    changes.extend(all("child")?.map(Change::Child));
    changes.extend(all("without-query")?.map(Change::WithoutPair));
    for (option, change) in
        [("query", Change::Pair as fn(_, _) -> _), ("add-query", Change::AddPair)]
    {
        changes.extend(arguments.words(option)?.into_iter().map(
            |pair| match pair.split_once('=') {
                Some((name, value)) => change(name.into(), Some(value.into())),
                None => change(pair.into_bytes(), None),
            },
        ));
    }
    changes.extend(bytes("fragment")?.map(|fragment| Change::Fragment(Some(fragment))));
    Ok(changes)
}

impl Verb for SetComponents {
    fn apply(&self, record: &[u8], out: &mut Vec<u8>) -> Result<bool> {
        self.taken.legal(record, |text| {
            Ok(unless_same(&changes::apply(text, &self.changes)?, record, out))
        })
    }
}
