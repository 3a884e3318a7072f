"""Words of a text, and how alike two texts are: used for BM25, for leakage, and for near duplicates."""

import re
import unicodedata

WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> list[str]:
    """Split a text into lower-case words of letters and digits, accents removed."""
    return WORD.findall(unicodedata.normalize("NFKD", text).lower())


def same_text(text: str) -> str:
    """Give texts that differ only in case, accents, spaces and punctuation one form."""
    return " ".join(words(text))


def jaccard(a: set[str], b: set[str]) -> float:
    """Share of words that two texts have in common, 0-1; 0 where both are empty."""
    return len(a & b) / len(a | b) if a or b else 0.0
