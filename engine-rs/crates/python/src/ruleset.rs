//! Rules with every option fixed.

use paizhuo_engine::Ruleset as Rules;
use paizhuo_engine::action::Reading;
use paizhuo_engine::error::RuleError as Refused;
use paizhuo_engine::game::Climbing;
use paizhuo_wire::rules;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::boundary::guard;
use crate::combination::Combination;
use crate::errors::raise;
use crate::options::pairs;
use crate::packed::PackedTuples;
use crate::tricks::{self, FailedLead, Lead};

/// A game with every option fixed; immutable, and shared among threads.
#[pyclass(frozen, module = "paizhuo._engine")]
pub(crate) struct Ruleset(pub(crate) Rules, PackedTuples);

impl Ruleset {
    /// Rules as Python sees them.
    pub(crate) fn new_shared(rules: Rules) -> Self {
        Self(rules, PackedTuples::default())
    }

    /// The exception of a refusal under these rules.
    pub(crate) fn refuse(&self, py: Python<'_>, refused: &Refused) -> PyErr {
        raise(py, Some(self.0.info().pack), refused)
    }

    fn answered<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Rules) -> Result<T, Refused>,
    ) -> PyResult<T> {
        ask(&self.0).map_err(|refused| self.refuse(py, &refused))
    }

    fn climbing(&self, py: Python<'_>) -> PyResult<&dyn Climbing> {
        rules::climbing(&self.0).map_err(|refused| self.refuse(py, &refused))
    }

    fn readings(&self, py: Python<'_>, cards: &str) -> PyResult<Vec<Combination>> {
        let pack = self.0.info().pack;
        let cards = self.0.question().set(cards).map_err(|refused| self.refuse(py, &refused))?;
        let readings = self.climbing(py)?.classify(&cards);
        Ok(readings.iter().map(|read| Combination::new(pack, read)).collect())
    }
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (game, seats, preset = "seed", options = None, revision = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: u32,
        preset: &str,
        options: Option<&Bound<'_, PyAny>>,
        revision: Option<u32>,
    ) -> PyResult<Self> {
        guard(|| {
            let rules = Rules::new(game, seats, preset, &pairs(options)?, revision);
            rules.map(Self::new_shared).map_err(|refused| raise(py, None, &refused))
        })
    }

    /// Name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().id
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Name of the preset.
    #[getter]
    fn preset(&self) -> &'static str {
        self.0.settings().preset
    }

    /// Every option that has a value, in the catalogue's order.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for (name, value) in &self.0.settings().values {
            if !value.is_empty() {
                options.set_item(name, value)?;
            }
        }
        Ok(options)
    }

    /// Revision of the rules.
    #[getter]
    fn revision(&self) -> u32 {
        self.0.revision()
    }

    /// Questions about these rules are asked under a trump: they are those of a trick game.
    #[getter]
    fn asks_for_trump(&self) -> bool {
        self.0.tricks().is_some()
    }

    /// SHA-256 of (game, rules revision, seats, every option).
    #[getter]
    fn hash<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.hash())
    }

    /// Every reading of a set of cards, the canonical one first; none if it is no combination.
    fn classify(&self, py: Python<'_>, cards: &str) -> PyResult<Vec<Combination>> {
        guard(|| self.readings(py, cards))
    }

    /// `classify` of many sets, in one crossing of the border.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn classify_many(&self, py: Python<'_>, cards: Vec<String>) -> PyResult<Vec<Vec<Combination>>> {
        guard(|| cards.iter().map(|cards| self.readings(py, cards)).collect())
    }

    /// The canonical reading of packed counts: of the bytes of one set, in any buffer, a tuple
    /// (category, key, run, size, readings); of an array uint8[n, width], a structured array of n
    /// of these.
    fn classify_packed<'py>(
        &self,
        py: Python<'py>,
        counts: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guard(|| {
            let climbing = self.climbing(py)?;
            if let Ok(counts) = counts.cast::<PyBytes>() {
                let counts = counts.as_bytes();
                if counts.len() != climbing.packed_len() {
                    return Err(wrong_width(climbing));
                }
                let read = climbing.classify_packed(counts);
                return self.1.tuple(py, read).map(Bound::into_any);
            }
            let buffer = PyBuffer::<u8>::get(counts)?;
            if buffer.dimensions() == 1 && buffer.item_count() == climbing.packed_len() {
                let read = climbing.classify_packed(&buffer.to_vec(py)?);
                return self.1.tuple(py, read).map(Bound::into_any);
            }
            classify_array(py, climbing, &buffer)
        })
    }

    /// Whether a set may be laid on another, in some reading, against the other's reading as a
    /// lead without a name.
    #[pyo3(signature = (play, standing, led_label = None))]
    fn beats(
        &self,
        py: Python<'_>,
        play: &str,
        standing: &str,
        led_label: Option<String>,
    ) -> PyResult<bool> {
        guard(|| {
            let refuse = |refused: Refused| self.refuse(py, &refused);
            let led = Reading { label: led_label, ..Reading::default() };
            // Sets are compared by themselves: they need not come out of the same packs.
            let standing = rules::as_lead(&self.0, &mut self.0.question(), standing, &led);
            let standing = standing.map_err(refuse)?;
            let cards = self.0.question().set(play).map_err(refuse)?;
            let compared =
                self.climbing(py)?.compare(&cards, &Reading::default(), standing.as_ref());
            Ok(compared.is_ok())
        })
    }

    /// Everything that a hand may play on what stands, leading where nothing does.
    #[pyo3(signature = (hand, standing = None))]
    fn plays(
        &self,
        py: Python<'_>,
        hand: &str,
        standing: Option<&str>,
    ) -> PyResult<Vec<Combination>> {
        guard(|| {
            let refuse = |refused: Refused| self.refuse(py, &refused);
            let pack = self.0.info().pack;
            let free = Reading::default();
            let standing = standing.unwrap_or_default();
            let standing = rules::as_lead(&self.0, &mut self.0.question(), standing, &free);
            let standing = standing.map_err(refuse)?;
            let hand = self.0.question().set(hand).map_err(refuse)?;
            let plays = self.climbing(py)?.plays(&hand, standing.as_ref());
            Ok(plays.iter().map(|play| Combination::new(pack, play)).collect())
        })
    }

    /// What cards are as a lead of a trick game; `RuleError` where they may not be led together.
    #[pyo3(signature = (cards, *, trump))]
    fn lead_shape(&self, py: Python<'_>, cards: &str, trump: &str) -> PyResult<Lead> {
        guard(|| self.answered(py, |rules| tricks::lead_shape(rules, cards, trump)))
    }

    /// Why a lead does not stand against other hands, in the order of play after the leader; None
    /// where it does.
    #[pyo3(signature = (cards, *, hands, trump))]
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn check_lead(
        &self,
        py: Python<'_>,
        cards: &str,
        hands: Vec<String>,
        trump: &str,
    ) -> PyResult<Option<FailedLead>> {
        guard(|| self.answered(py, |rules| tricks::check_lead(rules, cards, &hands, trump)))
    }

    /// Raises `RuleError` where a hand may not play cards on a lead.
    #[pyo3(signature = (*, lead, hand, cards, trump, **context))]
    fn check_follow(
        &self,
        py: Python<'_>,
        lead: &str,
        hand: &str,
        cards: &str,
        trump: &str,
        context: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        guard(|| {
            let context = pairs(context.map(Bound::as_any))?;
            let texts = [lead, hand, cards, trump];
            self.answered(py, |rules| tricks::check_follow(rules, texts, context))
        })
    }

    /// The place of the play that wins a trick; the first is the lead, which stands.
    #[pyo3(signature = (*, plays, trump, **context))]
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn trick_winner(
        &self,
        py: Python<'_>,
        plays: Vec<String>,
        trump: &str,
        context: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<usize> {
        guard(|| {
            let context = pairs(context.map(Bound::as_any))?;
            self.answered(py, |rules| tricks::trick_winner(rules, &plays, trump, context))
        })
    }

    /// What a hand may play on a lead of a trick game, or lead where there is none: at most
    /// `limit` plays, and whether that is all.
    #[pyo3(signature = (hand, *, trump, lead = None, limit = 10_000))]
    fn trick_plays(
        &self,
        py: Python<'_>,
        hand: &str,
        trump: &str,
        lead: Option<&str>,
        limit: usize,
    ) -> PyResult<(Vec<Combination>, bool)> {
        guard(|| self.answered(py, |rules| tricks::plays(rules, hand, lead, trump, limit)))
    }

    /// The encoded `ClassifyResponse` of sets of cards in an encoded `Situation`.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn classify_response<'py>(
        &self,
        py: Python<'py>,
        situation: &[u8],
        cards: Vec<String>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let response = rules::classify(&self.0, situation, &cards);
            let response = response.map_err(|refused| self.refuse(py, &refused))?;
            Ok(PyBytes::new(py, &response))
        })
    }

    /// The encoded `CompareResponse` of an encoded `Situation` and sets of cards.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands its list over")]
    fn compare_response<'py>(
        &self,
        py: Python<'py>,
        situation: &[u8],
        cards: Vec<String>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        guard(|| {
            let response = rules::compare(&self.0, situation, &cards);
            let response = response.map_err(|refused| self.refuse(py, &refused))?;
            Ok(PyBytes::new(py, &response))
        })
    }

    /// The encoded field `plays` of a `ListPlaysResponse` and how many plays there are in all.
    fn plays_response<'py>(
        &self,
        py: Python<'py>,
        situation: &[u8],
        offset: usize,
        limit: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        guard(|| {
            let response = rules::plays(&self.0, situation, offset, limit);
            let (plays, total) = response.map_err(|refused| self.refuse(py, &refused))?;
            Ok((PyBytes::new(py, &plays), total))
        })
    }

    /// Two are equal if game, seats, revision and every option are.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.hash() == self.0.hash())
    }

    fn __hash__(&self) -> u64 {
        let (head, _) = self.0.hash().split_first_chunk().expect("a hash has 32 bytes");
        u64::from_le_bytes(*head)
    }

    /// How a copy is made, in this process or, by `pickle`, in another one.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rules = slf.get();
        let options = rules.options(slf.py())?;
        let named = (rules.game(), rules.seats(), rules.preset(), options, rules.revision());
        Ok((slf.get_type(), named).into_pyobject(slf.py())?.into_any())
    }

    fn __repr__(&self) -> String {
        let settings = self.0.settings();
        format!(
            "Ruleset('{}', seats={}, preset='{}')",
            self.game(),
            settings.seats,
            settings.preset
        )
    }
}

fn classify_array<'py>(
    py: Python<'py>,
    climbing: &dyn Climbing,
    buffer: &PyBuffer<u8>,
) -> PyResult<Bound<'py, PyAny>> {
    const DTYPE: [(&str, &str); 5] =
        [("category", "i1"), ("key", "i1"), ("run", "u1"), ("size", "u1"), ("readings", "u1")];
    let width = climbing.packed_len();
    if buffer.dimensions() != 2 || buffer.shape()[1] != width {
        return Err(wrong_width(climbing));
    }
    let sets = buffer.to_vec(py)?;
    let mut readings = Vec::with_capacity(sets.len() / width * DTYPE.len());
    for set in sets.chunks_exact(width) {
        let read = climbing.classify_packed(set);
        let signed = |value: i8| value.cast_unsigned();
        readings.extend([signed(read.category), signed(read.key)]);
        readings.extend([read.run, read.size, read.readings]);
    }
    let numpy = py.import("numpy")?;
    let dtype = numpy.getattr("dtype")?.call1((DTYPE.to_vec(),))?;
    let bytes = pyo3::types::PyByteArray::new(py, &readings);
    numpy.call_method1("frombuffer", (bytes, dtype))
}

fn wrong_width(climbing: &dyn Climbing) -> PyErr {
    let width = climbing.packed_len();
    PyValueError::new_err(format!("packed counts have {width} bytes a set"))
}
