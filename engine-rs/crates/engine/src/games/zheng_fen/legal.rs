//! What the viewer of a view may do, from the view alone.

use super::combinations::{combination, laid, told};
use super::order::Laid;
use super::plays::{Play, plays};
use super::readings::Represent;
use super::rules::Rules;
use crate::action::{Action, Verb};
use crate::climbing::Faces;
use crate::legal::{Legal, LegalForm};
use crate::view::View;

/// What the viewer may do: at most `limit` actions a verb.
pub(super) fn legal(rules: &Rules, view: &View, limit: usize) -> Legal {
    let Some(decision) = view.own_decision() else {
        return Legal::default();
    };
    let forms = decision.verbs.iter().map(|&verb| {
        let form = if verb == Verb::Pass {
            LegalForm::list([Action::Pass], limit)
        } else {
            let plays = plays(rules, own_hand(view), standing(view));
            LegalForm::sampled(&plays, limit, |&play| action(play))
        };
        (verb, form)
    });
    Legal { verbs: forms.collect() }
}

/// What the viewer must beat; none for a leader.
pub(super) fn standing(view: &View) -> Option<Laid> {
    let to_beat = view.trick.as_ref()?.to_beat()?;
    Some(laid(to_beat).expect("what stands is of this game"))
}

/// The viewer's hand.
pub(super) fn own_hand(view: &View) -> Faces {
    Faces::from_cards(view.own_hand().iter().copied()).expect("a hand is out of one pack")
}

/// The action of a play.
pub(super) fn action(play: Play) -> Action {
    let cards = combination(play.set, play.laid).cards;
    Action::Play { cards, reading: told(play.laid, Represent::default()) }
}
