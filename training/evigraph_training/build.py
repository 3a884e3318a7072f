"""Build the pairs of a configuration from the collections, and write what went into them and what was kept out."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

from sentence_transformers import SentenceTransformer

from .config import Config
from .leakage import assert_no_leak, prefix_ids, remove_leaks
from .mine import Candidate, Mix, read_vectors, twins
from .pairs import Pair, question_pairs, split_questions, title_pairs, write_pairs
from .read_data import Article, Question, read_articles, read_questions

TWINS = 0.85
"""Cosine from which two questions count as nearly the same: what answers one is no negative of the other."""


def measured_questions(data: Path) -> list[Question]:
    """All questions of the sets that results are reported on."""
    sets = {"bioasq": ("bioasq-snippets", "dev"), "scifact": ("scifact", "test"), "medlars": ("medlars", None)}
    return [question for name, (folder, split) in sets.items() for question in prefix_ids(name, read_questions(data / folder, split))]


@dataclass(frozen=True)
class Mined:
    """Training questions of a collection that no measured set holds, each with what the mix ranks for it."""

    questions: list[Question]
    kept_out: dict[str, int]
    rankings: list[list[Candidate]]
    marked: list[frozenset[str]]
    """What is relevant to each question or to a twin of it."""


def mine(kind: str, questions: list[Question], articles: dict[str, Article], vectors: Path, measured: list[Question], model: SentenceTransformer) -> Mined:
    """Drop what is measured, and rank the collection for each question that is left and has a relevant article."""
    kept, gone = remove_leaks(prefix_ids(kind, questions), measured)
    kept = [question for question in kept if question.relevant & articles.keys()]
    mix = Mix(articles, read_vectors(vectors))
    embedded = model.encode([question.text for question in kept], normalize_embeddings=True, show_progress_bar=False)
    rankings = [mix.rank(question.text, vector) for question, vector in zip(kept, embedded, strict=True)]
    return Mined(kept, gone, rankings, twins(kept, embedded, TWINS))


def claims_articles(data: Path) -> dict[str, Article]:
    """SciFact's articles without those that answer a test claim."""
    answers_of_test = {id for question in read_questions(data / "scifact", "test") for id in question.relevant}
    return {id: article for id, article in read_articles(data / "scifact").items() if id not in answers_of_test}


def build(data: Path, vectors: Path, out: Path, config: Config, model: SentenceTransformer) -> dict[str, object]:
    """Write train.jsonl, dev.jsonl (pairs) and pairs.json (counts) to `out`.

    In: the folder of collections; the folder with vectors of bioasq-snippets/ and scifact/ (vectors-from-index.mjs); the base encoder.
    """
    measured = measured_questions(data)
    report: dict[str, object] = {}
    train: list[Pair] = []
    dev: list[Pair] = []

    def add(kind: str, folder: str, questions: list[Question], articles: dict[str, Article]) -> None:
        mined = mine(kind, questions, articles, vectors / folder, measured, model)
        report[f"{kind} questions"], report[f"{kind} kept out"] = len(mined.questions), mined.kept_out
        rankings = mined.rankings
        if not config.hard_negatives:
            # The paper's negatives: any retrieved article that was not annotated, not the hardest ones.
            rng = random.Random(config.seed)
            rankings = [rng.sample(ranked, len(ranked)) for ranked in rankings]
        place = {question.id: at for at, question in enumerate(mined.questions)}
        for side, chosen in zip((train, dev), split_questions(mined.questions, config.seed), strict=True):
            at = [place[question.id] for question in chosen]
            side.extend(
                question_pairs(
                    kind, chosen, articles, [rankings[i] for i in at], [mined.marked[i] for i in at], config.seed, config.most_positives or None
                )
            )

    add("bioasq", "bioasq-snippets", read_questions(data / "bioasq-snippets", "train"), read_articles(data / "bioasq-snippets"))
    articles = claims_articles(data)
    if config.claims:
        add("scifact", "scifact", read_questions(data / "scifact", "train"), articles)
    if config.titles:
        pairs = title_pairs("title", articles, set(), config.titles, config.seed)
        train.extend(pairs)
        report["title pairs"] = len(pairs)
    assert_no_leak({pair.question_id: Question(pair.question_id, pair.question, frozenset()) for pair in train + dev}.values(), measured)
    report |= {"train pairs": len(train), "dev pairs": len(dev)}
    report |= {"with a mined negative": sum(pair.negative is not None for pair in train)}
    write_pairs(out / "train.jsonl", train)
    write_pairs(out / "dev.jsonl", dev)
    (out / "pairs.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report
