"""Random words of a deal: the ChaCha20 key stream in plain Python, and draws from it.

The same convention in all games. Generator: `ChaCha20Rng::from_seed(key)` of rand_chacha,
that is ChaCha with 20 rounds, a 64-bit block counter from 0 and the 64-bit stream id 0.
It is consumed as little-endian u32 words in order.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORD = 2**32
CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
KEY_BYTES = 32

Item = TypeVar("Item")


def _rotate(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) % WORD


def _quarter_round(s: list[int], a: int, b: int, c: int, d: int) -> None:
    """RFC 8439, 2.1."""
    s[a] = (s[a] + s[b]) % WORD
    s[d] = _rotate(s[d] ^ s[a], 16)
    s[c] = (s[c] + s[d]) % WORD
    s[b] = _rotate(s[b] ^ s[c], 12)
    s[a] = (s[a] + s[b]) % WORD
    s[d] = _rotate(s[d] ^ s[a], 8)
    s[c] = (s[c] + s[d]) % WORD
    s[b] = _rotate(s[b] ^ s[c], 7)


def chacha20_block(key: bytes, last_words: Sequence[int]) -> list[int]:
    """One block of 16 words; `last_words` are words 12 to 15 of the state (RFC 8439, 2.3)."""
    start = [*CONSTANTS, *struct.unpack("<8I", key), *last_words]
    state = list(start)
    for _ in range(10):
        for column in range(4):
            _quarter_round(state, column, 4 + column, 8 + column, 12 + column)
        for row in range(4):
            _quarter_round(
                state,
                row,
                4 + (row + 1) % 4,
                8 + (row + 2) % 4,
                12 + (row + 3) % 4,
            )
    return [(a + b) % WORD for a, b in zip(state, start, strict=True)]


def key_stream(key: bytes) -> Iterator[int]:
    """All u32 words of `ChaCha20Rng::from_seed(key)`, in order, without end."""
    if len(key) != KEY_BYTES:
        message = f"a key has {KEY_BYTES} bytes, not {len(key)}"
        raise ValueError(message)
    counter = 0
    while True:
        yield from chacha20_block(key, [counter % WORD, counter // WORD, 0, 0])
        counter += 1


def draw(words: Iterator[int], bound: int) -> int:
    """Uniform in 0..bound-1: words in the last, incomplete stretch of 2^32 are rejected."""
    end = WORD - WORD % bound
    while True:
        word = next(words)
        if word < end:
            return word % bound


def shuffle(words: Iterator[int], cards: Sequence[Item]) -> list[Item]:
    """Fisher-Yates: `i` from n-1 down to 1, `j` uniform in 0..i, swap."""
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(words, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck
