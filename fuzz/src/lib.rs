//! Properties over bytes, and the two ways to run one: coverage-guided, or on generated texts.
//!
//! A target is a property in [`property!`]. With the feature `guided`, libFuzzer chooses its inputs
//! by the branches that they reach. Without it, the target is a program that gives the property as
//! many generated texts as it is asked to, on all cores and at full speed.

#[path = "../../crates/engine/tests/pretty/atoms.rs"]
mod atoms;
mod grammar;
#[path = "../../crates/kernels/tests/rng/mod.rs"]
mod rng;
#[rustfmt::skip] // rows read best in lines of a kind
mod rows;
pub mod runner;

use superuri::normal::{Also, Level};

#[cfg(feature = "guided")]
#[doc(hidden)]
pub use libfuzzer_sys;

/// The text before the first line feed, and the one behind it.
#[must_use]
pub fn two(data: &[u8]) -> (&[u8], &[u8]) {
    let mut texts = data.splitn(2, |&byte| byte == b'\n');
    (texts.next().unwrap_or_default(), texts.next().unwrap_or_default())
}

/// How far this byte has a URI normalised.
#[must_use]
pub fn level(choice: u8) -> (Level, Also<'static>) {
    let bit = |n: u8| choice >> n & 1 == 1;
    let also = Also {
        sort_query: bit(2),
        drop_fragment: bit(3),
        drop_tracking: bit(4),
        reserved: bit(5),
        host_case: bit(6),
        ..Also::default()
    };
    (Level::NAMES[usize::from(choice % 4)].1, also)
}

/// What a property takes: this many bytes by which it chooses among its options, then this many
/// texts, with line feeds between them.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of bytes before the texts.
    pub choices: usize,
    /// The number of texts.
    pub texts: usize,
}

impl Shape {
    /// One text, and nothing before it.
    pub const TEXT: Self = Self { choices: 0, texts: 1 };
}

/// Makes a program of a property: `property!(|data: &[u8]| { … })`. A property that begins with
/// bytes by which it chooses says how many, `property!(choices: 2, |data: &[u8]| { … })`, and one
/// that takes several texts with line feeds between them says that, too: `property!(texts: 2,
/// |data: &[u8]| { … })`. The fuzzer finds both out by itself.
#[cfg(feature = "guided")]
#[macro_export]
macro_rules! property {
    ($(choices: $choices:literal,)? $(texts: $texts:literal,)? |$data:ident: &[u8]| $property:block) => {
        $crate::libfuzzer_sys::fuzz_target!(|$data: &[u8]| $property);
    };
}

/// Makes a program of a property, as above, that runs it on generated texts.
#[cfg(not(feature = "guided"))]
#[macro_export]
macro_rules! property {
    ($(choices: $choices:literal,)? $(texts: $texts:literal,)? |$data:ident: &[u8]| $property:block) => {
        fn main() -> std::process::ExitCode {
            #[allow(unused_mut, reason = "most properties take one text")]
            let mut shape = $crate::Shape::TEXT;
            $(shape.choices = $choices;)?
            $(shape.texts = $texts;)?
            $crate::runner::run(env!("CARGO_BIN_NAME"), shape, |$data: &[u8]| $property)
        }
    };
}
