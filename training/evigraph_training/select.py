"""Measure weights on held-out training questions, to choose among checkpoints: never on a measured set."""

from dataclasses import dataclass

import numpy as np
from sentence_transformers import SentenceTransformer

from .mine import Candidate
from .read_data import Article, Question


@dataclass(frozen=True)
class HeldOut:
    """Questions with the candidates that the base's mix put first."""

    questions: list[Question]
    candidates: list[list[Candidate]]


def average_precision(ranked: list[str], relevant: frozenset[str], first: int = 10) -> float:
    """BioASQ's average precision at `first`: the mean, over min(R, first), of the precision at each relevant article."""
    found, total = 0, 0.0
    for place, id in enumerate(ranked[:first], start=1):
        if id in relevant:
            found += 1
            total += found / place
    return total / max(1, min(len(relevant), first))


WEIGHTS = (0.5, 0.6, 0.65, 0.7, 0.8, 1.0)
"""Weights of the cosine that are tried; 0.65 is the setting mixCosine."""


def mix_scores(held_out: HeldOut, articles: dict[str, Article], model: SentenceTransformer) -> dict[float, list[float]]:
    """Rank each question's candidates anew, w cosine + (1 - w) BM25 / best BM25, as retrieval/scaled-mix.ts does. Out: average precision of each question, for each weight w of WEIGHTS."""
    ids = sorted({candidate.id for ranked in held_out.candidates for candidate in ranked})
    place = {id: at for at, id in enumerate(ids)}
    encode = lambda texts: model.encode(texts, normalize_embeddings=True, batch_size=16, show_progress_bar=False)
    documents = encode([articles[id].text for id in ids])
    questions = encode([question.text for question in held_out.questions])
    scores: dict[float, list[float]] = {weight: [] for weight in WEIGHTS}
    for question, vector, ranked in zip(held_out.questions, questions, held_out.candidates, strict=True):
        cosine = documents[[place[candidate.id] for candidate in ranked]] @ vector
        bm25 = np.array([candidate.bm25 for candidate in ranked])
        bm25 = bm25 / max(float(bm25.max()), 1e-9)
        for weight in WEIGHTS:
            order = np.argsort(-(weight * np.clip(cosine, 0, 1) + (1 - weight) * bm25), kind="stable")
            scores[weight].append(average_precision([ranked[i].id for i in order], question.relevant))
    return scores
