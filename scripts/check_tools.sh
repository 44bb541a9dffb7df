#!/bin/sh
# Says in one line which tool is missing and how to get it; prints the Python to use when all are
# there. PYTHON names another one.
set -eu

fail() {
    echo "paizhuo: $1" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || fail "Python 3.11 or newer with its venv module is missing: install \
python3 and python3-venv, or name one with PYTHON=..."

command -v cc >/dev/null || fail "a C compiler is missing: install gcc or clang (Debian: apt-get \
install gcc; macOS: xcode-select --install)"

command -v cargo >/dev/null && command -v rustc >/dev/null || fail "Rust is missing: install it \
from https://rustup.rs and open a new shell"

wanted=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' engine-rs/Cargo.toml)
found=$(rustc --version | cut -d ' ' -f 2)
"$python" -c 'import sys
wanted, found = ([int(p) for p in v.split("-")[0].split(".")] for v in sys.argv[1:])
sys.exit(found < wanted)' "$wanted" "$found" || fail "Rust $found is too old, $wanted is needed: \
run 'rustup update stable'"

echo "$python"
