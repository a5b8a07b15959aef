//! Costs of cleaning: the instructions of each way to do it, counted by valgrind, for the table in
//! `src/clean/README.md`.

#![cfg(unix)]

use std::os::unix::process::parent_id;
use std::{env, fs, hint::black_box, path::Path, process::Command};

use superuri::clean::edits::{Encodings, edits};
use superuri::clean::profiles::{RFC3986, profile};
use superuri::clean::{clean, clean_into_slow, edit::apply, is_clean, legal};

/// The variable that names the folder of the counts, for the run under valgrind.
const FOLDER: &str = "SUPERURI_COUNTS";

/// The instructions of a call. Valgrind writes a file and starts again at each call of `getppid`.
fn counted(folder: &Path, number: &mut usize, call: &dyn Fn()) -> u64 {
    let mut least = u64::MAX;
    // The first calls make preparations.
    for _ in 0..3 {
        let _ = parent_id();
        call();
        let _ = parent_id();
        *number += 2;
        let file = folder.join(format!("counts.{number}"));
        let counts = fs::read_to_string(file).expect("valgrind has written it");
        let total = counts.lines().find_map(|line| line.strip_prefix("totals: "));
        least = least.min(total.expect("it has a total").trim().parse().expect("a number"));
    }
    least
}

#[test]
#[ignore = "it prints counts, and needs valgrind"]
fn what_each_way_costs() {
    let Some(folder) = env::var_os(FOLDER) else {
        let folder = env::temp_dir().join(format!("superuri-counts-{}", std::process::id()));
        fs::create_dir(&folder).expect("it is new");
        let done = Command::new("valgrind")
            .args(["--quiet", "--tool=callgrind", "--dump-before=getppid"])
            .args(["--zero-before=getppid", "--separate-threads=no"])
            .arg(format!("--callgrind-out-file={}/counts", folder.display()))
            .arg(env::current_exe().expect("it runs"))
            .args(["--ignored", "--nocapture", "what_each_way_costs"])
            .env(FOLDER, &folder)
            .status();
        fs::remove_dir_all(&folder).expect("it is removed");
        assert!(done.expect("valgrind is installed").success());
        return;
    };
    let folder = Path::new(&folder);
    let url = "https://shop.example.com/catalogue/item-4711/view.html?colour=blue&size=xl#reviews";
    let texts = [
        ("83 characters, legal", url.to_owned()),
        ("a space", url.replace('-', " ")),
        ("a stray %", url.replace('-', "%-")),
        ("a userinfo", url.replace("shop", "me@shop")),
        ("a host in Unicode", url.replace("shop", "b\u{fc}cher")),
        ("500 characters, legal", [url, &"&a=%20".repeat(70)].concat()),
        ("500 characters, spaces", [url, &"&a =%20".repeat(60)].concat()),
        ("4 KB, legal, no %", ["http://e.com/", &"abcdefgh".repeat(512)].concat()),
        ("4 KB, spaces, no %", ["http://e.com/", &"abcde gh".repeat(512)].concat()),
        ("4 KB, legal", ["http://e.com/", &"a%20defg".repeat(512)].concat()),
        ("4 KB, spaces", ["http://e.com/", &"a%20 b c".repeat(512)].concat()),
        ("4 KB, stray %", ["http://e.com/", &"%4".repeat(2048)].concat()),
        (
            "64 KB, few spaces",
            ["http://e.com/", &format!(" {}", "a".repeat(99)).repeat(655)].concat(),
        ),
    ];
    let iri = profile("IRI").expect("it is one");
    let mut number = 0;
    println!(
        "\n| text | edits | pass without `long.rs` | pass | `clean` | edits, legal | `legal.rs` | `is_clean` |"
    );
    for (name, text) in &texts {
        let text = text.as_bytes();
        let by_edits = || edits(text, RFC3986, Encodings::default()).expect("it can be cleaned");
        let pass_by = |profile| {
            let mut out = Vec::new();
            black_box(clean_into_slow(text, profile, &mut out)).expect("it can be cleaned");
            drop(black_box(out));
        };
        let ways: [&dyn Fn(); 7] = [
            &|| drop(black_box(apply(text, &by_edits()))),
            // Of the profiles, those for IRIs do not use `long.rs`; the sets of ASCII are the same.
            &|| pass_by(iri),
            &|| pass_by(RFC3986),
            &|| drop(black_box(clean(text, RFC3986))),
            &|| {
                black_box(by_edits().is_empty());
            },
            &|| {
                black_box(legal::is_legal(text, RFC3986));
            },
            &|| {
                black_box(is_clean(text, RFC3986));
            },
        ];
        let empty = counted(folder, &mut number, &|| ());
        let counts = ways.map(|way| counted(folder, &mut number, way) - empty);
        let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
        println!("| {name} | {} |", counts.join(" | "));
    }
}
