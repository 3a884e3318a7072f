"""Read a named configuration."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

CONFIGS = Path(__file__).parent.parent / "configs"


@dataclass(frozen=True)
class Config:
    """Every number of a run; the file that it comes from says why."""

    name: str
    base: str
    """Name of the published weights that the run starts from."""
    seed: int
    hard_negatives: bool
    """False: a pair's negatives are the other articles of its batch, and one that was retrieved and not annotated."""
    most_positives: int
    """Articles a question gives pairs with (count); 0: all."""
    claims: bool
    """True: SciFact's training claims beside the questions."""
    titles: int
    """Pairs of a title with its abstract (count)."""
    batch: int
    epochs: int
    most_steps: int
    """Stop after so many steps (count), with the schedule made for them; 0: all epochs."""
    learning_rate: float
    warmup_share: float
    weight_decay: float
    tokens: int
    """Longest text in training (word pieces)."""
    checkpoint_every: int
    validation_batches: int


@dataclass(frozen=True)
class CrossConfig:
    """Every number of a cross-encoder's run."""

    name: str
    base: str
    """Name of the published weights that the run starts from; the head on top of them is new."""
    seed: int
    most_positives: int
    """Articles a question gives groups with (count); 0: all."""
    negatives: int
    """Most hard negatives of a group (count)."""
    longer: float
    """Most times that a negative is as long or as short as the positive, in words."""
    claims: bool
    """True: SciFact's training claims beside the questions."""
    pointwise_share: float
    """Share of the binary loss of each pair in the whole, the listwise loss of the group having the rest (0-1)."""
    batch: int
    """Groups a step (count)."""
    epochs: int
    most_steps: int
    """Stop after so many steps (count), with the schedule made for them; 0: all epochs."""
    learning_rate: float
    warmup_share: float
    weight_decay: float
    tokens: int
    """Longest pair in training (word pieces)."""
    checkpoint_every: int
    validation_groups: int
    """Held-out groups that each checkpoint is judged by (count)."""


@dataclass(frozen=True)
class ReaderConfig:
    """Every number of a run of the reader of notes."""

    name: str
    base: str
    """Name of the shipped encoder whose lower layers it stands on, and whose upper ones it starts from."""
    seed: int
    first: int
    """First layer that is tuned, counted from 0; those below stay as they are shipped."""
    batch: int
    """Windows a step (count)."""
    epochs: int
    """An epoch reads each note once, by a wording of its question drawn at random."""
    learning_rate: float
    warmup_share: float
    weight_decay: float
    checkpoint_every: int


Kind = TypeVar("Kind", "Config", "CrossConfig", "ReaderConfig")


def load_config(name: str) -> Config:
    """Read configs/NAME.toml; every setting must be there, and no other."""
    return _load(Config, CONFIGS, name)


def load_cross_config(name: str) -> CrossConfig:
    """Read configs/cross-encoder/NAME.toml; every setting must be there, and no other."""
    return _load(CrossConfig, CONFIGS / "cross-encoder", name)


def load_reader_config(name: str) -> ReaderConfig:
    """Read configs/reader/NAME.toml as load_config."""
    return _load(ReaderConfig, CONFIGS / "reader", name)


def _load(kind: type[Kind], folder: Path, name: str) -> Kind:
    path = folder / f"{name}.toml"
    if not path.exists():
        raise SystemExit(f"There is no configuration {name}: {', '.join(sorted(file.stem for file in folder.glob('*.toml')))}.")
    given = {"name": name, **tomllib.loads(path.read_text(encoding="utf-8"))}
    wanted = {field.name for field in fields(kind)}
    if set(given) != wanted:
        raise SystemExit(f"{path}: {sorted(set(given) ^ wanted)} missing or unknown.")
    return kind(**given)
