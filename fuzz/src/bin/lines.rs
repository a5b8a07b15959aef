//! Fuzz target: records that are processed together, or known to stay, are as each is alone.
#![cfg_attr(feature = "guided", no_main)]

use superuri::base::sets::{ROWS, rfc3986};
use superuri::bulk::lines::noop::{Looked, NoopTest};
use superuri::bulk::verbs::{Verb, clean, decode, encode, forms, normalize};
use superuri::bulk::{lines::Ending, lines::batch::LineBatch};
use superuri::clean::profiles::RFC3986;
use superuri::codec::percent::Errors;
use superuri_fuzz::property;
use superuri_kernels::ranks::Ranks;

fn verb(choice: u8) -> Box<dyn Verb> {
    let errors = [Errors::Strict, Errors::Replace, Errors::Ignore][usize::from(choice >> 4) % 3];
    match choice % 6 {
        0 => Box::new(encode::by(rfc3986::COMPONENT)),
        1 => Box::new(encode::by(ROWS[usize::from(choice) % ROWS.len()].set)),
        2 => Box::new(forms::FormEncode(None)),
        3 => Box::new(forms::FormDecode { errors, encoding: None }),
        _ => Box::new(decode::into_utf8(errors)),
    }
}

/// The length of a record without its ending, which is a NUL, a line feed, or CR LF.
fn length(record: &[u8], ending: u8) -> usize {
    match record {
        [text @ .., b'\r', b'\n'] if ending == b'\n' => text.len(),
        [text @ .., last] if *last == ending => text.len(),
        _ => record.len(),
    }
}

property!(choices: 2, texts: 4, |data: &[u8]| {
    let [choice, ending, lines @ ..] = data else { return };
    let (ending, byte) =
        if ending % 4 == 0 { (Ending::Nul, 0) } else { (Ending::Newline, b'\n') };
    let lines: Vec<u8> = if ending == Ending::Nul {
        lines.iter().map(|&byte| if byte == b'\n' { 0 } else { byte }).collect()
    } else {
        lines.to_vec()
    };
    let verb = verb(*choice);
    let records = || lines.split_inclusive(|&other| other == byte);
    if let Some(together) = LineBatch::of(&*verb, ending) {
        let mut out = Vec::new();
        if let Some(count) = together.onto(&lines, &mut out, &mut Ranks::default()) {
            let (mut alone, mut records_alone) = (Vec::new(), 0);
            for record in records() {
                let (text, end) = record.split_at(length(record, byte));
                let start = alone.len();
                let changed = verb.apply(text, &mut alone).expect("together it was done");
                if !changed {
                    alone.truncate(start);
                    alone.extend_from_slice(text);
                }
                alone.extend_from_slice(end);
                records_alone += 1;
            }
            assert_eq!((out.escape_ascii().to_string(), count), (alone.escape_ascii().to_string(), records_alone));
        }
    }
    let verbs: [(NoopTest, Box<dyn Verb>); 2] = [
        (NoopTest::Legal, Box::new(clean::by(RFC3986, false))),
        (NoopTest::Normal, Box::new(normalize::plainly(false))),
    ];
    for (noop, verb) in verbs {
        let mut looked = Looked::default();
        let look = looked.at(&lines, byte, Some(noop));
        let (mut start, mut run) = (0, 0);
        for record in records() {
            if start >= run {
                run = look.run(start).0;
            }
            let end = start + length(record, byte);
            assert_eq!(look.end(start), start + record.len());
            if start < run || look.stays(start..end) {
                let mut out = Vec::new();
                let done = verb.apply(&lines[start..end], &mut out);
                assert_eq!(done, Ok(false), "{}", record.escape_ascii());
            }
            start += record.len();
        }
    }
});
