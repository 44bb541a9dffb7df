//! Writes the prost messages of the given proto files, one Rust file per package.
//!
//! Usage: `paizhuo-gen PROTO_ROOT OUT_DIR FILE…`, the files relative to the root. protox compiles
//! them, so no protoc is needed; what comes out depends on the files alone.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Opens every written file.
const MARK: &str = "// @generated from proto/ by `make gen`: do not edit.\n\n";

/// What the lints ask of people and not of a generator.
const ALLOWED: &str =
    "#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic, rustdoc::all)]\n";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, out, files @ ..] = arguments.as_slice() else {
        return Err("usage: paizhuo-gen PROTO_ROOT OUT_DIR FILE…".into());
    };
    let packages = generate(root, files)?;
    for (package, text) in &packages {
        fs::write(out.join(format!("{package}.rs")), format!("{MARK}{text}"))?;
    }
    fs::write(out.join("mod.rs"), module_tree(packages.keys().map(String::as_str)))?;
    Ok(())
}

/// Compiles the files and gives the formatted text of each package.
fn generate(root: &Path, files: &[PathBuf]) -> Result<BTreeMap<String, String>, Box<dyn Error>> {
    let descriptors = protox::compile(files, [root, &root.join("third_party")])?;
    let scratch = env::temp_dir().join(format!("paizhuo-gen-{}", std::process::id()));
    fs::create_dir_all(&scratch)?;
    prost_build::Config::new().out_dir(&scratch).compile_fds(descriptors)?;
    let mut packages = BTreeMap::new();
    for entry in fs::read_dir(&scratch)? {
        let path = entry?.path();
        let package = path.file_stem().expect("a generated file has a name").to_string_lossy();
        packages.insert(package.into_owned(), fs::read_to_string(&path)?);
    }
    fs::remove_dir_all(&scratch)?;
    Ok(packages)
}

/// The nested modules that let generated code name messages of other packages.
fn module_tree<'a>(packages: impl Iterator<Item = &'a str>) -> String {
    let mut text = format!("{MARK}//! The messages of proto/.\n\n{ALLOWED}");
    let mut open: Vec<&str> = Vec::new();
    for package in packages {
        let path: Vec<&str> = package.split('.').collect();
        let shared = open.iter().zip(&path).take_while(|(left, right)| left == right).count();
        close_modules(&mut text, &mut open, shared);
        for name in &path[shared..] {
            writeln!(text, "{}pub mod {name} {{", indent(open.len())).expect("a string grows");
            open.push(name);
        }
        writeln!(text, "{}include!(\"{package}.rs\");", indent(open.len()))
            .expect("a string grows");
    }
    close_modules(&mut text, &mut open, 0);
    text
}

fn close_modules(text: &mut String, open: &mut Vec<&str>, depth: usize) {
    while open.len() > depth {
        open.pop();
        writeln!(text, "{}}}", indent(open.len())).expect("a string grows");
    }
}

fn indent(depth: usize) -> String {
    "    ".repeat(depth)
}
