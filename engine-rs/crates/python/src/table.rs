//! Tables: those that look after themselves, and those that are moved by the entries of a log.

use paizhuo_engine::Ruleset as Rules;
use paizhuo_engine::action::Action;
use paizhuo_engine::bots::Bot;
use paizhuo_engine::cards::Pack;
use paizhuo_engine::game::Stage;
use paizhuo_engine::legal::LEGAL_MAX;
use paizhuo_engine::match_log::LoggedTable;
use paizhuo_engine::notation::parse_action;
use paizhuo_engine::play::Playing;
use paizhuo_engine::rng::DealRng;
use paizhuo_engine::seat::{Seat, Viewer};
use paizhuo_engine::table::Table as Game;
use paizhuo_wire::act::EntryPlace;
use paizhuo_wire::{action, entry, record, view};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::act_request::ActRequest;
use crate::boundary::guard;
use crate::decision::{Decision, decisions};
use crate::errors::raise;
use crate::legal::Legal;
use crate::prepared::{Outline, Prepared, outline, was_committed};
use crate::ruleset::Ruleset;
use crate::seat_view::{SeatView, encode_action};
use crate::seed::read_seed;

/// A game at a table.
#[pyclass(module = "paizhuo._engine")]
pub(crate) struct Table {
    rules: Rules,
    kind: Kind,
}

// The default of `Table.legal` is written as a number, so that Python can show it.
const _: () = assert!(LEGAL_MAX == 512);

/// Who moves a table.
#[derive(Clone)]
enum Kind {
    /// Entries of a log.
    Logged(LoggedTable),
    /// Actions; deals and bots follow.
    Playing(Box<Playing>),
}

impl Table {
    fn game(&self) -> &dyn Game {
        match &self.kind {
            Kind::Logged(logged) => logged.table(),
            Kind::Playing(playing) => playing.table(),
        }
    }

    fn pack(&self) -> &'static Pack {
        self.rules.info().pack
    }

    fn logged_mut(&mut self) -> PyResult<&mut LoggedTable> {
        match &mut self.kind {
            Kind::Logged(logged) => Ok(logged),
            Kind::Playing(_) => Err(PyTypeError::new_err("this table takes actions: use act")),
        }
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        if seat < self.rules.seats() {
            return Ok(Seat(seat));
        }
        Err(PyValueError::new_err(format!("there is no seat {seat}")))
    }

    fn viewer(&self, viewer: Option<u8>) -> PyResult<Viewer> {
        viewer.map(|seat| self.seat(seat)).transpose()
    }

    fn action(&self, py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Action> {
        let action = if let Ok(text) = given.cast::<PyString>() {
            parse_action(self.pack(), &text.to_cow()?)
        } else {
            action::decode_bytes(self.pack(), given.cast::<PyBytes>()?.as_bytes())
        };
        action.map_err(|refused| raise(py, Some(self.pack()), &refused))
    }
}

#[pymethods]
impl Table {
    /// A table that looks after itself: deals follow by themselves, and bots answer at once.
    /// Where cards are drawn one by one they are drawn too, until somebody must decide; without
    /// `draws` only `draw` draws, so that persons can bid in between.
    #[new]
    #[pyo3(signature = (rules, seed = None, bots = None, *, draws = true))]
    fn new(
        py: Python<'_>,
        rules: &Ruleset,
        seed: Option<&Bound<'_, PyAny>>,
        bots: Option<&Bound<'_, PyDict>>,
        draws: bool,
    ) -> PyResult<Self> {
        guard(|| {
            let seed = match seed {
                Some(seed) => read_seed(seed)?,
                None => read_seed(&py.import("os")?.call_method1("urandom", (32,))?)?,
            };
            let mut seated = vec![None; usize::from(rules.0.seats())];
            for (seat, bot) in bots.into_iter().flatten() {
                let seat: usize = seat.extract()?;
                let bot: String = bot.extract()?;
                let bot = Bot::named(&bot).map_err(|refused| raise(py, None, &refused))?;
                let place = seated.get_mut(seat);
                let place = place.ok_or_else(|| PyValueError::new_err("no such seat"))?;
                *place = Some(bot);
            }
            let playing =
                py.detach(|| guard(|| Ok(Playing::new(&rules.0, seed, seated, draws))))?;
            Ok(Self { rules: rules.0.clone(), kind: Kind::Playing(Box::new(playing)) })
        })
    }

    /// A table before its first entry, to be moved by `prepare` and `commit` alone.
    #[staticmethod]
    fn logged(rules: &Ruleset, table_id: &str) -> PyResult<Self> {
        guard(|| {
            let logged = LoggedTable::new(rules.0.clone(), table_id);
            Ok(Self { rules: rules.0.clone(), kind: Kind::Logged(logged) })
        })
    }

    /// The table after so many steps of an encoded record, as it stands when the next one is made,
    /// or after the last. `ValueError` where the record does not fit, or has fewer steps.
    #[staticmethod]
    #[pyo3(signature = (record, steps = None))]
    fn replay(py: Python<'_>, record: &[u8], steps: Option<usize>) -> PyResult<Self> {
        guard(|| {
            let read = record::decode_bytes(record);
            let read = read.map_err(|refused| raise(py, None, &refused))?;
            let playing = Playing::replay(&read, steps).map_err(PyValueError::new_err)?;
            Ok(Self { rules: read.ruleset, kind: Kind::Playing(Box::new(playing)) })
        })
    }

    /// The rules that it is played by.
    #[getter]
    fn rules(&self) -> Ruleset {
        Ruleset::new_shared(self.rules.clone())
    }

    /// The hash of the state.
    #[getter]
    fn hash<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| Ok(PyBytes::new(py, &self.game().hash().0)))
    }

    /// The open decisions, in the order of seats.
    #[getter]
    fn decisions(&self) -> Vec<Decision> {
        decisions(self.game())
    }

    /// What decides what the table does next, as in [`Prepared`].
    #[getter]
    fn outline(&self) -> Outline {
        outline(self.game())
    }

    /// Number of the match, from 1; 0 before the first.
    #[getter]
    fn r#match(&self) -> u32 {
        self.game().number().match_number
    }

    /// Number of the deal, from 1; 0 before the first.
    #[getter]
    fn deal(&self) -> u32 {
        self.game().number().deal
    }

    /// The attempt of that deal, from 1.
    #[getter]
    fn attempt(&self) -> u32 {
        self.game().number().attempt
    }

    /// The next deal has no commitment yet, and the deal before has ended.
    #[getter]
    fn needs_commit(&self) -> bool {
        self.game().needs_commit()
    }

    /// Dealing is the next thing that can happen, as far as the rules go.
    #[getter]
    fn needs_start(&self) -> bool {
        self.game().needs_start()
    }

    /// The match has ended, and another has not begun.
    #[getter]
    fn match_over(&self) -> bool {
        self.game().stage() == Stage::Over
    }

    /// Checks an encoded entry of a log and computes the table after it.
    fn prepare(&mut self, py: Python<'_>, entry: &[u8]) -> PyResult<Prepared> {
        guard(|| {
            let pack = self.pack();
            let refuse = |refused| raise(py, Some(pack), &refused);
            let logged = self.logged_mut()?;
            let read = entry::decode_bytes(pack, entry).map_err(refuse)?;
            let Some(read) = read else {
                return Err(PyValueError::new_err("the entry means nothing to the rules"));
            };
            let prepared = logged.prepare(&read).map_err(refuse)?;
            Ok(Prepared::of_entry(pack, prepared, Vec::new()))
        })
    }

    /// Checks a seat's request to act, computes the table after it, and writes the entry.
    #[expect(clippy::too_many_arguments, reason = "what an entry says beside the action")]
    fn prepare_act(
        &mut self,
        py: Python<'_>,
        request: &ActRequest,
        seat: u8,
        entry_id: &str,
        revision: u32,
        time_ms: i64,
        entry_format: u32,
    ) -> PyResult<Prepared> {
        guard(|| {
            let pack = self.pack();
            let refuse = |refused| raise(py, Some(pack), &refused);
            let rules_revision = self.rules.revision();
            let place =
                EntryPlace { revision, format: entry_format, entry_id, time_ms, rules_revision };
            let action = request.0.action(pack).map_err(refuse)?;
            let decision_id = Some(request.0.asked.decision_id.as_str());
            let logged = self.logged_mut()?;
            let prepared = logged.prepare_act(Seat(seat), decision_id, &action).map_err(refuse)?;
            let entry = request.0.entry(pack, &place, u32::from(seat), &action, prepared.hash);
            Ok(Prepared::of_entry(pack, prepared, entry))
        })
    }

    /// Swaps a prepared table in, once. No rule runs.
    fn commit(&mut self, prepared: &Prepared) -> PyResult<()> {
        guard(|| {
            let entry = prepared.take().ok_or_else(was_committed)?;
            self.logged_mut()?.commit(entry);
            Ok(())
        })
    }

    /// A seat acts, in notation or by an encoded `Action`; deals and bots follow until a person
    /// is asked or the match is over.
    fn act(&mut self, py: Python<'_>, seat: u8, action: &Bound<'_, PyAny>) -> PyResult<Prepared> {
        guard(|| {
            let (seat, action) = (self.seat(seat)?, self.action(py, action)?);
            let pack = self.pack();
            let Kind::Playing(playing) = &mut self.kind else {
                return Err(PyTypeError::new_err("this table takes entries: use prepare"));
            };
            // What panics half way must not be played on, so the table is swapped in at the end.
            let mut next = playing.clone();
            let facts = py.detach(|| guard(|| Ok(next.act(seat, &action))))?;
            let facts = facts.map_err(|refused| raise(py, Some(pack), &refused))?;
            *playing = next;
            Ok(Prepared::of_action(pack, facts, playing.shared_table()))
        })
    }

    /// Draws so many cards of a table that looks after itself, one after another, fewer where
    /// somebody must decide first.
    #[pyo3(signature = (count = 1))]
    fn draw(&mut self, py: Python<'_>, count: u32) -> PyResult<Prepared> {
        guard(|| {
            let pack = self.pack();
            let Kind::Playing(playing) = &mut self.kind else {
                return Err(PyTypeError::new_err("this table takes entries: use prepare"));
            };
            let mut next = playing.clone();
            let facts = py.detach(|| guard(|| Ok(next.draw(count))))?;
            *playing = next;
            Ok(Prepared::of_action(pack, facts, playing.shared_table()))
        })
    }

    /// The seats that could answer a voluntary question now, in the order in which bots are asked.
    /// Nobody may learn of it.
    fn willing(&self) -> PyResult<Vec<u8>> {
        guard(|| Ok(self.game().willing().into_iter().map(|seat| seat.0).collect()))
    }

    /// How many cards can be drawn until one of the seats could answer, that card counted. Nobody
    /// may learn of it.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn draws_until_willing(&self, seats: Vec<u8>) -> PyResult<u32> {
        guard(|| {
            let seats: Vec<Seat> = seats.iter().map(|&seat| Seat(seat)).collect();
            Ok(self.game().draws_until_willing(&seats))
        })
    }

    /// How many cards can be drawn now, one after another; 0 where somebody must decide first.
    #[getter]
    fn to_draw(&self) -> u32 {
        self.game().to_draw()
    }

    /// Begins the next match of a table that looks after itself, once one is over.
    fn next_match(&mut self) -> PyResult<()> {
        guard(|| match &mut self.kind {
            Kind::Playing(playing) => {
                playing.next_match();
                Ok(())
            }
            Kind::Logged(_) => Err(PyTypeError::new_err("this table takes entries: use prepare")),
        })
    }

    /// What a seat may do, at most `limit` actions a verb; nothing where it is not asked.
    #[pyo3(signature = (seat, limit = 512))]
    fn legal(&self, seat: u8, limit: usize) -> PyResult<Legal> {
        guard(|| {
            let seat = self.seat(seat)?;
            let decisions = self.game().decisions();
            let own = decisions.into_iter().find(|decision| decision.seat == seat);
            Ok(Legal {
                listed: self.game().legal(seat, limit),
                pack: self.pack(),
                decision_id: own.map_or_else(String::new, |decision| decision.id),
            })
        })
    }

    /// The encoded `Action` that the rules prescribe for a seat that does not act in time; nothing
    /// where it is not asked.
    fn on_timeout<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Option<Bound<'py, PyBytes>>> {
        guard(|| {
            let action = self.game().on_timeout(self.seat(seat)?);
            Ok(action.map(|action| PyBytes::new(py, &encode_action(self.pack(), &action))))
        })
    }

    /// The encoded `View` for a seat, or for the public.
    fn view<'py>(&self, py: Python<'py>, viewer: Option<u8>) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = self.viewer(viewer)?;
            Ok(PyBytes::new(py, &view::encode_bytes(self.pack(), &self.game().view(viewer))))
        })
    }

    /// What a seat may know, for a bot.
    fn seat_view(&self, seat: u8) -> PyResult<SeatView> {
        guard(|| {
            let seat = self.seat(seat)?;
            Ok(SeatView { rules: self.rules.clone(), view: self.game().view(Some(seat)) })
        })
    }

    /// A copy that goes its own way.
    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), kind: self.kind.clone() }
    }

    fn __copy__(&self) -> Self {
        Self::clone(self)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        Self::clone(self)
    }

    /// The same table with everything dealt again that a viewer cannot see. It has no record, and
    /// as a table of a log no seed: it takes no `DealStarted` before the next `DealCommitted`.
    fn resample(&self, viewer: Option<u8>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        guard(|| {
            let (viewer, seed) = (self.viewer(viewer)?, read_seed(seed)?);
            let kind = match &self.kind {
                Kind::Logged(logged) => {
                    Kind::Logged(logged.resample(viewer, &mut DealRng::from_key(seed)))
                }
                Kind::Playing(playing) => Kind::Playing(Box::new(playing.resample(viewer, seed))),
            };
            Ok(Self { rules: self.rules.clone(), kind })
        })
    }

    /// The encoded `Record` of a match, 0 for the last, as a viewer may know it.
    #[pyo3(signature = (viewer = None, r#match = 0))]
    fn record<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<u8>,
        r#match: u32,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let viewer = self.viewer(viewer)?;
            let Kind::Playing(playing) = &self.kind else {
                return Err(PyTypeError::new_err("a table of a log has its record there"));
            };
            let record = playing.record(r#match, viewer);
            let record = record.ok_or_else(|| PyValueError::new_err("there is no such match"))?;
            Ok(PyBytes::new(py, &record::encode_bytes(&record)))
        })
    }
}
