//! The types of combination.

/// A type of combination (D4.1–D4.14), in the order of the table D4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Category {
    /// 单张, one card (D4.1).
    Single,
    /// 对子, two of a rank (D4.2).
    Pair,
    /// 三张, three of a rank (D4.3).
    Triplet,
    /// 三带一, a triplet and one card of another rank (D4.4).
    TripletSingle,
    /// 三带二, a triplet and a pair of another rank (D4.5).
    TripletPair,
    /// 顺子, five or more consecutive ranks within 3..A (D4.6).
    Straight,
    /// 连对, three or more consecutive pairs within 3..A (D4.7).
    PairSequence,
    /// 飞机, two or more consecutive triplets within 3..A (D4.8).
    TripletSequence,
    /// 飞机带小翼, a sequence of triplets and as many single cards (D4.9).
    TripletSequenceSingles,
    /// 飞机带大翼, a sequence of triplets and as many pairs (D4.10).
    TripletSequencePairs,
    /// 炸弹, four or more of a rank (D4.11).
    Bomb,
    /// 火箭, all the jokers (D4.12).
    Rocket,
    /// 四带二, four of a rank and two single cards (D4.13).
    QuadSingles,
    /// 四带两对, four of a rank and two pairs (D4.14).
    QuadPairs,
}

impl Category {
    /// Every category, in the order of the table D4: `ALL[i] as usize == i`.
    pub const ALL: [Self; 14] = [
        Self::Single,
        Self::Pair,
        Self::Triplet,
        Self::TripletSingle,
        Self::TripletPair,
        Self::Straight,
        Self::PairSequence,
        Self::TripletSequence,
        Self::TripletSequenceSingles,
        Self::TripletSequencePairs,
        Self::Bomb,
        Self::Rocket,
        Self::QuadSingles,
        Self::QuadPairs,
    ];

    /// The API name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Pair => "pair",
            Self::Triplet => "triplet",
            Self::TripletSingle => "triplet_single",
            Self::TripletPair => "triplet_pair",
            Self::Straight => "straight",
            Self::PairSequence => "pair_sequence",
            Self::TripletSequence => "triplet_sequence",
            Self::TripletSequenceSingles => "triplet_sequence_singles",
            Self::TripletSequencePairs => "triplet_sequence_pairs",
            Self::Bomb => "bomb",
            Self::Rocket => "rocket",
            Self::QuadSingles => "quad_singles",
            Self::QuadPairs => "quad_pairs",
        }
    }

    /// The category with this API name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }

    /// The number of the rule that defines it.
    pub const fn rule(self) -> &'static str {
        const RULES: [&str; 14] = [
            "D4.1", "D4.2", "D4.3", "D4.4", "D4.5", "D4.6", "D4.7", "D4.8", "D4.9", "D4.10",
            "D4.11", "D4.12", "D4.13", "D4.14",
        ];
        RULES[self as usize]
    }

    /// The place in the order in which the readings of a set are preferred (D4.21.2), 0 first.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::Rocket => 0,
            Self::Bomb => 1,
            Self::Single => 2,
            Self::Pair => 3,
            Self::Triplet => 4,
            Self::Straight => 5,
            Self::PairSequence => 6,
            Self::TripletSequence => 7,
            Self::TripletPair => 8,
            Self::TripletSingle => 9,
            Self::TripletSequencePairs => 10,
            Self::TripletSequenceSingles => 11,
            Self::QuadPairs => 12,
            Self::QuadSingles => 13,
        }
    }
}
