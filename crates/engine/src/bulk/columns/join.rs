//! Joining: several pieces of a result as one column.

use super::bits::BitVec;
use super::bytes::Bytes;
use super::values::{Data, Ends, TooLong, Values, Width};

/// The rows of all pieces, in order, in the layout `width`.
///
/// # Errors
/// Where the joined rows are longer than offsets of 32 bits can express.
pub fn join(parts: &[&Values], width: Width) -> Result<Values, TooLong> {
    let mut all = wide(parts);
    let nulls = parts.iter().any(|part| part.valid.is_some());
    if nulls {
        let mut valid = BitVec::default();
        for part in parts {
            match &part.valid {
                Some(more) => valid.append(more),
                None => valid.push_ones(part.len),
            }
        }
        all.valid = Some(valid);
    }
    all.in_width(width)
}

/// Like [`join`], with offsets of 64 bits and without the validity of the pieces.
fn wide(parts: &[&Values]) -> Values {
    let len = parts.iter().map(|part| part.len).sum();
    let data = match &parts[0].data {
        Data::Texts(..) => {
            let sizes = parts.iter().map(|part| match &part.data {
                Data::Texts(_, bytes) => bytes.len(),
                _ => 0,
            });
            let mut bytes = Bytes::with_room(sizes.sum());
            let mut ends = vec![0];
            for part in parts {
                if let Data::Texts(more, text) = &part.data {
                    add_ends(&mut ends, more, part.len);
                    bytes.extend_from_slice(text);
                }
            }
            Data::Texts(Ends::Large(ends), bytes)
        }
        Data::Bools(_) => {
            let mut all = BitVec::default();
            for part in parts {
                if let Data::Bools(bits) = &part.data {
                    all.append(bits);
                }
            }
            Data::Bools(all)
        }
        Data::Ints(_) => {
            let numbers = parts.iter().flat_map(|part| match &part.data {
                Data::Ints(numbers) => numbers.as_slice(),
                _ => &[],
            });
            Data::Ints(numbers.copied().collect())
        }
        Data::Struct(fields) => {
            let field = |n: usize| {
                let of_each: Vec<&Values> = parts
                    .iter()
                    .filter_map(|part| match &part.data {
                        Data::Struct(fields) => fields.get(n),
                        _ => None,
                    })
                    .collect();
                join(&of_each, Width::Large).expect("64 bits are enough")
            };
            Data::Struct((0..fields.len()).map(field).collect())
        }
        Data::List(..) => {
            let mut ends = vec![0];
            let mut items = Vec::new();
            for part in parts {
                if let Data::List(more, part_items) = &part.data {
                    add_ends(&mut ends, more, part.len);
                    items.push(&**part_items);
                }
            }
            let items = join(&items, Width::Large).expect("64 bits are enough");
            Data::List(Ends::Large(ends), Box::new(items))
        }
    };
    Values { len, valid: None, data }
}

fn add_ends(ends: &mut Vec<i64>, more: &Ends, count: usize) {
    let start = ends.last().copied().unwrap_or_default();
    match more {
        Ends::Small(more) => {
            ends.extend(more[1..].iter().map(|&end| start + i64::from(end)));
        }
        Ends::Large(more) => ends.extend(more[1..].iter().map(|end| start + end)),
        // Views are made of texts that are contiguous.
        Ends::Views(views) => {
            let mut end = start;
            for view in &views[..count] {
                let bytes = view.to_ne_bytes();
                end += i64::from(i32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
                ends.push(end);
            }
        }
    }
}
