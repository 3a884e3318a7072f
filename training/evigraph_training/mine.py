"""Find negatives: articles that the product's own ranking puts high and that no annotator marked."""

import json
import random
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np

from .bm25 import Bm25
from .read_data import Article, Question
from .texts import words

DEPTH = 100
"""Articles that each of the two searches gives to the mix (count)."""
COSINE_WEIGHT = 0.7


@dataclass(frozen=True)
class Candidate:
    id: str
    mix: float
    cosine: float
    bm25: float


def read_vectors(folder: Path) -> dict[str, np.ndarray]:
    """Read what vectors-from-index.mjs wrote. Out: a vector of unit length for each article id."""
    about = json.loads((folder / "ids.json").read_text(encoding="utf-8"))
    rows = np.fromfile(folder / "vectors.i8", np.int8).reshape(-1, about["dimensions"]).astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return dict(zip(about["ids"], rows, strict=True))


def scaled(scores: np.ndarray) -> np.ndarray:
    """Scale scores to 0-1 within the list; equal ones count as 1."""
    low, high = scores.min(), scores.max()
    return np.ones_like(scores) if high == low else (scores - low) / (high - low)


class Mix:
    """The ranking that negatives come from: 0.7 cosine + 0.3 BM25, each scaled, over what either search finds. @cite spec encoder-measured"""

    def __init__(self, articles: dict[str, Article], vectors: dict[str, np.ndarray]):
        self.ids = [id for id in articles if id in vectors]
        self._bm25 = Bm25([articles[id].text for id in self.ids])
        self._vectors = np.stack([vectors[id] for id in self.ids])

    def rank(self, text: str, vector: np.ndarray) -> list[Candidate]:
        """Rank the union of the first DEPTH by words and by meaning, best first."""
        bm25, cosine = self._bm25.scores(text), self._vectors @ vector
        depth = min(DEPTH, len(self.ids))
        top = lambda scores: np.argpartition(-scores, depth - 1)[:depth]
        union = np.unique(np.concatenate([top(bm25), top(cosine)]))
        mix = COSINE_WEIGHT * scaled(cosine[union]) + (1 - COSINE_WEIGHT) * scaled(bm25[union])
        order = np.argsort(-mix, kind="stable")
        return [Candidate(self.ids[union[i]], float(mix[i]), float(cosine[union[i]]), float(bm25[union[i]])) for i in order]


def twins(questions: list[Question], vectors: np.ndarray, near: float) -> list[frozenset[str]]:
    """Collect, for each question, what is relevant to it or to a question nearly the same (cosine of at least `near`)."""
    alike = vectors @ vectors.T >= near
    return [frozenset().union(*(questions[j].relevant for j in np.flatnonzero(row)), questions[i].relevant) for i, row in enumerate(alike)]


def fit_negatives(
    positive: str,
    ranked: list[Candidate],
    excluded: frozenset[str],
    articles: dict[str, Article],
    *,
    first: int = 10,
    at_most: float = 0.95,
    longer: float = 2.0,
) -> list[str]:
    """List the articles that may stand as hard negatives of a pair, in the order of the ranking.

    From the `first` best of the ranking that no one marked relevant to the question or its twins (excluded); a candidate nearer to the
    question than `at_most` of the positive's cosine may be a relevant article that no annotator saw, and goes (@cite moreira2024nvretriever);
    so does one more than `longer` times as long or as short as the positive, since a model that sees only long negatives learns length.
    """
    cosines = {candidate.id: candidate.cosine for candidate in ranked}
    known = sorted(cosines[id] for id in excluded if id in cosines)
    # A positive that neither search found has no cosine here: the question's middle positive stands for it.
    reference = cosines.get(positive, known[len(known) // 2] if known else 1.0)
    unmarked = [candidate for candidate in ranked if candidate.id not in excluded][:first]
    return [
        candidate.id
        for candidate in unmarked
        if candidate.cosine <= at_most * reference
        and abs(length_ratio(articles[candidate.id], articles[positive])) <= log(longer)
    ]


def length_ratio(article: Article, other: Article) -> float:
    """Natural logarithm of how many times as long as the other an article is, in words; 0 where they are alike."""
    return log(max(len(words(article.text)), 1) / max(len(words(other.text)), 1))


def choose_negative(
    positive: str,
    ranked: list[Candidate],
    excluded: frozenset[str],
    articles: dict[str, Article],
    rng: random.Random,
    *,
    first: int = 10,
) -> str | None:
    """Draw a hard negative for a pair from those that fit, or none."""
    fit = fit_negatives(positive, ranked, excluded, articles, first=first)
    return rng.choice(fit) if fit else None
