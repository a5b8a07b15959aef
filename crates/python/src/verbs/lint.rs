//! Lint and fix: arguments and results of these verbs.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::call::CallArguments;
use crate::guard::{self, Answer};
use crate::objects::words::{one_of, several, word};
use crate::objects::{strings, text::Text};
use superuri::base::error::quote;
use superuri::codec::encodings::utf8::Offsets;
use superuri::lint::{Finding, LintOptions, Origin, Percent, UnknownRule, fixed, policies, rules};
use superuri_guard::guarded_function;
use superuri_kernels::memory;

/// Memory for findings, in multiples of what other verbs need: every octet may be edited, while
/// several parsers of hosts have copies of the text.
const TIMES: usize = 8;

/// The bytes of any text; a lone surrogate is encoded as in UTF-8 with `surrogatepass`.
pub(crate) fn bytes_of<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<(Cow<'a, [u8]>, bool)> {
    if let Ok(text) = Text::of(object)? {
        return Ok((text.bytes, text.is_str));
    }
    let bytes = object.call_method1("encode", ("utf-8", "surrogatepass"))?;
    Ok((Cow::Owned(bytes.cast::<PyBytes>()?.as_bytes().to_vec()), true))
}

fn options(arguments: &CallArguments<'_>, from: usize) -> PyResult<LintOptions> {
    chosen([0, 1, 2].map(|n| arguments.get(from + n)))
}

pub(crate) fn chosen(arguments: [Option<&Bound<'_, PyAny>>; 3]) -> PyResult<LintOptions> {
    let [select, ignore, policy] = arguments;
    let rules = |argument: Option<&Bound<'_, PyAny>>| argument.map_or(Ok(Vec::new()), several);
    let (select, ignore) = (rules(select)?, rules(ignore)?);
    let policy = word(policy.filter(|policy| !policy.is_none()), "policy")?;
    let select = memory::collected(select.iter().map(String::as_str));
    let ignore = memory::collected(ignore.iter().map(String::as_str));
    let options = LintOptions::of(&select, &ignore, policy.as_deref());
    options.map_err(|UnknownRule(word)| {
        PyValueError::new_err(format!(
            "{} is neither a rule nor a policy: superuri.rules and superuri.policies list them",
            quote(word.as_bytes())
        ))
    })
}

fn made<'py>(
    class: &Bound<'py, PyAny>,
    fix: &Bound<'py, PyAny>,
    offsets: &mut Offsets<'_>,
    finding: &Finding,
) -> Answer<'py> {
    let py = class.py();
    let (rule, at) = (finding.rule(), offsets.span(&finding.at));
    let correction = match &finding.fix {
        None => None,
        Some(fixes) => {
            let edits = fixes.edits.iter().map(|(at, with)| {
                let at = offsets.span(at);
                (at.start, at.end, PyString::new(py, &String::from_utf8_lossy(with)))
            });
            let edits = PyTuple::new(py, edits.collect::<Vec<_>>())?;
            Some(fix.call1((edits, fixes.safe))?)
        }
    };
    let severity = finding.severity.word();
    let message = finding.message();
    class.call1((
        rule.code,
        rule.name,
        severity,
        at.start,
        at.end,
        message,
        rule.source,
        correction,
    ))
}

pub(crate) fn lint<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    linted(py, arguments.text(), &options(arguments, 1)?)
}

fn linted<'py>(py: Python<'py>, text: &Bound<'py, PyAny>, options: &LintOptions) -> Answer<'py> {
    let (bytes, is_str) = bytes_of(text)?;
    guard::check_available(TIMES * bytes.len());
    let findings = superuri::lint::lint(&bytes, &LintOptions { characters: is_str, ..*options });
    if findings.is_empty() {
        return Ok(PyTuple::empty(py).into_any());
    }
    let module = py.import("superuri._values.finding")?;
    let (class, fix) = (module.getattr("Finding")?, module.getattr("Fix")?);
    let mut offsets = Offsets::counting(&bytes, is_str);
    let made: Vec<_> = findings
        .iter()
        .map(|finding| made(&class, &fix, &mut offsets, finding))
        .collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, made)?.into_any())
}

pub(crate) type RuleArguments<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

pub(crate) fn of_document(rules: &RuleArguments<'_>) -> PyResult<LintOptions> {
    let (select, ignore, policy) = rules;
    chosen([Some(select), Some(ignore), policy.as_ref()])
}

fn in_document(rules: &RuleArguments<'_>, origin: &str, percents: bool) -> PyResult<LintOptions> {
    const ORIGINS: [(&str, Origin); 3] =
        [("whole", Origin::Whole), ("found", Origin::Found), ("guessed", Origin::Guessed)];
    let origin = one_of("origin", origin, &ORIGINS)?;
    let percent = if percents { Percent::Text } else { Percent::Syntax };
    Ok(LintOptions { origin, percent, ..of_document(rules)? })
}

#[guarded_function]
pub(crate) fn lint_in_document<'py>(
    py: Python<'py>,
    text: Bound<'py, PyAny>,
    rules: RuleArguments<'py>,
    origin: &str,
    percents: bool,
) -> PyResult<Bound<'py, PyAny>> {
    linted(py, &text, &in_document(&rules, origin, percents)?)
}

#[guarded_function]
pub(crate) fn fix_in_document<'py>(
    py: Python<'py>,
    text: Bound<'py, PyAny>,
    rules: RuleArguments<'py>,
    guessing: bool,
    origin: &str,
    percents: bool,
) -> PyResult<Bound<'py, PyAny>> {
    fixed_object(py, &text, &in_document(&rules, origin, percents)?, guessing)
}

pub(crate) fn fix<'py>(py: Python<'py>, arguments: &CallArguments<'py>) -> Answer<'py> {
    let guessing = arguments.get(1).map_or(Ok(false), Bound::is_truthy)?;
    fixed_object(py, arguments.text(), &options(arguments, 2)?, guessing)
}

/// The text with its findings fixed; the same object if there is nothing to fix.
fn fixed_object<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    options: &LintOptions,
    guessing: bool,
) -> Answer<'py> {
    let (bytes, is_str) = bytes_of(text)?;
    match fixed(&bytes, &LintOptions { characters: is_str, ..*options }, guessing) {
        Cow::Borrowed(_) if text.is_exact_instance_of::<PyString>() => Ok(text.clone()),
        Cow::Borrowed(_) if text.is_exact_instance_of::<PyBytes>() => Ok(text.clone()),
        fixed if is_str && fixed.is_ascii() => Ok(strings::ascii(py, &fixed)?.into_any()),
        fixed => {
            let bytes = PyBytes::new(py, &fixed).into_any();
            if is_str {
                bytes.call_method1("decode", ("utf-8", "surrogatepass"))
            } else {
                Ok(bytes)
            }
        }
    }
}

/// A rule, as the Python class takes it: seven facts, and the five parts of its page.
type RuleTuple = (
    (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, bool),
    [&'static str; 5],
);

#[guarded_function]
pub(crate) fn all_rules() -> Vec<RuleTuple> {
    let row = |rule: &'static superuri::lint::rule::Rule| {
        let (severity, default) = (rule.severity.word(), rule.default);
        (
            (rule.code, rule.name, severity, rule.sentence, rule.example, rule.source, default),
            [rule.why, rule.bad, rule.good, rule.ignore, rule.fix],
        )
    };
    rules::ROWS.iter().map(row).collect()
}

/// A policy, as the Python class takes it.
type PolicyRow =
    (&'static str, &'static str, Vec<&'static str>, bool, Vec<&'static str>, &'static str);

#[guarded_function]
pub(crate) fn all_policies() -> Vec<PolicyRow> {
    let row = |policy: &'static policies::Policy| {
        let codes = policy.codes().collect();
        let warned = policy.warned().collect();
        (policy.name, policy.sentence, codes, policy.raised, warned, policy.source)
    };
    policies::POLICIES.iter().map(row).collect()
}
