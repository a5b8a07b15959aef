//! Tables: enums in which each variant is a row.

/// Makes an enum of a table: a variant for each row, all of them in order as `ALL`, and the values
/// of a variant as its `row`.
macro_rules! table {
    ($(#[$meta:meta])* $name:ident: $row:ty { $($(#[$attribute:meta])* $variant:ident => $values:expr,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum $name { $($(#[$attribute])* $variant,)+ }

        impl $name {
            /// All variants, in the order of the table.
            pub const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];

            const fn row(self) -> $row {
                match self { $(Self::$variant => $values,)+ }
            }
        }
    };
}

/// As [`table`], of words: a variant has its `word`, and `NAMES` has all of them by their words.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$attribute:meta])* $variant:ident => $word:literal,)+ }) => {
        $crate::base::table::table! {
            $(#[$meta])*
            $name: &'static str { $($(#[$attribute])* $variant => $word,)+ }
        }

        impl $name {
            /// All variants by their words.
            pub const NAMES: [(&'static str, Self); Self::ALL.len()] = [$(($word, Self::$variant)),+];

            /// The stable word of the variant.
            #[must_use]
            pub const fn word(self) -> &'static str {
                self.row()
            }
        }
    };
}

pub(crate) use {table, words};
