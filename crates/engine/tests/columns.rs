//! Columns: the same rows, and the same failure, on any number of threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{panic::catch_unwind, sync::Arc, thread, time::Duration};

use superuri::base::error::{Error, Kind};
use superuri::base::sets::rfc3986;
use superuri::bulk::columns::{
    ColumnJob, Data, Layout, OnError, ResultType, TextWidth, Texts, Trouble, Values, map,
};
use superuri::bulk::verbs::verb::Work;
use superuri::bulk::verbs::{decode, encode};
use superuri::codec::percent::Errors;

/// Rows in each chunk, which is processed by one thread.
const ROWS: usize = 50;

/// The offsets and the bytes of a chunk.
type Buffers = (Vec<[u8; 4]>, Vec<u8>);

/// A chunk in whose row `wrong`, if it has so many, a character is cut.
fn chunk(number: usize, wrong: usize) -> Buffers {
    let (mut offsets, mut bytes) = (vec![[0; 4]], Vec::new());
    for row in 0..ROWS {
        let cut = if row == wrong { "%C3" } else { "%C3%A9" };
        bytes.extend_from_slice(format!("{number} {row} a{cut}").as_bytes());
        let end = i32::try_from(bytes.len()).expect("tests are short");
        offsets.push(end.to_ne_bytes());
    }
    (offsets, bytes)
}

fn layout((offsets, bytes): &Buffers) -> Texts<'_> {
    Texts::new(Layout::Small(offsets, bytes), ROWS, None, true).expect("the offsets grow")
}

fn texts(values: &Values) -> Vec<Option<Vec<u8>>> {
    let Data::Texts(ends, bytes) = &values.data else { unreachable!("they are texts") };
    (0..values.len)
        .map(|row| values.is_there(row).then(|| bytes[ends.span(row)].to_vec()))
        .collect()
}

/// For each piece of the result: its chunk, its first row, its texts, its failures.
type ResultPieces = Vec<(usize, usize, Option<Vec<Option<Vec<u8>>>>, Option<usize>)>;

fn done(chunks: &[Texts<'_>], job: &ColumnJob) -> Result<ResultPieces, usize> {
    match map(chunks, job, &mut || true) {
        Ok(pieces) => Ok(pieces
            .into_iter()
            .map(|piece| {
                let failures = piece.errors.map(|errors| errors.len - errors.nulls());
                (piece.chunk, piece.rows.start, piece.values.as_ref().map(texts), failures)
            })
            .collect()),
        Err(Trouble::Row(failure)) => Err(failure.row),
        Err(trouble) => panic!("{trouble:?}"),
    }
}

#[test]
fn any_number_of_threads_gives_the_same() {
    // In the second column, rows of chunks 30 and later fail; the first of them is reported.
    for wrong_from in [usize::MAX, 30] {
        let columns: Vec<_> =
            (0..60).map(|n| chunk(n, if n >= wrong_from { n % ROWS } else { ROWS })).collect();
        let chunks: Vec<_> = columns.iter().map(layout).collect();
        for on_error in [OnError::Raise, OnError::Null, OnError::Keep] {
            for encodes in [true, false] {
                let job = |threads| ColumnJob {
                    work: Work::Text(if encodes {
                        Box::new(encode::by(rfc3986::COMPONENT))
                    } else {
                        Box::new(decode::into_utf8(Errors::Strict))
                    }),
                    keeps_octets: false,
                    on_error,
                    with_errors: on_error == OnError::Null,
                    width: TextWidth::Small,
                    threads,
                };
                let want = done(&chunks, &job(1));
                let fails = wrong_from < 60 && !encodes && on_error == OnError::Raise;
                assert_eq!(want.as_ref().err(), fails.then_some(&(30 * ROWS + 30)));
                for threads in [2, 3, 4, 9] {
                    assert_eq!(done(&chunks, &job(threads)), want, "{threads} threads");
                }
            }
        }
    }
}

fn decoding(on_error: OnError, with_errors: bool) -> ColumnJob {
    let work = Work::Text(Box::new(decode::into_utf8(Errors::Strict)));
    ColumnJob {
        work,
        keeps_octets: false,
        on_error,
        with_errors,
        width: TextWidth::Large,
        threads: 1,
    }
}

#[test]
fn a_refused_row_fails_though_its_bytes_are_harmless() {
    assert!(Texts::new(Layout::Nulls, 0, None, true).expect("no rows").is_empty());
    let error = Error::naming(Kind::LoneSurrogate, 0..1, "a lone surrogate");
    let (buffers, refused) = (chunk(0, ROWS), [(3, error)]);
    let plain = (buffers.0.clone(), buffers.1.iter().map(|_| b'a').collect());
    for buffers in [buffers, plain] {
        for with_errors in [false, true] {
            let chunks = [layout(&buffers).refusing(&refused)];
            assert_eq!((chunks[0].len(), chunks[0].is_empty()), (ROWS, false));
            let pieces = done(&chunks, &decoding(OnError::Null, with_errors)).expect("null");
            let [(0, 0, Some(rows), failures)] = &pieces[..] else { panic!("{pieces:?}") };
            let nulls: Vec<_> = (0..ROWS).filter(|row| rows[*row].is_none()).collect();
            assert_eq!((nulls, *failures), (vec![3], with_errors.then_some(1)));
            assert_eq!(done(&chunks, &decoding(OnError::Raise, with_errors)), Err(3));
        }
    }
}

#[test]
#[ignore = "takes 3 GB of memory"]
fn a_row_of_more_than_a_gigabyte_is_decoded() {
    let len = superuri_kernels::ranks::LONGEST + 1;
    let mut bytes = vec![0; len];
    bytes[len - 3..].copy_from_slice(b"%41");
    let offsets = [0, len].map(|end| i64::try_from(end).expect("63 bits").to_ne_bytes());
    for layout in [Layout::Large(&offsets, &bytes), Layout::Fixed(len, &bytes)] {
        let texts = Texts::new(layout, 1, None, true).expect("it is long enough");
        let pieces = done(&[texts], &decoding(OnError::Raise, false)).expect("it is text");
        let [(0, 0, Some(rows), None)] = &pieces[..] else { panic!("one row") };
        assert!(rows[0].as_ref().is_some_and(|row| row.len() == len - 2 && row.ends_with(b"\0A")));
    }
}

/// Columns of a verb that counts its rows and answers each with `answer`; how the job ended, and the
/// number of rows that were processed.
fn counted(
    threads: usize,
    answer: fn(&[u8]) -> i64,
    go_on: &mut dyn FnMut() -> bool,
) -> (Result<usize, Trouble>, usize) {
    let columns: Vec<_> = (0..200).map(|n| chunk(n, ROWS)).collect();
    let chunks: Vec<_> = columns.iter().map(layout).collect();
    let rows = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&rows);
    let find = move |text: &[u8], found: &mut Values| {
        counter.fetch_add(1, Relaxed);
        found.push_int(answer(text));
        Ok(())
    };
    let job = ColumnJob {
        work: Work::Find { shape: &ResultType::Int, find: Box::new(find) },
        keeps_octets: false,
        on_error: OnError::Raise,
        with_errors: false,
        width: TextWidth::Small,
        threads,
    };
    let ended = map(&chunks, &job, go_on).map(|pieces| pieces.len());
    (ended, rows.load(Relaxed))
}

#[test]
fn a_stopped_job_ends_in_every_thread() {
    let slow = |_: &[u8]| {
        thread::sleep(Duration::from_millis(1));
        1
    };
    for threads in [1, 4] {
        let (ended, rows) = counted(threads, slow, &mut || false);
        assert!(matches!(ended, Err(Trouble::Stopped)), "{ended:?}");
        assert!(rows < 200 * ROWS, "{rows} rows");
    }
    assert!(matches!(counted(3, |_| 1, &mut || true), (Ok(200), 10_000)));
}

#[test]
fn a_panic_in_any_thread_comes_back_to_the_caller() {
    let refuse = |text: &[u8]| {
        assert!(!text.starts_with(b"150 "), "a bug");
        1
    };
    for threads in [1, 2, 5] {
        assert!(catch_unwind(|| counted(threads, refuse, &mut || true)).is_err(), "{threads}");
    }
}
