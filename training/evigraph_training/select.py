"""Measure weights on held-out training questions, to choose among checkpoints: never on a measured set."""

from dataclasses import dataclass

import numpy as np
from sentence_transformers import SentenceTransformer

from .mine import COSINE_WEIGHT, Candidate, scaled
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


def mix_scores(held_out: HeldOut, articles: dict[str, Article], model: SentenceTransformer) -> list[float]:
    """Rank each question's candidates anew, 0.7 cosine + 0.3 BM25. Out: average precision of each question."""
    ids = sorted({candidate.id for ranked in held_out.candidates for candidate in ranked})
    place = {id: at for at, id in enumerate(ids)}
    encode = lambda texts: model.encode(texts, normalize_embeddings=True, batch_size=16, show_progress_bar=False)
    documents = encode([articles[id].text for id in ids])
    questions = encode([question.text for question in held_out.questions])
    scores = []
    for question, vector, ranked in zip(held_out.questions, questions, held_out.candidates, strict=True):
        cosine = documents[[place[candidate.id] for candidate in ranked]] @ vector
        mix = COSINE_WEIGHT * scaled(cosine) + (1 - COSINE_WEIGHT) * scaled(np.array([candidate.bm25 for candidate in ranked]))
        order = [ranked[i].id for i in np.argsort(-mix, kind="stable")]
        scores.append(average_precision(order, question.relevant))
    return scores
