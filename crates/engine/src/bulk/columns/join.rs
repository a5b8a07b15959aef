//! Joining: several pieces of a result as one column.

use super::values::{Data, Ends, OffsetOverflow, TextWidth, Values};
use super::{bits::BitVec, bytes::Bytes, views::in_buffer};

/// Why pieces cannot be one column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unjoined {
    /// The joined rows are longer than the offsets can express.
    TooLong,
    /// The pieces have different shapes, which is a bug of the caller.
    Unlike,
}

impl From<OffsetOverflow> for Unjoined {
    fn from(OffsetOverflow: OffsetOverflow) -> Self {
        Self::TooLong
    }
}

/// The rows of all pieces, in order, in the layout `width`.
///
/// # Errors
/// Where the joined rows are longer than offsets of 32 bits can express, and where the pieces have
/// different shapes or there are none: no row is left out.
pub fn join(parts: &[&Values], width: TextWidth) -> Result<Values, Unjoined> {
    let inner = if width == TextWidth::Views { TextWidth::Small } else { width };
    let mut all = join_with_i64_offsets(parts, inner)?;
    all.valid = all_valid(parts);
    Ok(all.in_width(width)?)
}

/// Which rows of all pieces are not null; `None` if all are.
fn all_valid(parts: &[&Values]) -> Option<BitVec> {
    parts.iter().find(|part| part.valid.is_some())?;
    let mut valid = BitVec::default();
    for part in parts {
        match &part.valid {
            Some(more) => valid.append(more),
            None => valid.push_ones(part.len),
        }
    }
    Some(valid)
}

/// The views of all pieces and which rows are not null. Those of piece `n` lead to buffer `n`, so
/// that no text is copied.
///
/// # Errors
/// Where a piece does not consist of views, or there are too many pieces.
pub fn join_views(parts: &[&Values]) -> Result<(Vec<u128>, Option<BitVec>), Unjoined> {
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.len).sum());
    for (n, part) in parts.iter().enumerate() {
        let Data::Texts(Ends::Views(views), _) = &part.data else { return Err(Unjoined::Unlike) };
        let n = i32::try_from(n).map_err(|_| Unjoined::TooLong)?.cast_unsigned();
        all.extend(views.iter().map(|&view| in_buffer(view, n)));
    }
    Ok((all, all_valid(parts)))
}

/// Like [`join`], with offsets of 64 bits, except those of fields and items, and without the validity
/// of the pieces.
fn join_with_i64_offsets(parts: &[&Values], inner: TextWidth) -> Result<Values, Unjoined> {
    let data = match &parts.first().ok_or(Unjoined::Unlike)?.data {
        Data::Texts(..) => {
            let texts = each_piece(parts, |data| match data {
                Data::Texts(ends, bytes) => Some((ends, bytes)),
                _ => None,
            })?;
            let mut all = Bytes::with_capacity(texts.iter().map(|(_, bytes)| bytes.len()).sum());
            for (_, bytes) in &texts {
                all.extend_from_slice(bytes);
            }
            Data::Texts(all_ends(parts, texts.iter().map(|(ends, _)| *ends)), all)
        }
        Data::Bools(_) => {
            let mut all = BitVec::default();
            for bits in each_piece(parts, |data| match data {
                Data::Bools(bits) => Some(bits),
                _ => None,
            })? {
                all.append(bits);
            }
            Data::Bools(all)
        }
        Data::Ints(_) => {
            let numbers = each_piece(parts, |data| match data {
                Data::Ints(numbers) => Some(numbers.as_slice()),
                _ => None,
            })?;
            Data::Ints(numbers.concat())
        }
        Data::Struct(first) => {
            let rows = each_piece(parts, |data| match data {
                Data::Struct(fields) if fields.len() == first.len() => Some(fields),
                _ => None,
            })?;
            let field = |n: usize| {
                let of_each: Vec<&Values> = rows.iter().map(|fields| &fields[n]).collect();
                join(&of_each, inner)
            };
            Data::Struct((0..first.len()).map(field).collect::<Result<_, _>>()?)
        }
        Data::List(..) => {
            let lists = each_piece(parts, |data| match data {
                Data::List(ends, items) => Some((ends, &**items)),
                _ => None,
            })?;
            let items: Vec<&Values> = lists.iter().map(|(_, items)| *items).collect();
            let ends = all_ends(parts, lists.iter().map(|(ends, _)| *ends));
            Data::List(ends, Box::new(join(&items, inner)?))
        }
    };
    Ok(Values { len: parts.iter().map(|part| part.len).sum(), valid: None, data })
}

/// What `data` takes of each piece; it takes nothing of data of another shape.
fn each_piece<'a, T>(
    parts: &[&'a Values],
    data: impl Fn(&'a Data) -> Option<T>,
) -> Result<Vec<T>, Unjoined> {
    let taken = parts.iter().map(|part| data(&part.data)).collect::<Option<_>>();
    taken.ok_or(Unjoined::Unlike)
}

/// The ends of the rows of all pieces.
fn all_ends<'a>(parts: &[&Values], ends: impl Iterator<Item = &'a Ends>) -> Ends {
    let mut all = vec![0];
    for (part, more) in parts.iter().zip(ends) {
        add_ends(&mut all, more, part.len);
    }
    Ends::Large(all)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::columns::ResultType;

    const PAIR: ResultType = ResultType::Struct(&[("a", ResultType::Int), ("b", ResultType::Text)]);
    const SHAPES: [ResultType; 6] = [
        ResultType::Text,
        ResultType::Bool,
        ResultType::Int,
        ResultType::Struct(&[("a", ResultType::Int)]),
        PAIR,
        ResultType::List(&ResultType::Int),
    ];

    #[test]
    fn pieces_of_different_shapes_are_refused() {
        for (n, one) in SHAPES.iter().enumerate() {
            for (m, other) in SHAPES.iter().enumerate() {
                let [mut one, mut other] = [Values::new(one), Values::new(other)];
                one.push_null();
                other.push_null();
                let joined = join(&[&one, &other], TextWidth::Large).map(|all| all.len);
                assert_eq!(joined, if n == m { Ok(2) } else { Err(Unjoined::Unlike) }, "{n} {m}");
            }
        }
        assert!(matches!(join(&[], TextWidth::Large), Err(Unjoined::Unlike)));
    }

    #[test]
    fn so_are_fields_and_items_of_different_shapes() {
        let pair =
            Values::new(&ResultType::Struct(&[("a", ResultType::Int), ("b", ResultType::Int)]));
        let list = Values::new(&ResultType::List(&ResultType::Bool));
        for (one, other) in [(Values::new(&PAIR), pair), (Values::new(&SHAPES[5]), list)] {
            assert_eq!(join(&[&one, &other], TextWidth::Large).err(), Some(Unjoined::Unlike));
        }
    }
}
