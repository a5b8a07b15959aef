//! Options: the arguments after the text, as a verb reads them.

use std::{cell::RefCell, ffi::CStr, ops::Range, panic::resume_unwind, sync::Arc};

use super::api::{LogicalType, api, kinds};
use super::vector::Rows;
use superuri::base::{error::quote, sets};
use superuri::bulk::verbs::{ArgumentResult, Arguments, CleaningRules, RefusedArgument};
use superuri::clean::{default_scheme::DefaultScheme, profiles};
use superuri::codec::encodings::labels::{self, Label};
use superuri::codec::{encodings::decode::NamedEncoding, encodings::reader::Reader};
use superuri::lint::{LintOptions, UnknownRule};
use superuri::normal::{python::Python, tracking::Tracking};
use superuri::show::display::{DISPLAYS, View};
use superuri_kernels::set::Set;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Word(String),
    Words(Vec<String>),
    Flag(bool),
    /// Of a type that no option has.
    Other,
}

/// The values of a row's options, by parameter; `None` for those that were not given.
pub(crate) type Options = Vec<Option<Value>>;

/// The columns of the options, each with its parameter's number and its type.
pub(crate) struct Columns<'a>(Vec<(usize, Rows<'a>, u32)>);

impl<'a> Columns<'a> {
    /// The columns of these arguments: by position, or by name as the fields of one struct.
    ///
    /// # Safety
    /// They are flat vectors of a chunk that outlives `'a`.
    pub(crate) unsafe fn of(
        arguments: &[Rows<'a>],
        parameters: &'static [&'static str],
    ) -> Result<Self, String> {
        // SAFETY: types and names are those of DuckDB, and each is freed once.
        unsafe {
            if let [one] = arguments
                && type_of(*one) == kinds::STRUCT
            {
                let mut columns = Vec::new();
                for (n, name) in fields(*one).into_iter().enumerate() {
                    let Some(at) = parameters.iter().position(|known| *known == name) else {
                        return Err(format!(
                            "has no option {name:?}; it has {}",
                            parameters.join(", ")
                        ));
                    };
                    let child = (api().struct_vector_get_child)(one.handle, n);
                    let child = Rows::new(child);
                    columns.push((at, child, type_of(child)));
                }
                return Ok(Self(columns));
            }
            if arguments.len() > parameters.len() {
                let takes = [&["text"], parameters].concat().join(", ");
                return Err(format!("takes ({takes}), not {} arguments", arguments.len() + 1));
            }
            let column = |(n, rows): (usize, &Rows<'a>)| (n, *rows, type_of(*rows));
            Ok(Self(arguments.iter().enumerate().map(column).collect()))
        }
    }

    /// Whether the options of all these rows are the same, by their bytes, and none is null.
    ///
    /// # Safety
    /// The columns have these rows.
    pub(crate) unsafe fn are_constant(&self, rows: &Range<usize>) -> bool {
        // SAFETY: as the caller says; a list is its start and its length.
        self.0.iter().all(|(_, column, kind)| unsafe {
            match *kind {
                kinds::BOOLEAN => column.are_equal::<u8>(rows.clone()),
                kinds::VARCHAR | kinds::LIST => column.are_equal::<u128>(rows.clone()),
                _ => rows.clone().all(|row| column.is_there(row)),
            }
        })
    }

    /// The options of this row; `None` if one of them is null.
    ///
    /// # Safety
    /// The columns have the row.
    pub(crate) unsafe fn of_row(&self, row: usize, parameters: usize) -> Option<Options> {
        let mut values = vec![None; parameters];
        for (at, column, kind) in &self.0 {
            // SAFETY: as the caller says, and a value has the column's type.
            let value = unsafe {
                if !column.is_there(row) {
                    return None;
                }
                match *kind {
                    kinds::BOOLEAN => Value::Flag(column.get::<u8>(row) != 0),
                    kinds::VARCHAR => Value::Word(word(column.text(row))),
                    kinds::LIST => {
                        let [start, length] = column.get::<[usize; 2]>(row);
                        let items = (api().list_vector_get_child)(column.handle);
                        let items = Rows::new(items);
                        let all = start..start + length;
                        if all.is_empty() {
                            Value::Words(Vec::new())
                        } else if type_of(items) != kinds::VARCHAR
                            || !all.clone().all(|item| items.is_there(item))
                        {
                            Value::Other
                        } else {
                            Value::Words(all.map(|item| word(items.text(item))).collect())
                        }
                    }
                    _ => Value::Other,
                }
            };
            values[*at] = Some(value);
        }
        Some(values)
    }
}

fn word(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// # Safety
/// The vector is one of DuckDB's.
unsafe fn type_of(rows: Rows<'_>) -> u32 {
    // SAFETY: as the caller says.
    unsafe { (api().get_type_id)(LogicalType((api().vector_get_column_type)(rows.handle)).0) }
}

/// The names of a struct's fields.
///
/// # Safety
/// The vector is one of DuckDB's, of structs.
unsafe fn fields(rows: Rows<'_>) -> Vec<String> {
    // SAFETY: as the caller says; each name is freed once.
    unsafe {
        let kind = LogicalType((api().vector_get_column_type)(rows.handle));
        let name = |n| {
            let name = (api().struct_type_child_name)(kind.0, n);
            let owned = CStr::from_ptr(name).to_string_lossy().into_owned();
            (api().free)(name.cast());
            owned
        };
        (0..(api().struct_type_child_count)(kind.0)).map(name).collect()
    }
}

/// The payload that unwinds from a row whose result is what Python says of a host.
pub(crate) struct NeedsPython;

static ABSENT: Python = Python {
    idna: |_| resume_unwind(Box::new(NeedsPython)),
    nfkc: |_| resume_unwind(Box::new(NeedsPython)),
    lower: |_| resume_unwind(Box::new(NeedsPython)),
    address: |_| resume_unwind(Box::new(NeedsPython)),
    lists: |_, _| resume_unwind(Box::new(NeedsPython)),
};

/// The options of a verb.
pub(crate) struct Given<'a> {
    pub(crate) parameters: &'static [&'static str],
    pub(crate) values: &'a [Option<Value>],
    pub(crate) is_text: bool,
    /// What is wrong with an option whose getter cannot refuse it.
    pub(crate) wrong: RefCell<Option<String>>,
}

impl Given<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        let at = self.parameters.iter().position(|known| *known == name)?;
        self.values.get(at)?.as_ref()
    }
}

fn refused<T>(message: impl Into<String>) -> ArgumentResult<T> {
    Err(RefusedArgument::Value(message.into()))
}

/// The encoding of this name; `None` for UTF-8.
fn known(name: String) -> ArgumentResult<Option<NamedEncoding>> {
    match labels::look_up(&name) {
        Label::Utf8 => Ok(None),
        Label::Known(known) => Ok(Some(NamedEncoding { known, name })),
        Label::Other(_) => refused(format!(
            "unknown encoding: {name}; the labels of the Encoding Standard, ascii and latin-1 are known"
        )),
    }
}

impl Arguments for Given<'_> {
    fn is_text(&self) -> bool {
        self.is_text
    }

    fn flag(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Value::Flag(flag)) => *flag,
            None => false,
            Some(_) => {
                self.wrong.replace(Some(format!("{name}: it is true or false")));
                false
            }
        }
    }

    fn word(&self, name: &str) -> ArgumentResult<Option<String>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Word(word)) => Ok(Some(word.clone())),
            Some(_) => refused(format!("{name} is a VARCHAR")),
        }
    }

    fn words(&self, name: &str) -> ArgumentResult<Vec<String>> {
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Word(word)) => Ok(vec![word.clone()]),
            Some(Value::Words(words)) => Ok(words.clone()),
            Some(_) => refused(format!("{name} is a VARCHAR, or a list of VARCHAR")),
        }
    }

    fn set(&self) -> ArgumentResult<Set> {
        let Some(name) = self.word("set")? else { return Ok(sets::rfc3986::COMPONENT) };
        let is_it = |row: &&sets::SetRow| {
            format!("{}.{}", row.family, row.name).eq_ignore_ascii_case(&name)
        };
        match sets::ROWS.iter().find(is_it) {
            Some(row) => Ok(row.set),
            None => Err(RefusedArgument::Unknown("set", name)),
        }
    }

    fn encoding(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.word("encoding")?.map_or(Ok(None), known)
    }

    fn reader(&self) -> ArgumentResult<Option<Reader>> {
        let names = self.words("encoding")?;
        if names.is_empty() && self.get("encoding").is_some() {
            return refused("encoding is an empty list: name at least one");
        }
        names.into_iter().map(known).collect::<ArgumentResult<_>>().map(Reader::of)
    }

    fn repertoire(&self) -> ArgumentResult<Option<NamedEncoding>> {
        self.word("repertoire")?.map_or(Ok(None), known)
    }

    fn default_scheme(&self) -> ArgumentResult<Option<DefaultScheme>> {
        let Some(name) = self.word("default_scheme")? else { return Ok(None) };
        let scheme = DefaultScheme::new(name.as_bytes());
        scheme.map(Some).map_err(|error| RefusedArgument::Text(name, error))
    }

    fn rule(&self) -> ArgumentResult<CleaningRules> {
        let profile = match self.word("profile")? {
            None => profiles::RFC3986,
            Some(name) => profiles::profile(&name.to_ascii_uppercase()).ok_or_else(|| {
                let undated = |name: &'static str| name.split("_20").next().unwrap_or(name);
                let known = profiles::PROFILES.iter().map(|row| undated(row.name)).collect();
                RefusedArgument::NoneOf("profile", name, known)
            })?,
        };
        Ok(CleaningRules { profile, text: None, query: None })
    }

    fn view(&self) -> ArgumentResult<View> {
        let Some(name) = self.word("profile")? else { return Ok(View::of(0)) };
        let row = DISPLAYS.iter().position(|display| display.name.eq_ignore_ascii_case(&name));
        let known = || DISPLAYS.iter().map(|display| display.name).collect();
        row.map(View::of).ok_or_else(|| RefusedArgument::NoneOf("profile", name, known()))
    }

    fn tracking(&self) -> ArgumentResult<Option<Arc<Tracking>>> {
        let rows = match self.get("tracking") {
            None => return Ok(None),
            Some(Value::Words(rows)) => rows,
            Some(_) => return refused("tracking is a list of rows, each a VARCHAR"),
        };
        let table = Tracking::new(rows.iter().map(String::as_str));
        table.map(|table| Some(Arc::new(table))).or_else(|bad| {
            let row = quote(bad.row.as_bytes());
            refused(format!("{row} is not a row of a table of tracking: {}", bad.why))
        })
    }

    fn python(&self) -> &'static Python {
        &ABSENT
    }

    fn rules(&self) -> ArgumentResult<LintOptions> {
        let (select, ignore) = (self.words("select")?, self.words("ignore")?);
        let [select, ignore] =
            [&select, &ignore].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        LintOptions::of(&select, &ignore, self.word("policy")?.as_deref()).or_else(
            |UnknownRule(word)| {
                refused(format!(
                    "{} is neither a rule nor a policy of the linter",
                    quote(word.as_bytes())
                ))
            },
        )
    }
}

/// What is wrong with an argument, in words.
pub(crate) fn sentence(refused: RefusedArgument) -> String {
    match refused {
        RefusedArgument::NoneOf(name, given, known) => {
            format!("{name}={}: it is one of {}", quote(given.as_bytes()), known.join(", "))
        }
        RefusedArgument::Unknown(name, given) => {
            format!("{name}={} is unknown", quote(given.as_bytes()))
        }
        RefusedArgument::Text(_, error) => error.to_string(),
        RefusedArgument::Value(message) | RefusedArgument::Type(message) => message,
        RefusedArgument::Known => "an option is wrong".to_owned(),
    }
}
