//! The rule vectors of every game, from `tests/vectors/` of the repository.

use std::fs;
use std::path::Path;

use paizhuo_engine::games;
use paizhuo_engine::vectors::Report;

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
        (r#"{"game": "dou_dizhu", "vectors": [{"id": "X2", "kind": "detect"}]}"#, "players"),
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
