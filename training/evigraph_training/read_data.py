"""Read the collections: articles, questions, and which article answers which question."""

import csv
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Article:
    id: str
    title: str
    body: str

    @property
    def text(self) -> str:
        """Title and abstract in one piece, as Evigraph's index embeds them."""
        return f"{self.title} {self.body}".strip()


@dataclass(frozen=True)
class Question:
    id: str
    text: str
    relevant: frozenset[str]


def _lines(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def read_articles(folder: Path) -> dict[str, Article]:
    """Read docs.jsonl. Out: articles by id, in the order of the file; those without any text are left out."""
    articles = {}
    for row in _lines(folder / "docs.jsonl"):
        body = row["text"] if "text" in row else " ".join(row["sentences"])
        article = Article(row["id"], row["title"], body)
        if article.text:
            articles[article.id] = article
    return articles


def read_questions(folder: Path, split: str | None) -> list[Question]:
    """Read the questions of a split (None: the collection has but one) with their relevant articles; a question without any stays."""
    suffix = f".{split}" if split else ""
    relevant = defaultdict(set)
    with (folder / f"qrels{suffix}.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if int(row["score"]) > 0:
                relevant[row["query-id"]].add(row["corpus-id"])
    rows = _lines(folder / f"queries{suffix}.jsonl")
    return [Question(row["id"], row["text"], frozenset(relevant[row["id"]])) for row in rows]
