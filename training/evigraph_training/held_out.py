"""Compare checkpoints on the held-out tenth of the training questions and claims: never on a measured set."""

import argparse
import json
import random
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer

from .config import load_config
from .export import mixed_weights
from .leakage import prefix_ids, remove_leaks
from .mine import Mix, read_vectors
from .build import measured_questions
from .pairs import split_questions
from .read_data import Article, read_articles, read_questions
from .select import HeldOut, mix_scores


def held_out(data: Path, vectors: Path, kind: str, folder: str, model: SentenceTransformer, seed: int, most: int, depth: int) -> tuple[HeldOut, dict[str, Article]]:
    """Take the held-out questions of a collection, `most` at random, with the first `depth` articles of the base's mix."""
    articles = read_articles(data / folder)
    questions, _ = remove_leaks(prefix_ids(kind, read_questions(data / folder, "train")), measured_questions(data))
    _, dev = split_questions([question for question in questions if question.relevant & articles.keys()], seed)
    chosen = random.Random(seed).sample(dev, min(most, len(dev)))
    mix = Mix(articles, read_vectors(vectors / folder))
    embedded = model.encode([question.text for question in chosen], normalize_embeddings=True, show_progress_bar=False)
    return HeldOut(chosen, [mix.rank(question.text, vector)[:depth] for question, vector in zip(chosen, embedded, strict=True)]), articles


def main() -> None:
    """Print one line for the base and one for each checkpoint and share."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--data", "--vectors", "--base", "--run"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--config", default="best-cpu")
    parser.add_argument("--steps", required=True, help="checkpoints, separated by commas")
    parser.add_argument("--shares", default="1", help="weights of the tuned model in the mix with the base's, separated by commas")
    parser.add_argument("--most", type=int, default=100, help="questions of each collection (count)")
    parser.add_argument("--depth", type=int, default=20, help="candidates of each question (count)")
    given = parser.parse_args()
    seed = load_config(given.config).seed
    model = SentenceTransformer(str(given.base), device="cuda" if torch.cuda.is_available() else "cpu")
    model.max_seq_length = 256
    base = {key: value.clone() for key, value in model.state_dict().items()}
    sets = [held_out(given.data, given.vectors, kind, folder, model, seed, given.most, given.depth) for kind, folder in (("bioasq", "bioasq-snippets"), ("scifact", "scifact"))]
    wanted = [(0, 0.0)] + [(int(step), float(share)) for step in given.steps.split(",") for share in given.shares.split(",")]
    for step, share in wanted:
        if step:
            tuned = torch.load(given.run / f"step-{step}.pt", weights_only=True, map_location=model.device)
            model.load_state_dict(mixed_weights(base, tuned, share))
        scores = [mix_scores(questions, articles, model) for questions, articles in sets]
        means = {
            kind: {weight: round(sum(values) / max(1, len(values)), 4) for weight, values in of.items()}
            for kind, of in zip(("bioasq", "scifact"), scores, strict=True)
        }
        print(json.dumps({"step": step, "share": share, **means}), flush=True)


if __name__ == "__main__":
    main()
