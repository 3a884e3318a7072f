"""Make training pairs: a question, an article that answers it, and where one is found an article that seems to and does not."""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from .mine import Candidate, choose_negative
from .read_data import Article, Question


@dataclass(frozen=True)
class Pair:
    kind: str
    question_id: str
    question: str
    positive_id: str
    positive: str
    negative_id: str | None
    negative: str | None
    """Ids of all that is relevant to the question or to a twin of it: no negative of this pair, from whichever pair of the batch."""
    relevant: tuple[str, ...]


def split_questions(questions: list[Question], seed: int, dev_share: float = 0.1) -> tuple[list[Question], list[Question]]:
    """Divide questions at random, 90/10, so that no question has pairs on both sides. @cite zhao2026dsgt §4.3"""
    order = sorted(questions, key=lambda question: question.id)
    random.Random(seed).shuffle(order)
    dev = round(len(order) * dev_share)
    return order[dev:], order[:dev]


def question_pairs(
    kind: str,
    questions: list[Question],
    articles: dict[str, Article],
    rankings: list[list[Candidate]] | None,
    excluded: list[frozenset[str]],
    seed: int,
    most: int | None = None,
) -> list[Pair]:
    """Pair each question with its relevant articles, at most `most` of them drawn at random (None: all). Rankings None: no mined negatives."""
    rng = random.Random(seed)
    pairs = []
    for at, question in enumerate(questions):
        positives = sorted(id for id in question.relevant if id in articles)
        if most is not None and len(positives) > most:
            positives = sorted(rng.sample(positives, most))
        for positive in positives:
            negative = choose_negative(positive, rankings[at], excluded[at], articles, rng) if rankings else None
            text = articles[negative].text if negative else None
            pairs.append(
                Pair(kind, question.id, question.text, positive, articles[positive].text, negative, text, tuple(sorted(excluded[at])))
            )
    return pairs


def title_pairs(kind: str, articles: dict[str, Article], without: set[str], count: int, seed: int) -> list[Pair]:
    """Pair titles with their own abstracts, `count` articles at random; they keep the encoder from narrowing to questions."""
    usable = sorted(id for id, article in articles.items() if id not in without and article.title and article.body)
    chosen = random.Random(seed).sample(usable, min(count, len(usable)))
    return [Pair(kind, f"title:{id}", articles[id].title, id, articles[id].body, None, None, (id,)) for id in chosen]


def write_pairs(path: Path, pairs: list[Pair]) -> None:
    """Write pairs as JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(asdict(pair), ensure_ascii=False) + "\n" for pair in pairs), encoding="utf-8")


def read_pairs(path: Path) -> list[Pair]:
    """Read what write_pairs wrote."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Pair(**{**row, "relevant": tuple(row["relevant"])}) for row in rows]


def unit(rows: np.ndarray) -> np.ndarray:
    """Give each row unit length."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
