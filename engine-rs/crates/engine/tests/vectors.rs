//! The rule vectors of every game, from `tests/vectors/` of the repository.

use std::fs;
use std::path::Path;

use paizhuo_engine::games;
use paizhuo_engine::vectors::Report;
use serde_json::{Value, json};

#[test]
fn every_vector_of_every_game_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors");
    for game in games::all() {
        let folder = root.join(game.info().id);
        let mut report = Report::default();
        for file in fs::read_dir(&folder).expect("every game has vectors") {
            let path = file.expect("a readable folder").path();
            report.run(&fs::read_to_string(&path).expect("a readable file"));
        }
        assert!(report.passed() > 0, "{} holds no vector", folder.display());
        assert_eq!(report.failed(), 0, "{report}");
    }
}

#[test]
fn what_cannot_be_judged_counts_as_failed() {
    let cases = [
        ("{", "file"),
        (r#"{"game": "whist", "vectors": []}"#, "whist"),
        (r#"{"game": "dou_dizhu"}"#, "no list"),
        (r#"{"game": "dou_dizhu", "vectors": [{"id": "X1", "kind": "dance"}]}"#, "X1"),
        (
            r#"{"game": "dou_dizhu", "vectors": [{"id": "X2", "kind": "detect"}]}"#,
            "cards is missing",
        ),
        (
            r#"{"game": "dou_dizhu", "vectors": [{"id": "X3", "kind": "trick", "left": [1, 1, 1],
                "leader": 0, "actions": [], "expect": {"ask": 0}}]}"#,
            "players",
        ),
    ];
    for (text, named) in cases {
        let mut report = Report::default();
        report.run(text);
        assert_eq!((report.passed(), report.failed()), (0, 1), "{text}");
        assert!(report.to_string().contains(named), "{report}");
        assert!(report.to_string().ends_with("0 passed, 1 failed"), "{report}");
    }
}

#[test]
fn a_wrong_expectation_is_told_with_what_the_engine_says() {
    let mut report = Report::default();
    report.run(
        r#"{"game": "dou_dizhu", "vectors": [
            {"id": "A", "kind": "detect", "players": 3, "cards": "3-3", "expect": "pair:4"},
            {"id": "B", "kind": "detect", "players": 3, "cards": "3-3", "expect": "pair:3:1"}
        ]}"#,
    );
    let told = report.to_string();
    assert_eq!(told, "A: expected \"pair:4\", got pair:3:1\n1 passed, 1 failed");
}

/// What a file of Dou Dizhu with one vector comes to, passed or failed.
fn passes(fields: &str) -> bool {
    let mut report = Report::default();
    let head = r#"{"game": "dou_dizhu", "vectors": [{"id": "one", "players": 3, "#;
    report.run(&format!("{head}{fields}}}]}}"));
    assert_eq!(report.passed() + report.failed(), 1, "{report}");
    report.passed() == 1
}

#[test]
fn a_list_of_readings_is_met_one_to_one() {
    let set = |expected: &str| {
        let options = r#""options": {"kickers": "loose"}, "kind": "detect""#;
        passes(&format!(r#"{options}, "cards": "4-4-4-4-9-9-9-9", "expect": {expected}"#))
    };
    assert!(set(r#"["quad_pairs:9", "quad_pairs:4"]"#));
    assert!(set(r#"["quad_pairs:4", "quad_pairs:9"]"#));
    assert!(set(r#"["quad_pairs", "quad_pairs:9"]"#), "the first is met by the other reading");
    assert!(set(r#"["quad_pairs:9", "quad_pairs"]"#));
    assert!(set(r#"["quad_pairs", "quad_pairs"]"#));
    for wrong in [
        r#"["quad_pairs:9", "quad_pairs:9"]"#,
        r#"["quad_pairs:9"]"#,
        r#"["quad_pairs:9", "quad_pairs:4", null, 7]"#,
        r#"["quad_pairs:9", "quad_pairs:4", "quad_pairs"]"#,
        r#"["quad_pairs:9", 4]"#,
        "7",
        "null",
    ] {
        assert!(!set(wrong), "{wrong}");
    }
}

#[test]
fn a_vector_says_what_its_kind_asks_for_and_nothing_else() {
    let paid = |fields: &str, expected: &str| {
        passes(&format!(r#""kind": "pay", {fields}, "rocket": false, "expect": {expected}"#))
    };
    let right = r#"{"landlord": 4, "peasant": -2}"#;
    let of = |bid: &str, bombs: &str, winner: &str| {
        format!(r#""bid": {bid}, "bombs": {bombs}, "winner": {winner}"#)
    };
    let good = of("2", "[]", r#""landlord""#);
    assert!(paid(&good, right));
    assert!(paid(&of("2", "[4]", r#""landlord""#), r#"{"landlord": 8, "peasant": -4}"#));
    for wrong in [
        of("2", r#"["4"]"#, r#""landlord""#),
        of("2", "[null]", r#""landlord""#),
        of("2", "4", r#""landlord""#),
        of("2", "[]", r#""nobody""#),
        of("2", "[]", "0"),
        of("\"2\"", "[]", r#""landlord""#),
        of("7", "[]", r#""landlord""#),
        format!(r#"{good}, "bomb": [4]"#),
        format!(r#"{good}, "played": [1, 1]"#),
        format!(r#"{good}, "reveal": "no""#),
        format!(r#"{good}, "doubled": [31]"#),
        format!(r#"{good}, "preset": 1"#),
    ] {
        for expected in [right, r#"{"landlord": 8, "peasant": -4}"#] {
            assert!(!paid(&wrong, expected), "{wrong}");
        }
    }
    assert!(!paid(&of("7", "[]", r#""landlord""#), r#"{"landlord": 14, "peasant": -7}"#));
    assert!(!paid(&good, r#"{"landlord": 4, "peasant": -2, "robs": 0}"#));
    assert!(!paid(&good, r#"{"peasant": -2}"#));
    assert!(!passes(r#""kind": "plays", "hand": "3-3", "expect": ["3", "3-3"]"#), "no standing");
    let led = |seats: &str, leader: &str| {
        let head = format!(r#""kind": "trick", "left": {seats}, "leader": {leader}"#);
        passes(&format!(r#"{head}, "actions": [2], "expect": {{"ask": 1}}"#))
    };
    assert!(led("[20, 17, 17]", "0"));
    assert!(!led("[20, 17]", "0"));
    assert!(!led("[20, 17, 17]", "9"));
}

#[test]
fn every_field_of_every_vector_counts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/vectors");
    for game in games::all() {
        let name = game.info().id;
        let text = fs::read_to_string(root.join(name).join("shared.json")).expect("readable");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        for vector in file["vectors"].as_array().expect("a list") {
            let mut more = vector.clone();
            more["unheard_of"] = json!(1);
            let mut broken = vec![more];
            let fields = vector.as_object().expect("an object");
            for field in fields.keys().filter(|&field| field != "id") {
                let mut other = vector.clone();
                // Nothing holds such a thing.
                other[field] = json!([[[{"unheard_of": 1.5}]]]);
                broken.push(other);
            }
            for vector in broken {
                let mut report = Report::default();
                report.run(&json!({"game": name, "vectors": [vector]}).to_string());
                assert_eq!((report.passed(), report.failed()), (0, 1), "{name}: {vector}");
            }
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_counts_as_failed() {
    let mut report = Report::default();
    report.cannot_read("some.json", "stream did not contain valid UTF-8");
    let told = "some.json: stream did not contain valid UTF-8\n0 passed, 1 failed";
    assert_eq!(report.to_string(), told);
}
