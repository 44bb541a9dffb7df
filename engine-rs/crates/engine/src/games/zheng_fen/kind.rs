//! The kinds of combination, the forms of specials and the labels of poker combinations.

/// A kind of combination (Z4.1–Z4.10), in the order of table 4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// 单张, one card (Z4.1).
    Single,
    /// 对子, two of a rank (Z4.2).
    Pair,
    /// 三张, three of a rank (Z4.3).
    Triplet,
    /// 四张, four of a rank below the two; no bomb (Z4.4).
    Quartet,
    /// 连对, three or more consecutive pairs (Z4.5).
    PairSequence,
    /// 三连, three or more consecutive triplets (Z4.6).
    TripletSequence,
    /// 四连, consecutive quartets (Z4.7).
    QuartetSequence,
    /// 三带二, a triplet and two further cards (Z4.8).
    Poker,
    /// 同花顺, five or more consecutive cards of one suit (Z4.9).
    SuitSequence,
    /// 五十K, a five, a ten and a king, or four twos: beats every other kind (Z4.10).
    Special,
}

/// A form of special, low to high (Z4.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Form {
    /// 杂五十K, of several suits (Z4.10a).
    Mixed,
    /// 纯五十K, of one suit (Z4.10b).
    Suited,
    /// 四个2, four twos (Z4.10c).
    Twos,
}

/// What the two further cards of a poker combination are, the canonical label first (Z4.19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    /// Two of a rank (Z4.8a).
    Pair,
    /// Neighbours of one suit (Z4.8b).
    Adjacent,
    /// Two of 5, T and K (Z4.8d).
    Points,
    /// Any two (Z4.8c).
    Any,
}

/// Labels of one reading, each there or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Labels(u8);

impl Kind {
    /// Every kind, in the order of table 4.1: `ALL[i] as usize == i`.
    pub const ALL: [Self; 10] = [
        Self::Single,
        Self::Pair,
        Self::Triplet,
        Self::Quartet,
        Self::PairSequence,
        Self::TripletSequence,
        Self::QuartetSequence,
        Self::Poker,
        Self::SuitSequence,
        Self::Special,
    ];

    /// The API name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Triplet => "triplet",
            Self::Quartet => "quartet",
            Self::PairSequence => "pair_sequence",
            Self::TripletSequence => "triplet_sequence",
            Self::QuartetSequence => "quartet_sequence",
            Self::Poker => "poker",
            Self::SuitSequence => "suit_sequence",
            Self::Special => "special",
        }
    }

    /// The kind with this API name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number of the rule that defines it.
    pub const fn rule(self) -> &'static str {
        const RULES: [&str; 10] =
            ["Z4.1", "Z4.2", "Z4.3", "Z4.4", "Z4.5", "Z4.6", "Z4.7", "Z4.8", "Z4.9", "Z4.10"];
        RULES[self as usize]
    }

    /// Its sequences may be of different lengths (Z4.12).
    pub const fn is_sequence(self) -> bool {
        matches!(
            self,
            Self::PairSequence | Self::TripletSequence | Self::QuartetSequence | Self::SuitSequence
        )
    }

    /// The place in the order in which the readings of a set are preferred (Z4.24), 0 first.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::Special => 0,
            Self::QuartetSequence => 1,
            Self::TripletSequence => 2,
            Self::PairSequence => 3,
            Self::SuitSequence => 4,
            Self::Poker => 5,
            Self::Quartet => 6,
            Self::Triplet => 7,
            Self::Pair => 8,
            Self::Single => 9,
        }
    }
}

impl Form {
    /// Every form, low to high: `ALL[i] as usize == i`.
    pub const ALL: [Self; 3] = [Self::Mixed, Self::Suited, Self::Twos];

    /// The API name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Suited => "suited",
            Self::Twos => "twos",
        }
    }
}

impl Label {
    /// Every label, the canonical one first: `ALL[i] as usize == i`.
    pub const ALL: [Self; 4] = [Self::Pair, Self::Adjacent, Self::Points, Self::Any];

    /// The API name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Adjacent => "adjacent",
            Self::Points => "points",
            Self::Any => "any",
        }
    }

    /// The label with this API name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|label| label.name() == name)
    }
}

impl Labels {
    /// No label.
    pub const NONE: Self = Self(0);
    /// Every label.
    pub const ALL: Self = Self(15);

    /// One label alone.
    pub const fn of(label: Label) -> Self {
        Self(1 << label as u8)
    }

    /// Whether a label is there.
    pub const fn has(self, label: Label) -> bool {
        self.0 >> label as u8 & 1 == 1
    }

    /// The same with the labels of another.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The labels, the canonical one first.
    pub fn iter(self) -> impl Iterator<Item = Label> {
        Label::ALL.into_iter().filter(move |&label| self.has(label))
    }

    /// The canonical label (Z4.19).
    pub fn first(self) -> Option<Label> {
        self.iter().next()
    }
}
