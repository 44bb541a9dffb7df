//! The Unsun pack: 75 different cards in five suits of fifteen (HM-1.4).

use crate::cards::{Card, Face, FaceName, Pack, RankInfo, SuitInfo};
use crate::name::Name;

/// The pack of 75 faces: place 15 × suit + rank, in the order of HM-2.3.
pub static UNSUN: Pack = Pack { suits: &SUITS, ranks: &RANKS, faces: &FACES, face_name };

static SUITS: [SuitInfo; 5] = [
    suit("P", Name::new("Pao", "花", "Пао").ja("花", "ぱお")),
    suit("I", Name::new("Isu", "剑", "Ису").ja("剣", "いす")),
    suit("K", Name::new("Koppu", "杯", "Коппу").ja("杯", "こっぷ")),
    suit("O", Name::new("Oru", "币", "Ору").ja("貨", "おうる")),
    suit("G", Name::new("Guru", "巴", "Гуру").ja("巴", "ぐる")),
];

static RANKS: [RankInfo; 15] = [
    rank("1", Name::new("one", "一", "один").ja("一", "いち")),
    rank("2", Name::new("two", "二", "два").ja("二", "に")),
    rank("3", Name::new("three", "三", "три").ja("三", "さん")),
    rank("4", Name::new("four", "四", "четыре").ja("四", "し")),
    rank("5", Name::new("five", "五", "пять").ja("五", "ご")),
    rank("6", Name::new("six", "六", "шесть").ja("六", "ろく")),
    rank("7", Name::new("seven", "七", "семь").ja("七", "しち")),
    rank("8", Name::new("eight", "八", "восемь").ja("八", "はち")),
    rank("9", Name::new("nine", "九", "девять").ja("九", "く")),
    rank("sun", Name::new("Sun", "寸", "Сун").ja("寸", "すん")),
    rank("un", Name::new("Un", "福", "Ун").ja("福", "うん")),
    rank("sota", Name::new("Sota", "女", "Сота").ja("女", "そうた")),
    rank("robai", Name::new("Robai", "龙", "Робай").ja("龍", "ろばい")),
    rank("rei", Name::new("Rei", "王", "Рэй").ja("王", "れい")),
    rank("kaba", Name::new("Kaba", "马", "Каба").ja("馬", "かば")),
];

static FACES: [Face; 75] = [
    face("P1", 0, 0),
    face("P2", 0, 1),
    face("P3", 0, 2),
    face("P4", 0, 3),
    face("P5", 0, 4),
    face("P6", 0, 5),
    face("P7", 0, 6),
    face("P8", 0, 7),
    face("P9", 0, 8),
    face("Psun", 0, 9),
    face("Pun", 0, 10),
    face("Psota", 0, 11),
    face("Probai", 0, 12),
    face("Prei", 0, 13),
    face("Pkaba", 0, 14),
    face("I1", 1, 0),
    face("I2", 1, 1),
    face("I3", 1, 2),
    face("I4", 1, 3),
    face("I5", 1, 4),
    face("I6", 1, 5),
    face("I7", 1, 6),
    face("I8", 1, 7),
    face("I9", 1, 8),
    face("Isun", 1, 9),
    face("Iun", 1, 10),
    face("Isota", 1, 11),
    face("Irobai", 1, 12),
    face("Irei", 1, 13),
    face("Ikaba", 1, 14),
    face("K1", 2, 0),
    face("K2", 2, 1),
    face("K3", 2, 2),
    face("K4", 2, 3),
    face("K5", 2, 4),
    face("K6", 2, 5),
    face("K7", 2, 6),
    face("K8", 2, 7),
    face("K9", 2, 8),
    face("Ksun", 2, 9),
    face("Kun", 2, 10),
    face("Ksota", 2, 11),
    face("Krobai", 2, 12),
    face("Krei", 2, 13),
    face("Kkaba", 2, 14),
    face("O1", 3, 0),
    face("O2", 3, 1),
    face("O3", 3, 2),
    face("O4", 3, 3),
    face("O5", 3, 4),
    face("O6", 3, 5),
    face("O7", 3, 6),
    face("O8", 3, 7),
    face("O9", 3, 8),
    face("Osun", 3, 9),
    face("Oun", 3, 10),
    face("Osota", 3, 11),
    face("Orobai", 3, 12),
    face("Orei", 3, 13),
    face("Okaba", 3, 14),
    face("G1", 4, 0),
    face("G2", 4, 1),
    face("G3", 4, 2),
    face("G4", 4, 3),
    face("G5", 4, 4),
    face("G6", 4, 5),
    face("G7", 4, 6),
    face("G8", 4, 7),
    face("G9", 4, 8),
    face("Gsun", 4, 9),
    face("Gun", 4, 10),
    face("Gsota", 4, 11),
    face("Grobai", 4, 12),
    face("Grei", 4, 13),
    face("Gkaba", 4, 14),
];

const fn suit(notation: &'static str, name: Name) -> SuitInfo {
    SuitInfo { notation, symbol: "", name }
}

const fn rank(notation: &'static str, name: Name) -> RankInfo {
    RankInfo { notation, name }
}

const fn face(notation: &'static str, suit: u8, rank: u8) -> Face {
    Face { notation, suit: Some(suit), rank }
}

fn face_name(pack: &Pack, card: Card) -> FaceName {
    let face = pack.face(card);
    let suit = &pack.suits[usize::from(face.suit.expect("every card has a suit"))].name;
    let rank = &pack.ranks[usize::from(face.rank)].name;
    FaceName {
        en: format!("{} of {}", rank.en, suit.en),
        zh: format!("{}{}", suit.zh, rank.zh),
        ru: format!("{} {}", suit.ru, rank.ru),
        ja: format!("{}の{}", suit.ja, rank.ja),
        ja_kana: format!("{}の{}", suit.ja_kana, rank.ja_kana),
    }
}

#[cfg(test)]
mod tests {
    use super::UNSUN;

    #[test]
    fn places_follow_suit_and_rank() {
        for card in UNSUN.cards() {
            let face = UNSUN.face(card);
            assert_eq!(15 * face.suit.expect("a suit") + face.rank, card.0);
            let suit = UNSUN.suits[usize::from(card.0 / 15)].notation;
            let rank = UNSUN.ranks[usize::from(card.0 % 15)].notation;
            assert_eq!(face.notation, format!("{suit}{rank}"));
        }
        assert_eq!(UNSUN.faces.len(), 75);
    }
}
