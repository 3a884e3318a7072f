"""Train the reader of notes, and tell how it does on notes of writers whom it has not seen.

python -m evigraph_training.reader_train --examples FILE --models ../data/models --base BASE --run RUN [--config best-cpu] [--folds N]

First N times without a part of the writers: RUN/fold-K/left-out.jsonl gets a logit for each of their sentences ({case, anchor, logits}). Then with all, in RUN/all. The same command goes on after a kill.
"""

import argparse
import json
import os
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModel

from .config import ReaderConfig, load_reader_config
from .note_reader import Example, NoteReader, Read, read_examples
from .reader_states import read_all
from .train import fit


def fold_of(writer: str, writers: list[str], folds: int) -> int:
    """Tell which fold a writer is in: they are dealt out in order. @cite docs/decisions/0031"""
    return sorted(writers, key=natural).index(writer) % folds


def natural(name: str) -> tuple[str, int]:
    """Sort writer-2 before writer-10."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)


def new_reader(base: str, first: int, seed: int) -> NoteReader:
    """Take the base's upper layers, with a new head, the same for the same seed."""
    torch.manual_seed(seed)
    reader = NoteReader(first)
    bert = AutoModel.from_pretrained(base)
    for layer, own in zip(reader.layers, bert.encoder.layer[first:], strict=True):
        layer.start_from(own)
    return reader


Planned = tuple[Read, Example]


def plan_windows(examples: list[Example], read: list[list[Read]], config: ReaderConfig) -> list[list[Planned]]:
    """Plan all steps of a run: each epoch every note once, by one of the wordings of its question, its windows in any order. A function of examples and configuration."""
    rng = np.random.default_rng(config.seed)
    cases: dict[str, list[int]] = {}
    for at, example in enumerate(examples):
        cases.setdefault(example.case, []).append(at)
    steps: list[list[Planned]] = []
    for _ in range(config.epochs):
        chosen = [int(rng.choice(wordings)) for wordings in cases.values()]
        windows = [(window, examples[at]) for at in chosen for window in read[at]]
        order = rng.permutation(len(windows))
        steps += [[windows[at] for at in order[start : start + config.batch]] for start in range(0, len(order), config.batch)]
    return steps


def loss_on(reader: NoteReader, batch: list[Planned]) -> torch.Tensor:
    """Binary cross entropy of what trees say, corrected by the reader, over all sentences of the windows, those that stand there as context too."""
    told = [(example.gold[at], example.trees[at], example.weight) for window, example in batch for at, _, _, _ in window.sentences]
    gold, trees, weight = torch.tensor(told, dtype=torch.float32).T
    logits = torch.cat(reader.judge([window for window, _ in batch])) + torch.logit(trees, eps=1e-4)
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, gold, weight=weight)


@torch.no_grad()
def judged(reader: NoteReader, windows: list[Read], sentences: int) -> list[float]:
    """Judge a note's sentences, each in its own window. Out: what is added to the log odds of the trees, one a sentence."""
    reader.eval()
    logits = [0.0] * sentences
    for window, own in zip(windows, reader.judge(windows), strict=True):
        for (at, _, _, here), logit in zip(window.sentences, own.tolist(), strict=True):
            if here:
                logits[at] = round(logit, 4)
    return logits


def train_reader(reader: NoteReader, examples: list[Example], read: list[list[Read]], held_out: list[int], config: ReaderConfig, run: Path) -> None:
    """Train in place on what is not held out, and leave in `run` what fit leaves; `dev` is the loss on what is (0 where nothing is)."""
    known = [at for at in range(len(examples)) if at not in set(held_out)]
    steps = plan_windows([examples[at] for at in known], [read[at] for at in known], config)

    def validate() -> dict[str, float]:
        reader.eval()
        with torch.no_grad():
            losses = [loss_on(reader, [(window, examples[at]) for window in read[at]]).item() for at in held_out]
        reader.train()
        return {"dev": sum(losses) / max(1, len(losses))}

    fit(reader, lambda step: loss_on(reader, steps[step]), len(steps), validate, config, run)


def main() -> None:
    """Read the command line, then the notes, then train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=Path, required=True, help="lines of scripts/learn-evidence-weights.ts --examples")
    parser.add_argument("--models", type=Path, required=True, help="folder of the shipped models")
    parser.add_argument("--base", required=True, help="folder of the base's fp32 weights")
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--config", default="best-cpu")
    parser.add_argument("--folds", type=int, default=3, help="parts of the writers that are left out in turn; 0: none")
    given = parser.parse_args()
    config = load_reader_config(given.config)
    examples = read_examples(given.examples)
    train_all(examples, read_all(examples, given.models, config.base, config.first), given.base, config, given.run, given.folds)


def train_all(examples: list[Example], read: list[list[Read]], base: str, config: ReaderConfig, run: Path, folds: int) -> None:
    """Train once without each part of the writers, leaving their logits in run/fold-K/left-out.jsonl, then with all in run/all. What is done already is not done again."""
    writers = sorted({example.writer for example in examples})
    for fold in range(folds):
        out = [at for at, example in enumerate(examples) if fold_of(example.writer, writers, folds) == fold]
        told = run / f"fold-{fold}" / "left-out.jsonl"
        if told.exists():
            continue
        reader = new_reader(base, config.first, config.seed)
        train_reader(reader, examples, read, out, config, told.parent)
        lines = [
            json.dumps({"case": examples[at].case, "anchor": examples[at].anchor, "logits": judged(reader, read[at], len(examples[at].sentences))})
            for at in out
        ]
        partial = told.with_suffix(".partial")  # a kill must not leave a part that counts as done
        partial.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        os.replace(partial, told)
    train_reader(new_reader(base, config.first, config.seed), examples, read, [], config, run / "all")


if __name__ == "__main__":
    main()
