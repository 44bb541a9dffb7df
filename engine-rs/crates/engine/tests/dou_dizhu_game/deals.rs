//! Equipment and dealing: sections 1 and 2 of the rules.

use paizhuo_engine::cards::Card;
use paizhuo_engine::cards::french::FRENCH;
use paizhuo_engine::event::{Event, Fact, Zone};
use paizhuo_engine::game::Direction;
use paizhuo_engine::games::dou_dizhu::Position;
use paizhuo_engine::hash::tagged;
use paizhuo_engine::notation::print_cards;
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::seat::Seat;
use paizhuo_engine::table::Command;

use crate::support::{Driven, dou_dizhu, laid_out};

/// A deal as D2.6 tells it, step by step, with none of the engine's own dealing.
struct ByTheBook {
    dealer: usize,
    hands: Vec<Vec<Card>>,
    bottom: Vec<Card>,
    shown: Option<(Card, usize)>,
    first_bidder: usize,
}

fn below(rng: &mut DealRng, bound: usize) -> usize {
    rng.below(u32::try_from(bound).expect("a small bound")) as usize
}

fn by_the_book(rng: &mut DealRng, seats: usize, shows: bool, dealer: Option<usize>) -> ByTheBook {
    let (packs, hand) = if seats == 3 { (1, 17) } else { (2, 25) };
    let dealer = dealer.unwrap_or_else(|| below(rng, seats));
    let mut deck: Vec<usize> = (0..54 * packs).collect();
    for i in (1..deck.len()).rev() {
        let j = below(rng, i + 1);
        deck.swap(i, j);
    }
    let cut = 1 + below(rng, deck.len() - 1);
    deck = [&deck[cut..], &deck[..cut]].concat();
    let face = |id: usize| Card(u8::try_from(id % 54).expect("a face"));
    let (shown, first_bidder) = if shows {
        let up = deck.remove(0);
        let place = below(rng, seats * hand);
        deck.insert(place, up);
        let seat = (dealer + place) % seats;
        (Some((face(up), seat)), seat)
    } else {
        (None, below(rng, seats))
    };
    let mut hands = vec![Vec::new(); seats];
    for (k, &id) in deck[..seats * hand].iter().enumerate() {
        hands[(dealer + k) % seats].push(face(id));
    }
    let bottom = deck[seats * hand..].iter().map(|&id| face(id)).collect();
    ByTheBook { dealer, hands, bottom, shown, first_bidder }
}

fn high_to_low(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable_by(|one, other| other.cmp(one));
    cards
}

/// D1.1, D2.1, D2.2, D2.3, D2.4, D2.5, D2.6, D2.7, D2.9: packs, first dealer, shuffle, cut, the
/// card turned up, hands and bottom cards come from the generator in the order of the rules.
#[test]
fn a_deal_is_dealt_by_the_book() {
    for (seats, options) in
        [(3u32, &[][..]), (4, &[]), (3, &["first_bidder=random"]), (4, &["first_bidder=random"])]
    {
        for seed in 0..60u8 {
            let key = tagged("book", &[&[seed]]);
            let shows = options.is_empty();
            let book = by_the_book(&mut DealRng::from_key(key), seats as usize, shows, None);
            let table = dou_dizhu(seats, options).table();
            let commit = Command::Commit { deal: 1, commitment: [0; 32] };
            let table = table.prepare(commit).expect("the server commits").next;
            let start = Command::Start { deal: 1, attempt: 1, key };
            let dealt = table.prepare(start).expect("the server deals");
            let Fact::Dealt { match_number, dealer, hands, zones, deal, attempt } =
                &*dealt.facts[0]
            else {
                panic!("dealing is the first fact");
            };
            assert_eq!((dealer.index(), *match_number, *deal, *attempt), (book.dealer, 1, 1, 1));
            let sorted: Vec<_> = book.hands.iter().cloned().map(high_to_low).collect();
            assert_eq!(*hands, sorted);
            let size = if seats == 3 { 3 } else { 8 };
            let bottom = Zone { name: "bottom", size, cards: None, seat: None };
            assert_eq!(zones[0], bottom, "the bottom cards stay face down (D2.5)");
            let seat = Seat(u8::try_from(book.first_bidder).expect("a seat"));
            let shown = book.shown.map(|(card, _)| Zone {
                name: "faceup",
                size: 1,
                cards: Some(vec![card]),
                seat: Some(seat),
            });
            assert_eq!(zones.get(1), shown.as_ref(), "D2.3, D2.6.7");
            let decisions = dealt.next.decisions();
            assert_eq!(decisions.len(), 1);
            assert_eq!((decisions[0].seat, decisions[0].kind), (seat, "auction"), "D3.1");
            if let Some((card, holder)) = book.shown {
                assert!(book.hands[holder].contains(&card), "D2.7: it is never at the bottom");
            }
            let all: Vec<Card> = book.hands.concat().into_iter().chain(book.bottom).collect();
            assert_eq!(all.len(), if seats == 3 { 54 } else { 108 });
        }
    }
}

/// D1.2, D1.3: hands are sorted r b 2 A K … 3, and spades before hearts, diamonds and clubs.
#[test]
fn a_hand_is_sorted_as_players_sort_it() {
    let hands = ["3c-3s-r-2d-b-Td-As-Ad-3h-2s", "4", "5"];
    let driven = Driven::position(dou_dizhu(3, &[]), &hands, "6");
    let hand = print_cards(&FRENCH, driven.view(0).own_hand());
    assert_eq!(hand, "r-b-2s-2d-As-Ad-Td-3s-3h-3c");
}

/// D1.5: seats are numbered anticlockwise, and so is everything else.
#[test]
fn everything_goes_anticlockwise() {
    let info = dou_dizhu(3, &[]).info();
    for direction in [info.seat_direction, info.deal_direction, info.play_direction] {
        assert_eq!(direction, Direction::Anticlockwise);
    }
}

/// D2.1: after a deal that was played out the next seat deals. D2.8: with `previous_winner` who
/// ran out of cards opens.
#[test]
fn the_deal_passes_and_the_winner_may_open() {
    for options in [&["first_bidder=previous_winner"][..], &[]] {
        let mut driven = Driven::position(dou_dizhu(3, options), &["3-4", "5", "6"], "9");
        driven.say(&["bid 3", "play 3", "play 5"]);
        assert_eq!(driven.public().last_deal.expect("it ended").winners, [Seat(1), Seat(2)]);
        driven.say(&["continue", "continue", "continue"]);
        driven.follow();
        assert_eq!(driven.public().dealer, Some(Seat(1)));
        if options.is_empty() {
            assert_eq!(driven.public().zones[1].seat, driven.asked(), "D2.6.7");
        } else {
            assert_eq!(driven.asked(), Some(Seat(1)));
            assert_eq!(driven.public().zones.len(), 1, "no card is shown");
        }
    }
}

/// D2.8: while there is no previous winner the first bidder is drawn; a redeal keeps the winner.
#[test]
fn before_there_is_a_previous_winner_the_first_bidder_is_drawn() {
    let mut openers = [0; 3];
    for seed in 0..60 {
        let driven = Driven::dealt(dou_dizhu(3, &["first_bidder=previous_winner"]), seed);
        openers[driven.asked().expect("somebody opens").index()] += 1;
    }
    assert!(openers.iter().all(|&often| often > 5), "{openers:?}");
    let rules = dou_dizhu(3, &["first_bidder=previous_winner"]);
    let mut driven = Driven::position(rules, &["3-4", "5-7", "6"], "9");
    driven.say(&["bid 3", "play 3", "pass", "play 6", "continue", "continue", "continue"]);
    driven.follow();
    for _ in 0..3 {
        assert_eq!(driven.asked(), Some(Seat(2)));
        driven.say(&["pass", "pass", "pass"]);
        driven.follow();
    }
}

/// D2.6.7: the card turned up and who holds it are public until that card is played; with two
/// packs until that seat plays such a card, not another seat.
#[test]
fn the_card_turned_up_is_public_until_its_holder_plays_it() {
    let (hands, bottom) = laid_out(&["3c-4c", "5c-3c-6h", "7c-8c", "9c-Tc"], "Jc");
    let card = FRENCH.card("3c").expect("a face");
    let position = Position {
        faceup: Some((card, Seat(1))),
        first_bidder: Seat(1),
        ..Position::new(hands, bottom)
    };
    let faceup =
        |driven: &Driven| driven.public().zones.into_iter().find(|zone| zone.name == "faceup");
    let mut driven = Driven::at(dou_dizhu(4, &[]), &position);
    assert_eq!(faceup(&driven).expect("shown").seat, Some(Seat(1)));
    driven.say(&["pass", "pass", "pass", "bid 3", "play 3c", "play 5"]);
    let shown = faceup(&driven).expect("another copy was played");
    assert_eq!((shown.seat, shown.cards), (Some(Seat(1)), Some(vec![card])));
    let mut driven = Driven::at(dou_dizhu(4, &[]), &position);
    driven.say(&["bid 3", "play 3c"]);
    assert_eq!(faceup(&driven), None, "its holder played it");
}

/// D2.5, D3.12: what each viewer is told of a deal: the own hand, everybody's number of cards,
/// nothing else.
#[test]
fn a_viewer_is_told_the_own_hand_alone() {
    let driven = Driven::dealt(dou_dizhu(3, &[]), 1);
    for viewer in [None, Some(Seat(0)), Some(Seat(1)), Some(Seat(2))] {
        let events = driven.events(viewer);
        let Event::Dealt { hand, hand_sizes, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!(hand_sizes, &[17, 17, 17]);
        assert_eq!(hand.len(), if viewer.is_some() { 17 } else { 0 });
        let view = driven.table.view(viewer);
        let shown = view.seats.iter().filter(|seat| seat.hand.is_some()).count();
        assert_eq!(shown, usize::from(viewer.is_some()));
        assert_eq!(view.own_hand(), hand);
    }
}
