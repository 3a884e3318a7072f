"""Fit the sentence evidence model on what training/sentence-features.ts wrote: boosted trees for abstracts, logistic regression on likeness for any text.

python -m evigraph_training.sentences TRAIN.jsonl TEST.jsonl [--write retrieval/sentence-evidence.json]
"""

import argparse
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from .boosted import Trees, boost

PLACE = {
    "place", "placeSquared", "first", "last", "nextToLast", "lastAlike", "lateAlike",
    "length", "sentences", "numbers", "concluding", "reporting", "background", "titleOverlap",
}  # fmt: skip
"""Features that hold for abstracts only; a note's last sentence is no conclusion."""
STRENGTHS = (0.3, 1.0, 3.0, 10.0, 30.0)
SIZES = ((2, 100), (2, 200), (3, 100), (3, 150), (3, 200), (4, 100))
"""Depth of the trees, and how many (counts)."""
FOLDS = 5
SEED = 3


@dataclass(frozen=True)
class PairOfTexts:
    pair: str
    article: str
    gold: np.ndarray
    rows: np.ndarray


@dataclass(frozen=True)
class Model:
    bias: float
    weights: np.ndarray

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-(rows @ self.weights + self.bias)))


def read_pairs(path: Path) -> tuple[list[PairOfTexts], list[str]]:
    """Read pairs of a claim and an abstract. Out: pairs; names of the features, in the order of the columns."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    names = list(rows[0]["features"][0])
    return [
        PairOfTexts(row["pair"], row["article"], np.array(row["gold"]), np.array([[f[name] for name in names] for f in row["features"]]))
        for row in rows
    ], names


def fit(rows: np.ndarray, labels: np.ndarray, strength: float) -> Model:
    """Fit logistic regression by Newton's method, with a penalty on squared weights over standardised features.

    In: rows[n, f]; labels 0 or 1; strength of the penalty, > 0. Out: weights for the features as they are. The bias is not penalised.
    """
    mean, spread = rows.mean(0), np.maximum(rows.std(0), 1e-9)
    design = np.hstack([np.ones((len(rows), 1)), (rows - mean) / spread])
    penalty = np.full(design.shape[1], strength)
    penalty[0] = 0.0
    beta = np.zeros(design.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-design @ beta))
        gradient = design.T @ (p - labels) + penalty * beta
        hessian = (design * (p * (1 - p))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(hessian + 1e-9 * np.eye(len(beta)), gradient)
        beta -= step
        if np.abs(step).max() < 1e-8:
            break
    weights = beta[1:] / spread
    return Model(float(beta[0] - weights @ mean), weights)


class Fitted(Protocol):
    def probabilities(self, rows: np.ndarray) -> np.ndarray: ...


Fit = Callable[[np.ndarray, np.ndarray], Fitted]


def fit_pairs(pairs: list[PairOfTexts], fit: Fit) -> Fitted:
    """Fit on all sentences of some pairs."""
    return fit(np.vstack([pair.rows for pair in pairs]), np.concatenate([pair.gold for pair in pairs]))


def regressions() -> dict[str, Fit]:
    """The logistic regressions that are tried, by name."""
    return {f"regression, penalty {strength}": lambda rows, labels, strength=strength: fit(rows, labels, strength) for strength in STRENGTHS}


def forests() -> dict[str, Fit]:
    """The boosted trees that are tried, by name."""
    return {f"{trees} trees of depth {depth}": lambda rows, labels, d=depth, t=trees: boost(rows, labels, d, t, SEED) for depth, trees in SIZES}


def folds_by_article(pairs: list[PairOfTexts], folds: int, seed: int) -> list[int]:
    """Give each pair a fold, so that an abstract is in one fold only."""
    articles = sorted({pair.article for pair in pairs})
    random.Random(seed).shuffle(articles)
    of = {article: at % folds for at, article in enumerate(articles)}
    return [of[pair.article] for pair in pairs]


def select(p: np.ndarray, threshold: float, most: int = 4) -> np.ndarray:
    """Select sentences: those at or above the threshold, at most `most`, at least the best one."""
    chosen = np.zeros(len(p), int)
    order = np.argsort(-p, kind="stable")
    keep = [i for i in order[:most] if p[i] >= threshold] or list(order[:1])
    chosen[keep] = 1
    return chosen


def counts(pairs: list[PairOfTexts], ps: list[np.ndarray], threshold: float) -> np.ndarray:
    """Count shared, selected and gold sentences of each pair."""
    rows = [(chosen := select(p, threshold), pair.gold) for pair, p in zip(pairs, ps, strict=True)]
    return np.array([[(chosen & gold).sum(), chosen.sum(), gold.sum()] for chosen, gold in rows])


def micro_f1(triples: np.ndarray) -> float:
    """F1 of summed counts."""
    shared, selected, gold = triples.sum(0)
    return float(2 * shared / max(1, selected + gold))


def interval(pairs: list[PairOfTexts], triples: np.ndarray, resamples: int = 2000, seed: int = 1) -> tuple[float, float]:
    """Find the 95 % bootstrap interval of micro F1 over abstracts, since claims of one abstract are not independent."""
    groups: dict[str, list[int]] = {}
    for at, pair in enumerate(pairs):
        groups.setdefault(pair.article, []).append(at)
    sums = np.array([triples[group].sum(0) for group in groups.values()])
    rng = np.random.default_rng(seed)
    values = [micro_f1(sums[rng.integers(0, len(sums), len(sums))]) for _ in range(resamples)]
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


def calibration_error(p: np.ndarray, labels: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over bins of equal width. @cite guo2017calibration §2"""
    place = np.minimum((p * bins).astype(int), bins - 1)
    gaps = [abs(labels[place == b].mean() - p[place == b].mean()) * (place == b).sum() for b in range(bins) if (place == b).any()]
    return float(sum(gaps) / len(p))


def cross_validated(pairs: list[PairOfTexts], fit: Fit, seed: int = 1) -> list[np.ndarray]:
    """Predict each pair by a model that saw no pair of its abstract."""
    folds = folds_by_article(pairs, FOLDS, seed)
    models = [fit_pairs([pair for pair, fold in zip(pairs, folds, strict=True) if fold != out], fit) for out in range(FOLDS)]
    return [models[fold].probabilities(pair.rows) for pair, fold in zip(pairs, folds, strict=True)]


def best_threshold(pairs: list[PairOfTexts], ps: list[np.ndarray]) -> float:
    """Find the threshold of the highest F1, of 0.10, 0.12 … 0.60; the middle of the best where several are as good."""
    grid = [round(0.1 + 0.02 * i, 2) for i in range(26)]
    scores = [micro_f1(counts(pairs, ps, threshold)) for threshold in grid]
    smooth = np.convolve(np.pad(scores, 1, mode="edge"), np.ones(3) / 3, mode="valid")
    return grid[int(smooth.argmax())]


def choose(pairs: list[PairOfTexts], tried: dict[str, Fit]) -> tuple[str, float, float]:
    """Choose among fits (by cross-validated log loss) and a threshold (by F1). Out: name of the fit, threshold, cross-validated F1."""
    labels = np.concatenate([pair.gold for pair in pairs])
    predicted = {name: cross_validated(pairs, fit) for name, fit in tried.items()}

    def log_loss(name: str) -> float:
        p = np.clip(np.concatenate(predicted[name]), 1e-6, 1 - 1e-6)
        return float(-(labels * np.log(p) + (1 - labels) * np.log(1 - p)).mean())

    best = min(predicted, key=log_loss)
    threshold = best_threshold(pairs, predicted[best])
    return best, threshold, micro_f1(counts(pairs, predicted[best], threshold))


def report(name: str, train: list[PairOfTexts], test: list[PairOfTexts], tried: dict[str, Fit]) -> tuple[Fitted, float]:
    """Fit and measure one form. Out: what was fitted, and its threshold."""
    best, threshold, cross = choose(train, tried)
    model = fit_pairs(train, tried[best])
    seen = {pair.article for pair in train}
    print(f"{name}: {best}, threshold {threshold}, cross-validated F1 on train {cross:.3f}")
    for part, pairs in (("all", test), ("unseen abstracts", [pair for pair in test if pair.article not in seen])):
        ps = [model.probabilities(pair.rows) for pair in pairs]
        triples = counts(pairs, ps, threshold)
        low, high = interval(pairs, triples)
        error = calibration_error(np.concatenate(ps), np.concatenate([pair.gold for pair in pairs]))
        print(f"  test, {part}: n {len(pairs)}, F1 {micro_f1(triples):.3f} [{low:.3f}, {high:.3f}], calibration error {error:.3f}")
    return model, threshold


def main() -> None:
    """Fit both sets of features, print their measures, and write the weights where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("train", type=Path)
    parser.add_argument("test", type=Path)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    (train, names), (test, _) = read_pairs(given.train), read_pairs(given.test)
    anywhere = [name for name in names if name not in PLACE]
    columns = [names.index(name) for name in anywhere]
    narrow = lambda pairs: [PairOfTexts(pair.pair, pair.article, pair.gold, pair.rows[:, columns]) for pair in pairs]
    report("abstract, regression for comparison", train, test, regressions())
    trees, of_trees = report("abstract", train, test, forests())
    likeness, of_likeness = report("anywhere", narrow(train), narrow(test), regressions())
    assert isinstance(trees, Trees) and isinstance(likeness, Model)
    if given.write:
        source = "on the SciFact training claims (CC BY 4.0) and their abstracts, training/evigraph_training/sentences.py; weights only, no text"
        weights = {feature: round(float(weight), 5) for feature, weight in zip(anywhere, likeness.weights, strict=True)}
        models = {
            "abstract": {"source": f"boosted trees {source}", "threshold": of_trees, **trees.as_json(names)},
            "anywhere": {"source": f"logistic regression {source}", "threshold": of_likeness, "bias": round(likeness.bias, 5), "weights": weights},
        }
        given.write.write_text(json.dumps(models, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
