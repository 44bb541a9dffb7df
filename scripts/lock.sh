#!/bin/sh
# Resolves requirements/*.in into locks with hashes that hold for every platform and name no host.
# What one lock pins binds the next, so that all three can be installed together.
set -eu

cd "$(dirname "$0")/../requirements"
for name in dev runtime bench; do
    constraint=
    [ "$name" = runtime ] && constraint="--constraint dev.txt"
    # shellcheck disable=SC2086
    ../.venv/bin/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url \
        --python-version 3.11 --custom-compile-command "make lock" $constraint "$@" \
        --output-file "$name.txt" "$name.in"
done
