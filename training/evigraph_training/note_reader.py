"""A reader of notes: upper layers of MiniLM, tuned to correct what trees say of which sentences of a note answer a question that stands before them in the same input."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

LAYERS = 6
SIZE = 384
HEADS = 12
MOST_QUESTION = 160
MOST_SENTENCE = 64
MOST_BEFORE = 8
MOST_TOKENS = 384
"""As in clients/encoder/reading-windows.mjs (word pieces; sentences before)."""


@dataclass(frozen=True)
class Example:
    """A note and one wording of a question about it."""

    case: str
    writer: str
    anchor: str
    question: str
    sentences: list[str]
    gold: list[bool]
    trees: list[float]
    """What trees say that have seen no note of this writer (probability)."""
    weight: float
    """How much its sentences count."""


@dataclass(frozen=True)
class Window:
    """One input: word pieces, token types, the question's pieces (count), and sentences: index, first piece, piece after the last, whether it is judged here."""

    ids: list[int]
    types: list[int]
    asked: int
    sentences: list[tuple[int, int, int, bool]]


@dataclass(frozen=True)
class Read:
    """A window with the states that the encoder's lower layers give it."""

    states: np.ndarray
    asked: int
    sentences: list[tuple[int, int, int, bool]]


def read_examples(path: Path) -> list[Example]:
    """Read what scripts/learn-evidence-weights.ts --examples wrote: a line an example."""
    with path.open(encoding="utf-8") as lines:
        return [Example(**json.loads(line)) for line in lines if line.strip()]


def windows_of(question: list[int], sentences: list[list[int]], cls: int, sep: int, most: int = MOST_TOKENS) -> list[Window]:
    """Lay a question and a note's sentences out as inputs of at most `most` word pieces, as clients/encoder/reading-windows.mjs does.

    Each sentence is judged in one window; what room is left holds sentences before as context.
    """
    asked = question[:MOST_QUESTION]
    pieces = [ids[:MOST_SENTENCE] for ids in sentences]
    room = most - len(asked) - 2
    windows: list[Window] = []
    start = 0
    while start < len(pieces):
        used, end = 0, start
        while end < len(pieces) and used + len(pieces[end]) + 1 <= room:
            used += len(pieces[end]) + 1
            end += 1
        end = max(end, start + 1)
        begin = start
        while begin > 0 and start - begin < MOST_BEFORE and used + len(pieces[begin - 1]) + 1 <= room:
            begin -= 1
            used += len(pieces[begin]) + 1
        ids = [cls, *asked, sep]
        types = [0] * len(ids)
        spans: list[tuple[int, int, int, bool]] = []
        for at in range(begin, end):
            spans.append((at, len(ids), len(ids) + len(pieces[at]), at >= start))
            ids += [*pieces[at], sep]
        windows.append(Window(ids, types + [1] * (len(ids) - len(types)), len(asked), spans))
        start = end
    return windows


class Layer(nn.Module):
    """One layer of BERT."""

    def __init__(self, size: int = SIZE, heads: int = HEADS, inner: int = 4 * SIZE, dropout: float = 0.1):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query, self.key, self.value, self.attended = (nn.Linear(size, size) for _ in range(4))
        self.attended_norm, self.norm = nn.LayerNorm(size, eps=1e-12), nn.LayerNorm(size, eps=1e-12)
        self.inner, self.outer = nn.Linear(size, inner), nn.Linear(inner, size)

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """states[batch, tokens, size]; mask[batch, 1, 1, tokens], added to the attention's logits."""
        batch, tokens, size = states.shape
        split = lambda x: x.view(batch, tokens, self.heads, size // self.heads).transpose(1, 2)  # noqa: E731
        query, key, value = split(self.query(states)), split(self.key(states)), split(self.value(states))
        weights = torch.softmax(query @ key.transpose(-1, -2) / (size // self.heads) ** 0.5 + mask, -1)
        drop = lambda x: nn.functional.dropout(x, self.dropout, self.training)  # noqa: E731
        attended = (drop(weights) @ value).transpose(1, 2).reshape(batch, tokens, size)
        states = self.attended_norm(states + drop(self.attended(attended)))
        return self.norm(states + drop(self.outer(nn.functional.gelu(self.inner(states)))))

    def start_from(self, layer: nn.Module) -> None:
        """Take the weights of a layer of transformers' BertModel."""
        own = layer.attention.self
        pairs = [
            (self.query, own.query), (self.key, own.key), (self.value, own.value),
            (self.attended, layer.attention.output.dense), (self.attended_norm, layer.attention.output.LayerNorm),
            (self.inner, layer.intermediate.dense), (self.outer, layer.output.dense), (self.norm, layer.output.LayerNorm),
        ]  # fmt: skip
        for mine, theirs in pairs:
            mine.load_state_dict(theirs.state_dict())


class NoteReader(nn.Module):
    """The layers from `first` on, and a head that judges each sentence beside the question."""

    def __init__(self, first: int, size: int = SIZE, heads: int = HEADS, inner: int = 4 * SIZE, dropout: float = 0.1, judge: int = 32):
        super().__init__()
        self.layers = nn.ModuleList(Layer(size, heads, inner, dropout) for _ in range(first, LAYERS))
        self.head = nn.Sequential(nn.LayerNorm(3 * size), nn.Dropout(dropout), nn.Linear(3 * size, judge), nn.GELU(), nn.Linear(judge, 1))

    def read(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """states[batch, tokens, size] of the lower layers -> those of the last one."""
        for layer in self.layers:
            states = layer(states, mask)
        return states

    def forward(self, hidden: torch.Tensor, question: torch.Tensor, sentences: torch.Tensor) -> torch.Tensor:
        """hidden[1, tokens, size]; question[1, tokens] and sentences[n, tokens]: weights whose products with the states are means. Out: n logits."""
        states = self.read(hidden, torch.zeros(1, 1, 1, 1))[0]
        own = sentences @ states
        asked = (question @ states).expand_as(own)
        return self.head(torch.cat([own, asked, own * asked], -1)).squeeze(-1)

    def judge(self, windows: list[Read]) -> list[torch.Tensor]:
        """Judge the sentences of several windows at once, context too. Out: logits of each window's sentences."""
        tokens = max(len(window.states) for window in windows)
        states = torch.zeros(len(windows), tokens, windows[0].states.shape[1])
        mask = torch.full((len(windows), 1, 1, tokens), torch.finfo(torch.float32).min)
        for at, window in enumerate(windows):
            states[at, : len(window.states)] = torch.from_numpy(window.states.astype(np.float32))
            mask[at, ..., : len(window.states)] = 0
        states = self.read(states, mask)
        rows = []
        for at, window in enumerate(windows):
            asked = states[at, 1 : max(2, 1 + window.asked)].mean(0)
            own = torch.stack([states[at, begin : max(end, begin + 1)].mean(0) for _, begin, end, _ in window.sentences])
            rows.append(torch.cat([own, asked.expand_as(own), own * asked], -1))
        return list(self.head(torch.cat(rows)).squeeze(-1).split([len(row) for row in rows]))
