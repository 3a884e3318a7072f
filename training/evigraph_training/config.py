"""Read a named configuration."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

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


def load_config(name: str) -> Config:
    """Read configs/NAME.toml; every setting must be there, and no other."""
    path = CONFIGS / f"{name}.toml"
    if not path.exists():
        raise SystemExit(f"There is no configuration {name}: {', '.join(sorted(file.stem for file in CONFIGS.glob('*.toml')))}.")
    given = {"name": name, **tomllib.loads(path.read_text(encoding="utf-8"))}
    wanted = {field.name for field in fields(Config)}
    if set(given) != wanted:
        raise SystemExit(f"{path}: {sorted(set(given) ^ wanted)} missing or unknown.")
    return Config(**given)
