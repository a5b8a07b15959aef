//! Verbs `host`, `agreed_host` and `domain`: the host of a URI, as all parsers agree on it.

use std::borrow::Cow;

use crate::bulk::verbs::schemed::schemed;
use crate::bulk::verbs::verb::{ArgumentResult, Arguments, Work};
use crate::codec::percent::Errors;
use crate::syntax::hosts::domain::{SuffixRules, public_suffix, registrable};
use crate::syntax::hosts::readings::{self, Parsers};
use crate::uri::{components::UriView, fields::Field};

/// The host after cleaning the text.
pub(super) fn host(arguments: &dyn Arguments) -> ArgumentResult {
    let found = Work::find_text(|text| {
        let view = UriView::of(text)?;
        let host = view.field(&Field::Host, Errors::Strict)?;
        Ok(host.map(|host| Cow::Owned(host.into_owned())))
    });
    schemed(arguments, false, found?)
}

pub(super) fn domain(arguments: &dyn Arguments) -> ArgumentResult {
    let rules = arguments.one_of("rules", &SuffixRules::NAMES)?.unwrap_or(SuffixRules::All);
    let found = agreed(Some(Parsers::All), move |host| registrable(host, rules))?;
    schemed(arguments, false, found)
}

pub(super) fn suffix(arguments: &dyn Arguments) -> ArgumentResult {
    let rules = arguments.one_of("rules", &SuffixRules::NAMES)?.unwrap_or(SuffixRules::All);
    let found = agreed(Some(Parsers::All), move |host| public_suffix(host, rules))?;
    schemed(arguments, false, found)
}

pub(super) fn agreed_host(arguments: &dyn Arguments) -> ArgumentResult {
    let has_base = arguments.flag("has_base");
    let parsers = if has_base { Parsers::OnPage } else { Parsers::All };
    agreed((!arguments.flag("host")).then_some(parsers), |host| Some(host))
}

/// The part that `pick` selects of the host on which these readings agree; without any, the text is a
/// host alone.
fn agreed(
    parsers: Option<Parsers>,
    pick: impl Fn(&str) -> Option<&str> + Send + Sync + 'static,
) -> ArgumentResult {
    Work::find_text(move |text| {
        let host = match parsers {
            Some(parsers) => readings::agreed(text, parsers)?,
            None => Some(readings::agreed_of_host(text)?),
        };
        Ok(match host {
            Some(Cow::Borrowed(host)) => pick(host).map(|part| Cow::Borrowed(part.as_bytes())),
            Some(Cow::Owned(host)) => pick(&host).map(|part| Cow::Owned(part.into())),
            None => None,
        })
    })
}
