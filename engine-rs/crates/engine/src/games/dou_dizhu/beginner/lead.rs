//! What a beginner leads.

use super::groups::groups;
use super::situation::Situation;
use crate::climbing::Ranks;
use crate::games::dou_dizhu::category::Category;
use crate::games::dou_dizhu::plays::Play;
use crate::games::dou_dizhu::readings::canonical;

/// The play that is led.
pub(super) fn lead(situation: &Situation<'_>) -> Play {
    if let Some(play) = situation.whole_hand() {
        return play;
    }
    let groups = groups(situation.rules, situation.hand);
    if let Some(play) = winning_start(&groups) {
        return play;
    }
    if situation.partner_waits {
        return single(situation, situation.hand.at_least(1).lowest());
    }
    let calm: Vec<&Play> = groups.iter().filter(|play| !play.reading.is_explosive()).collect();
    let safe = calm.iter().filter(|play| !helps_out(situation, play));
    if let Some(play) = safe.min_by_key(|play| order(play)) {
        return **play;
    }
    let feared = calm.iter().max_by_key(|play| play.reading.key);
    let Some(play) = feared else {
        return *groups.iter().min_by_key(|play| order(play)).expect("a leader holds cards");
    };
    // Only what an opponent may go out on is left: the highest is the hardest to beat.
    let highest = situation.hand.at_least(1).highest();
    if play.reading.category == Category::Single { single(situation, highest) } else { **play }
}

/// With one bomb or rocket and one more play the bomb goes first: nobody is likely to beat it.
fn winning_start(groups: &[Play]) -> Option<Play> {
    let strong = groups.iter().filter(|play| play.reading.is_explosive());
    (groups.len() == 2).then(|| strong.max_by_key(|play| play.reading.key).copied()).flatten()
}

/// Low combinations before high ones, and those that shed much before those that shed little.
fn order(play: &Play) -> i16 {
    i16::from(play.reading.key) - 2 * i16::from(play.set.size())
}

/// An opponent with so few cards might go out on this.
fn helps_out(situation: &Situation<'_>, play: &Play) -> bool {
    play.set.size() <= 2 && play.set.size() == situation.danger
}

fn single(situation: &Situation<'_>, rank: u8) -> Play {
    let set = Ranks::of(rank, 1);
    let reading = canonical(situation.rules, set).expect("one card is a combination");
    Play { set, reading }
}
