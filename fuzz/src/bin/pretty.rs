//! Fuzz target: what a reader sees is what would be sent (properties L15 and L17), in every view.
#![cfg_attr(feature = "guided", no_main)]

use superuri::clean::{clean, profiles::RFC3986};
use superuri::normal::{Also, Level, normalize};
use superuri::show::display::{DISPLAYS, HostForm, Userinfo, View};
use superuri::show::{medium::Sink, pretty, shown};
use superuri_fuzz::property;

property!(choices: 1, |data: &[u8]| {
    let [choice, text @ ..] = data else { return };
    for row in 0..DISPLAYS.len() {
        let view = View::of(row);
        let cleaned = clean(text, RFC3986);
        let read = pretty(text, &view);
        let (cleaned, read) = match (cleaned, read) {
            (Ok(cleaned), Ok(read)) => (cleaned, read),
            (cleaned, read) => {
                assert_eq!(cleaned.err(), read.err(), "one of them fails");
                return;
            }
        };
        assert!(std::str::from_utf8(&read).is_ok(), "what is shown is text");
        assert_eq!(pretty(&read, &view).as_deref(), Ok(&*read), "L17");
        let map = shown(text, &view).expect("what is pretty has a map");
        assert_eq!(map.text.as_bytes(), &*read, "the map's text");
        if row == 0 {
            let percent = |text: &[u8]| {
                normalize(text, Level::Percent, Also::default()).expect("a URI").into_owned()
            };
            assert_eq!(percent(&read), percent(&cleaned), "L15");
        }
    }
    let bit = |n: u8| choice >> n & 1 == 1;
    let view = View {
        userinfo: if bit(0) { Userinfo::Redacted } else { Userinfo::Shown },
        host: if bit(1) { HostForm::Safe } else { HostForm::Unicode },
        sink: if bit(2) { Sink::Terminal } else { Sink::Text },
        length: bit(3).then_some(usize::from(choice >> 4)),
        ..View::of(usize::from(bit(7)))
    };
    if let Ok(map) = shown(text, &view) {
        for span in map.spans {
            assert!(map.text.get(span.shown).is_some() && span.source.end <= text.len());
        }
    }
});
