"""Write what Trees gives for made-up rows with the shipped trees of abstracts: python -m evigraph_training.trees_parity ../retrieval/sentence-evidence.json > ../test/fixtures/retrieval/abstract-trees.json"""

import json
import sys
from pathlib import Path

import numpy as np

from .boosted import Trees

ROWS = 40


def main() -> None:
    """Draw rows about the thresholds of each feature, so that both sides of splits are met."""
    stored = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["abstract"]
    split, at, leaf = (np.array([tree[key] for tree in stored["trees"]]) for key in ("split", "at", "leaf"))
    rng = np.random.default_rng(11)
    rows = np.zeros((ROWS, len(stored["features"])))
    for feature in range(rows.shape[1]):
        own = at[split == feature]
        low, high = (own.min(), own.max()) if own.size else (0.0, 1.0)
        rows[:, feature] = rng.uniform(low - 0.1, high + 0.1, ROWS).round(4)
    chances = Trees(stored["start"], split, at, leaf).probabilities(rows)
    told = [{"features": dict(zip(stored["features"], row.tolist(), strict=True)), "chance": float(chance)} for row, chance in zip(rows, chances, strict=True)]
    json.dump(told, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
