//! Views: texts that are each somewhere in some buffers. The rows of a morsel are gathered, so that
//! verbs find them contiguous, as in a column with offsets.

use std::borrow::Cow;

/// A view: the length, followed by the text itself, or by its first bytes, buffer and offset.
pub(super) type BinaryView = [u8; 16];

/// A text of at most this many bytes is stored inside its view.
const INLINE: usize = 12;

/// Where texts end in the joined bytes; the first offset is 0.
pub(super) type Joined<'a> = (Vec<[u8; 4]>, Cow<'a, [u8]>);

/// One of the four numbers of a view.
fn number(view: &BinaryView, n: usize) -> u32 {
    u32::from_ne_bytes([view[4 * n], view[4 * n + 1], view[4 * n + 2], view[4 * n + 3]])
}

/// The text that a view points to; `None` if it is not there.
#[inline]
pub(super) fn text_of_view<'a>(view: &'a BinaryView, buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let len = number(view, 0) as usize;
    if len <= INLINE {
        return Some(&view[4..4 + len]);
    }
    let start = number(view, 3) as usize;
    // A negative number would be beyond each of these.
    if start.max(len) > i32::MAX as usize {
        return None;
    }
    buffers.get(number(view, 2) as usize)?.get(start..start + len)
}

/// Why the text of a view is not there.
#[cold]
pub(super) fn fault(view: &BinaryView, buffers: &[&[u8]]) -> String {
    let [len, _, buffer, start] = [0, 1, 2, 3].map(|n| number(view, n));
    let Some(bytes) = buffers.get(buffer as usize).filter(|_| start.max(len) >> 31 == 0) else {
        let negative = (start | len | buffer) >> 31 == 1;
        let missing = format!("there is no buffer {buffer}");
        return if negative { "a view is negative".to_owned() } else { missing };
    };
    let (end, have) = (start + len, bytes.len());
    format!("{start}..{end} is beyond the {have} bytes of buffer {buffer}")
}

/// The same as [`gathered`] if all texts are in one buffer, each where the one before it ends, as
/// most producers write them.
fn adjacent<'a>(
    views: &[BinaryView],
    buffers: &[&'a [u8]],
    is_there: impl Fn(usize) -> bool,
) -> Option<(Vec<[u8; 4]>, &'a [u8])> {
    let first = views.first()?;
    let (buffer, start) = (number(first, 2), number(first, 3));
    let mut end = start;
    let mut offsets = Vec::with_capacity(views.len() + 1);
    offsets.push([0; 4]);
    for (row, view) in views.iter().enumerate() {
        let len = number(view, 0);
        let follows = number(view, 3) == end && number(view, 2) == buffer;
        if len as usize <= INLINE || !follows || !is_there(row) {
            return None;
        }
        end = end.checked_add(len).filter(|end| i32::try_from(end - start).is_ok())?;
        offsets.push((end - start).to_ne_bytes());
    }
    Some((offsets, buffers.get(buffer as usize)?.get(start as usize..end as usize)?))
}

/// The joined texts of these rows, and where each ends. They are a part of a buffer if
/// each begins where the one before it ends. `None` if they are too long.
pub(super) fn gathered<'a>(
    views: &[BinaryView],
    buffers: &[&'a [u8]],
    is_there: impl Fn(usize) -> bool,
) -> Option<Joined<'a>> {
    if let Some((offsets, text)) = adjacent(views, buffers, &is_there) {
        return Some((offsets, Cow::Borrowed(text)));
    }
    let mut offsets = Vec::with_capacity(views.len() + 1);
    offsets.push([0; 4]);
    // The view of a null row may hold any number.
    let likely = views.iter().map(|view| number(view, 0) as usize).sum::<usize>().min(1 << 21);
    let mut joined = Vec::new();
    // The texts that are not joined yet: in which buffer, and where.
    let (mut buffer, mut run, mut end) = (u32::MAX, 0..0, 0_u32);
    let piece = |buffer: u32, run: &std::ops::Range<usize>| {
        if run.is_empty() { Some(&[][..]) } else { buffers.get(buffer as usize)?.get(run.clone()) }
    };
    for (row, view) in views.iter().enumerate() {
        let len = if is_there(row) { number(view, 0) } else { 0 };
        end = end.checked_add(len).filter(|end| end >> 31 == 0)?;
        offsets.push(end.to_ne_bytes());
        if len as usize > INLINE {
            let start = number(view, 3) as usize;
            if number(view, 2) != buffer || start != run.end {
                joined.reserve(if run.is_empty() { 0 } else { likely - joined.len().min(likely) });
                joined.extend_from_slice(piece(buffer, &run)?);
                (buffer, run) = (number(view, 2), start..start);
            }
            run.end += len as usize;
        } else if len > 0 {
            joined.extend_from_slice(piece(buffer, &run)?);
            run.start = run.end;
            joined.extend_from_slice(&view[4..4 + len as usize]);
        }
    }
    let last = piece(buffer, &run)?;
    if joined.is_empty() {
        return Some((offsets, Cow::Borrowed(last)));
    }
    joined.extend_from_slice(last);
    Some((offsets, Cow::Owned(joined)))
}

/// One of the four numbers of a view, at its place. Numbers are put together in registers: writing
/// them to memory one by one and reading all as one takes three times as long.
const fn placed(n: u32, number: u32) -> u128 {
    let place = if cfg!(target_endian = "little") { n } else { 3 - n };
    (number as u128) << (32 * place)
}

/// The view of the bytes from `start` to `end` in buffer 0.
#[inline]
pub(super) fn view(bytes: &[u8], start: u32, end: u32) -> u128 {
    let (len, from) = (end - start, start as usize);
    let rest = &bytes[from..];
    let numbers = rest.first_chunk::<INLINE>().map(|first| {
        [0, 4, 8].map(|n| u32::from_ne_bytes([first[n], first[n + 1], first[n + 2], first[n + 3]]))
    });
    match numbers {
        Some([first, ..]) if len as usize > INLINE => {
            placed(0, len) | placed(1, first) | placed(3, start)
        }
        // Reading a known number of bytes and clearing the rest calls no function.
        Some([a, b, c]) => {
            let text = (placed(1, a) | placed(2, b) | placed(3, c)).to_le();
            let kept = u128::MAX >> (8 * (INLINE - len as usize));
            placed(0, len) | (text & kept).to_le()
        }
        None => {
            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_ne_bytes());
            view[4..4 + len as usize].copy_from_slice(&rest[..len as usize]);
            u128::from_ne_bytes(view)
        }
    }
}

/// The same view, into this buffer instead of buffer 0.
#[inline]
pub(super) fn in_buffer(view: u128, buffer: u32) -> u128 {
    let is_inline = number(&view.to_ne_bytes(), 0) as usize <= INLINE;
    if is_inline { view } else { view | placed(2, buffer) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gathered_is_each_row() {
        let buffers: [&[u8]; 2] = [&[b'a'; 70], b"0123456789abcdefghijklmnopqrstuvwxyz"];
        let of = |len: u32, buffer: u32, start: u32| {
            let mut view = [b'.'; 16];
            view[..4].copy_from_slice(&len.to_ne_bytes());
            if len as usize > INLINE {
                view[8..12].copy_from_slice(&buffer.to_ne_bytes());
                view[12..].copy_from_slice(&start.to_ne_bytes());
            }
            view
        };
        let each: Vec<_> = [0, 1, 11, 12]
            .map(|len| of(len, 0, 0))
            .into_iter()
            .chain(
                [(13, 0, 0), (14, 0, 13), (13, 1, 13), (20, 1, 0), (36, 1, 0), (57, 0, 13)]
                    .map(|(a, b, c)| of(a, b, c)),
            )
            .collect();
        for first in &each {
            for second in &each {
                for third in &each {
                    for missing in 0..4 {
                        let views = [*first, *second, *third];
                        let (offsets, text) =
                            gathered(&views, &buffers, |row| row != missing).expect("short");
                        for (row, view) in views.iter().enumerate() {
                            let [from, to] =
                                [row, row + 1].map(|n| u32::from_ne_bytes(offsets[n]) as usize);
                            let alone = text_of_view(view, &buffers).expect("there");
                            assert_eq!(&text[from..to], if row == missing { b"" } else { alone });
                        }
                    }
                }
            }
        }
        assert!(gathered(&[of(13, 2, 0)], &buffers, |_| true).is_none());
        assert!(gathered(&[of(13, 0, 60)], &buffers, |_| true).is_none());
    }

    #[test]
    fn a_view_of_each_length_and_place_is_its_text() {
        let bytes: Vec<u8> = (0..64).collect();
        for start in 0..64_u32 {
            for end in start..=64 {
                let made = view(&bytes, start, end).to_ne_bytes();
                let text = &bytes[start as usize..end as usize];
                assert_eq!(text_of_view(&made, &[&bytes]), Some(text));
                let moved = in_buffer(u128::from_ne_bytes(made), 2).to_ne_bytes();
                assert_eq!(text_of_view(&moved, &[&[], &[], &bytes]), Some(text));
                if text.len() <= INLINE {
                    assert!(made[4 + text.len()..].iter().all(|&byte| byte == 0));
                } else {
                    assert_eq!(made[4..8], text[..4]);
                }
            }
        }
    }
}
