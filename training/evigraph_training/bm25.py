"""BM25 over a collection in memory, to mine negatives with."""

import numpy as np

from .texts import words

K1 = 0.9
B = 0.4


class Bm25:
    """Scores of all articles for a question: sum of idf(w) tf (k1+1) / (tf + k1 (1 - b + b length / mean)). @cite robertson2009bm25"""

    def __init__(self, texts: list[str]):
        bags = [words(text) for text in texts]
        self.size = len(bags)
        lengths = np.array([len(bag) for bag in bags], dtype=np.float32)
        self._norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1.0))
        counts: dict[str, dict[int, int]] = {}
        for article, bag in enumerate(bags):
            for word in bag:
                posting = counts.setdefault(word, {})
                posting[article] = posting.get(article, 0) + 1
        self._postings = {
            word: (np.fromiter(posting.keys(), np.int32), np.fromiter(posting.values(), np.float32)) for word, posting in counts.items()
        }

    def idf(self, word: str) -> float:
        """Rarity of a word; 0 where no article has it."""
        if word not in self._postings:
            return 0.0
        found = len(self._postings[word][0])
        return float(np.log(1 + (self.size - found + 0.5) / (found + 0.5)))

    def scores(self, question: str) -> np.ndarray:
        """Score every article, in the order in which they were given."""
        total = np.zeros(self.size, dtype=np.float32)
        for word in set(words(question)):
            if word in self._postings:
                articles, tf = self._postings[word]
                total[articles] += self.idf(word) * tf * (K1 + 1) / (tf + self._norm[articles])
        return total
