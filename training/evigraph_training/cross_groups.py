"""Make what a cross-encoder is trained on: a question, an article that answers it, and articles that seem to and do not."""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from sentence_transformers import SentenceTransformer

from .batches import POOL
from .build import claims_articles, measured_questions, mine
from .config import CrossConfig
from .leakage import assert_no_leak
from .mine import Candidate, fit_negatives, length_ratio
from .pairs import split_questions
from .read_data import Article, Question, read_articles, read_questions


@dataclass(frozen=True)
class Group:
    kind: str
    question_id: str
    question: str
    positive_id: str
    negative_ids: tuple[str, ...]
    texts: tuple[str, ...]
    """The positive, then the negatives in the order of their ids."""


def make_groups(
    kind: str,
    questions: list[Question],
    articles: dict[str, Article],
    rankings: list[list[Candidate]],
    excluded: list[frozenset[str]],
    config: CrossConfig,
) -> list[Group]:
    """Group each question's annotated articles, at most `most_positives` drawn at random, each with its hard negatives; a pair without any makes no group.

    Of the negatives that fit, those nearest to the positive in length are taken: an earlier trial learned that gold snippets are short.
    """
    rng = random.Random(config.seed)
    groups = []
    for question, ranked, marked in zip(questions, rankings, excluded, strict=True):
        positives = sorted(id for id in question.relevant if id in articles)
        if config.most_positives and len(positives) > config.most_positives:
            positives = sorted(rng.sample(positives, config.most_positives))
        for positive in positives:
            fit = fit_negatives(positive, ranked, marked, articles, longer=config.longer)
            fit = sorted(fit, key=lambda id: abs(length_ratio(articles[id], articles[positive])))[: config.negatives]
            if fit:
                texts = tuple(articles[id].text for id in (positive, *fit))
                groups.append(Group(kind, question.id, question.text, positive, tuple(fit), texts))
    return groups


def mean_length_ratio(groups: list[Group]) -> float:
    """Mean natural logarithm of negative over positive length; near 0, length tells nothing."""
    ratios = [length_ratio(Article("", "", text), Article("", "", group.texts[0])) for group in groups for text in group.texts[1:]]
    return sum(ratios) / max(1, len(ratios))


def make_group_batches(groups: list[Group], size: int, seed: int) -> list[list[Group]]:
    """Make batches in random order, of texts of like length; the last ones of a pool may be smaller."""
    rng = random.Random(seed)
    order = list(groups)
    rng.shuffle(order)
    batches = []
    for start in range(0, len(order), size * POOL):
        pool = sorted(order[start : start + size * POOL], key=lambda group: max(map(len, group.texts)))
        batches.extend(pool[at : at + size] for at in range(0, len(pool), size))
    rng.shuffle(batches)
    return batches


def build_groups(data: Path, vectors: Path, out: Path, config: CrossConfig, model: SentenceTransformer) -> dict[str, object]:
    """Write train.jsonl, dev.jsonl (groups) and groups.json (counts) to `out`; folders as in build.build. `model` is the encoder of the vectors."""
    measured = measured_questions(data)
    report: dict[str, object] = {}
    sides: tuple[list[Group], list[Group]] = ([], [])
    sources = [("bioasq", "bioasq-snippets", read_articles(data / "bioasq-snippets"))]
    if config.claims:
        sources.append(("scifact", "scifact", claims_articles(data)))
    for kind, folder, articles in sources:
        mined = mine(kind, read_questions(data / folder, "train"), articles, vectors / folder, measured, model)
        report[f"{kind} questions"], report[f"{kind} kept out"] = len(mined.questions), mined.kept_out
        place = {question.id: at for at, question in enumerate(mined.questions)}
        for side, chosen in zip(sides, split_questions(mined.questions, config.seed), strict=True):
            at = [place[question.id] for question in chosen]
            side.extend(make_groups(kind, chosen, articles, [mined.rankings[i] for i in at], [mined.marked[i] for i in at], config))
    train, dev = sides
    assert_no_leak({group.question_id: Question(group.question_id, group.question, frozenset()) for group in train + dev}.values(), measured)
    for name, side in (("train", train), ("dev", dev)):
        report[f"{name} groups"] = {kind: sum(group.kind == kind for group in side) for kind, _, _ in sources}
        report[f"{name} negatives"] = sum(len(group.negative_ids) for group in side)
        report[f"{name} log length ratio"] = round(mean_length_ratio(side), 4)
        write_groups(out / f"{name}.jsonl", side)
    (out / "groups.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report


def write_groups(path: Path, groups: list[Group]) -> None:
    """Write groups as JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(asdict(group), ensure_ascii=False) + "\n" for group in groups), encoding="utf-8")


def read_groups(path: Path) -> list[Group]:
    """Read what write_groups wrote."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Group(**{**row, "negative_ids": tuple(row["negative_ids"]), "texts": tuple(row["texts"])}) for row in rows]
