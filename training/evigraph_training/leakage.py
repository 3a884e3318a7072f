"""Keep what is measured out of what is trained on."""

from collections.abc import Iterable

from .read_data import Question
from .texts import jaccard, same_text, words

NEAR = 0.75
"""Share of common words from which two questions count as one asked twice."""


def remove_leaks(training: Iterable[Question], measured: Iterable[Question]) -> tuple[list[Question], dict[str, int]]:
    """Drop training questions that a measured set holds too.

    In: questions of one kind, and all questions of the sets that are measured.
    Out: the questions kept, in their order, and why others went (counts): same id, same text, or near text (NEAR of their words in common).
    Ids of different collections may collide by chance (SciFact's are small integers), so an id counts only where the caller gave sets
    of one numbering, which `prefix_ids` makes sure of.
    """
    measured = list(measured)
    ids = {question.id for question in measured}
    texts = {same_text(question.text) for question in measured}
    bags = [set(words(question.text)) for question in measured]
    kept, gone = [], {"same id": 0, "same text": 0, "near text": 0}
    for question in training:
        bag = set(words(question.text))
        if question.id in ids:
            gone["same id"] += 1
        elif same_text(question.text) in texts:
            gone["same text"] += 1
        elif any(jaccard(bag, other) >= NEAR for other in bags):
            gone["near text"] += 1
        else:
            kept.append(question)
    return kept, gone


def prefix_ids(collection: str, questions: Iterable[Question]) -> list[Question]:
    """Put the collection's name before each question's id."""
    return [Question(f"{collection}:{question.id}", question.text, question.relevant) for question in questions]


def assert_no_leak(training: Iterable[Question], measured: Iterable[Question]) -> None:
    """Raise where a training question, by id or by text, is one of the measured ones."""
    _, gone = remove_leaks(training, measured)
    if any(gone.values()):
        raise AssertionError(f"training questions are in an evaluation set: {gone}")
