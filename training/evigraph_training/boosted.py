"""Boosted trees in the form that the product reads: full trees, so that a leaf is found by its level alone."""

from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier

RATE, SAMPLE, FEATURES, LEAST_LEAF = 0.05, 0.6, 0.35, 20
"""As scripts/boost-trees.ts is called for notes, but for the rate (.06 there)."""


@dataclass(frozen=True)
class Trees:
    start: float
    """Log odds before the first tree."""
    split: np.ndarray
    """Feature of each split, [trees, 2 ** depth - 1], level by level."""
    at: np.ndarray
    """Threshold of each split; a value above it goes right."""
    leaf: np.ndarray
    """What each leaf adds to the log odds, [trees, 2 ** depth], from left to right."""

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        rows = rows.astype(np.float32)
        total = np.full(len(rows), self.start)
        for split, at, leaf in zip(self.split, self.at, self.leaf, strict=True):
            node = np.zeros(len(rows), int)
            while node[0] < len(split):
                node = 2 * node + np.where(rows[np.arange(len(rows)), split[node]] > at[node], 2, 1)
            total += leaf[node - len(split)]
        return 1 / (1 + np.exp(-total))

    def as_json(self, names: list[str]) -> dict[str, object]:
        """What retrieval/boosted-trees.ts reads, rounded."""
        trees = [
            {"split": split.tolist(), "at": [round(float(x), 6) for x in at], "leaf": [round(float(x), 5) for x in leaf]}
            for split, at, leaf in zip(self.split, self.at, self.leaf, strict=True)
        ]
        return {"features": names, "start": round(self.start, 5), "trees": trees}


def boost(rows: np.ndarray, labels: np.ndarray, depth: int, trees: int, seed: int) -> Trees:
    """Fit boosted trees for log loss. In: rows[n, f], labels 0 or 1. Out: full trees of this depth. @cite hastie2009elements §10.10"""
    model = GradientBoostingClassifier(
        n_estimators=trees, max_depth=depth, learning_rate=RATE, subsample=SAMPLE, max_features=FEATURES, min_samples_leaf=LEAST_LEAF, random_state=seed
    ).fit(rows, labels)  # fmt: skip
    share = labels.mean()
    full = [_full(estimator.tree_, depth) for estimator in model.estimators_[:, 0]]
    split, at, leaf = (np.array(part) for part in zip(*full, strict=True))
    return Trees(float(np.log(share / (1 - share))), split, at, leaf * RATE)


def _full(tree: object, depth: int) -> tuple[list[int], list[float], list[float]]:
    """Lay a tree out level by level; below a leaf that comes early both sides end in its value."""
    level = [0]
    split: list[int] = []
    at: list[float] = []
    for _ in range(depth):
        below = []
        for node in level:
            early = tree.children_left[node] < 0
            split.append(0 if early else int(tree.feature[node]))
            at.append(0.0 if early else float(tree.threshold[node]))
            below += [node, node] if early else [tree.children_left[node], tree.children_right[node]]
        level = below
    return split, at, [float(tree.value[node][0][0]) for node in level]
