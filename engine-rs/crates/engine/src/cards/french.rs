//! The French pack: 52 cards and the two jokers.

use crate::cards::{Card, Face, FaceName, Pack, RankInfo, SuitInfo};
use crate::name::Name;

/// Index of the rank of the black (small) joker.
pub const BLACK_JOKER_RANK: u8 = 13;
/// Index of the rank of the red (big) joker.
pub const RED_JOKER_RANK: u8 = 14;
/// The black (small) joker.
pub const BLACK_JOKER: Card = Card(52);
/// The red (big) joker.
pub const RED_JOKER: Card = Card(53);

/// The pack of 54 faces: place 4 × rank + suit for 3 to 2 in clubs, diamonds, hearts and spades,
/// 52 the black joker, 53 the red one (D2.6.1).
pub static FRENCH: Pack = Pack { suits: &SUITS, ranks: &RANKS, faces: &FACES, face_name };

static SUITS: [SuitInfo; 4] = [
    suit("c", "♣", Name::new("clubs", "梅花", "трефы")),
    suit("d", "♦", Name::new("diamonds", "方块", "бубны")),
    suit("h", "♥", Name::new("hearts", "红桃", "червы")),
    suit("s", "♠", Name::new("spades", "黑桃", "пики")),
];

static RANKS: [RankInfo; 15] = [
    rank("3", Name::new("three", "3", "тройка")),
    rank("4", Name::new("four", "4", "четвёрка")),
    rank("5", Name::new("five", "5", "пятёрка")),
    rank("6", Name::new("six", "6", "шестёрка")),
    rank("7", Name::new("seven", "7", "семёрка")),
    rank("8", Name::new("eight", "8", "восьмёрка")),
    rank("9", Name::new("nine", "9", "девятка")),
    rank("T", Name::new("ten", "10", "десятка")),
    rank("J", Name::new("jack", "J", "валет")),
    rank("Q", Name::new("queen", "Q", "дама")),
    rank("K", Name::new("king", "K", "король")),
    rank("A", Name::new("ace", "A", "туз")),
    rank("2", Name::new("two", "2", "двойка")),
    rank("b", Name::new("black joker", "小王", "чёрный джокер")),
    rank("r", Name::new("red joker", "大王", "красный джокер")),
];

static FACES: [Face; 54] = [
    face("3c", 0, 0),
    face("3d", 1, 0),
    face("3h", 2, 0),
    face("3s", 3, 0),
    face("4c", 0, 1),
    face("4d", 1, 1),
    face("4h", 2, 1),
    face("4s", 3, 1),
    face("5c", 0, 2),
    face("5d", 1, 2),
    face("5h", 2, 2),
    face("5s", 3, 2),
    face("6c", 0, 3),
    face("6d", 1, 3),
    face("6h", 2, 3),
    face("6s", 3, 3),
    face("7c", 0, 4),
    face("7d", 1, 4),
    face("7h", 2, 4),
    face("7s", 3, 4),
    face("8c", 0, 5),
    face("8d", 1, 5),
    face("8h", 2, 5),
    face("8s", 3, 5),
    face("9c", 0, 6),
    face("9d", 1, 6),
    face("9h", 2, 6),
    face("9s", 3, 6),
    face("Tc", 0, 7),
    face("Td", 1, 7),
    face("Th", 2, 7),
    face("Ts", 3, 7),
    face("Jc", 0, 8),
    face("Jd", 1, 8),
    face("Jh", 2, 8),
    face("Js", 3, 8),
    face("Qc", 0, 9),
    face("Qd", 1, 9),
    face("Qh", 2, 9),
    face("Qs", 3, 9),
    face("Kc", 0, 10),
    face("Kd", 1, 10),
    face("Kh", 2, 10),
    face("Ks", 3, 10),
    face("Ac", 0, 11),
    face("Ad", 1, 11),
    face("Ah", 2, 11),
    face("As", 3, 11),
    face("2c", 0, 12),
    face("2d", 1, 12),
    face("2h", 2, 12),
    face("2s", 3, 12),
    Face { notation: "b", suit: None, rank: BLACK_JOKER_RANK },
    Face { notation: "r", suit: None, rank: RED_JOKER_RANK },
];

const fn suit(notation: &'static str, symbol: &'static str, name: Name) -> SuitInfo {
    SuitInfo { notation, symbol, name }
}

const fn rank(notation: &'static str, name: Name) -> RankInfo {
    RankInfo { notation, name }
}

const fn face(notation: &'static str, suit: u8, rank: u8) -> Face {
    Face { notation, suit: Some(suit), rank }
}

fn face_name(pack: &Pack, card: Card) -> FaceName {
    const GENITIVE: [&str; 4] = ["треф", "бубён", "червей", "пик"];
    let face = pack.face(card);
    let rank = &pack.ranks[usize::from(face.rank)].name;
    let Some(suit) = face.suit.map(usize::from) else {
        return FaceName {
            en: rank.en.to_owned(),
            zh: rank.zh.to_owned(),
            ru: rank.ru.to_owned(),
            ..FaceName::default()
        };
    };
    let name = &pack.suits[suit].name;
    FaceName {
        en: format!("{} of {}", rank.en, name.en),
        zh: format!("{}{}", name.zh, rank.zh),
        ru: format!("{} {}", rank.ru, GENITIVE[suit]),
        ..FaceName::default()
    }
}

#[cfg(test)]
mod tests {
    use super::FRENCH;

    #[test]
    fn places_follow_rank_and_suit() {
        for card in FRENCH.cards().take(52) {
            let face = FRENCH.face(card);
            assert_eq!(4 * face.rank + face.suit.expect("a suit"), card.0);
            let suit = FRENCH.suits[usize::from(card.0 % 4)].notation;
            let rank = FRENCH.ranks[usize::from(card.0 / 4)].notation;
            assert_eq!(face.notation, format!("{rank}{suit}"));
        }
    }
}
