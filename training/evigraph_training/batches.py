"""Put pairs into batches: one kind a batch, texts of like length together, and no article that is relevant to a neighbour's question."""

import random

from .pairs import Pair

POOL = 16
"""Batches that are sorted by length together (count): enough to save padding, few enough to keep the order random."""


def _length(pair: Pair) -> int:
    return max(len(pair.positive), len(pair.negative or ""))


def _ids(pair: Pair) -> set[str]:
    return {pair.positive_id} | ({pair.negative_id} if pair.negative_id else set())


def fits(pair: Pair, batch: list[Pair]) -> bool:
    """Say whether a pair may join: its question is new, and no article of one side is relevant to a question of the other."""
    return all(
        pair.question_id != other.question_id
        and not _ids(pair) & set(other.relevant)
        and not _ids(other) & set(pair.relevant)
        and not _ids(pair) & _ids(other)
        for other in batch
    )


def make_batches(pairs: list[Pair], size: int, seed: int) -> list[list[Pair]]:
    """Make full batches in random order; pairs that fill no batch are left out of this epoch."""
    rng = random.Random(seed)
    batches = []
    for kind in sorted({pair.kind for pair in pairs}):
        own = [pair for pair in pairs if pair.kind == kind]
        rng.shuffle(own)
        left: list[Pair] = []
        for start in range(0, len(own), size * POOL):
            full, left = _fill(sorted(left + own[start : start + size * POOL], key=_length), size)
            batches.extend(full)
    rng.shuffle(batches)
    return batches


def _fill(pool: list[Pair], size: int) -> tuple[list[list[Pair]], list[Pair]]:
    open_batches: list[list[Pair]] = []
    full = []
    for pair in pool:
        batch = next((batch for batch in open_batches if fits(pair, batch)), None)
        if batch is None:
            batch = []
            open_batches.append(batch)
        batch.append(pair)
        if len(batch) == size:
            full.append(batch)
            open_batches.remove(batch)
    return full, [pair for batch in open_batches for pair in batch]
