//! Names for people.

/// A name in every language of the catalogue; a language that a game lacks is empty.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Name {
    /// English.
    pub en: &'static str,
    /// Chinese, simplified.
    pub zh: &'static str,
    /// Russian.
    pub ru: &'static str,
    /// Japanese.
    pub ja: &'static str,
    /// Japanese in kana.
    pub ja_kana: &'static str,
}

impl Name {
    /// A name in English, Chinese and Russian.
    pub const fn new(en: &'static str, zh: &'static str, ru: &'static str) -> Self {
        Self { en, zh, ru, ja: "", ja_kana: "" }
    }

    /// The same name with its Japanese one, as it is written and in kana.
    #[must_use]
    pub const fn ja(self, ja: &'static str, ja_kana: &'static str) -> Self {
        Self { ja, ja_kana, ..self }
    }
}

/// A word of the API with its name for people and the rule that defines it.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The word.
    pub name: &'static str,
    /// Its name for people.
    pub label: Name,
    /// Number of the rule; empty where none defines it.
    pub rule: &'static str,
}

/// A word with its name for people and its rule.
pub(crate) const fn term(name: &'static str, label: Name, rule: &'static str) -> Term {
    Term { name, label, rule }
}

/// A value of an option with its name for people and its rule.
pub(crate) const fn value(
    name: &'static str,
    en: &'static str,
    zh: &'static str,
    ru: &'static str,
    rule: &'static str,
) -> Term {
    term(name, Name::new(en, zh, ru), rule)
}
