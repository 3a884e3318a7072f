"""Train an encoder; a run that was killed goes on from its last checkpoint and ends with the same weights."""

import csv
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer

from .batches import make_batches
from .config import Config, CrossConfig, ReaderConfig
from .loss import multiple_negatives_ranking
from .pairs import Pair


def plan(pairs: list[Pair], config: Config) -> list[list[Pair]]:
    """List the batches of a whole run: a function of the pairs and the configuration, so that a resumed run finds its place."""
    batches = [batch for epoch in range(config.epochs) for batch in make_batches(pairs, config.batch, config.seed + epoch)]
    return batches[: config.most_steps] if config.most_steps else batches


def warm_up_then_fall(step: int, steps: int, warmup_share: float) -> float:
    """Scale the learning rate: up in a line over the warm-up, down in a line to 0 at the end."""
    warmup = max(1, round(steps * warmup_share))
    return (step + 1) / warmup if step < warmup else max(0.0, (steps - step) / max(1, steps - warmup))


def _embed(model: SentenceTransformer, texts: list[str]) -> torch.Tensor:
    features = {key: value.to(model.device) for key, value in model.preprocess(texts).items() if isinstance(value, torch.Tensor)}
    return model(features)["sentence_embedding"]


def batch_loss(model: SentenceTransformer, batch: list[Pair]) -> torch.Tensor:
    """Loss of one batch: questions against their articles and all mined negatives."""
    articles = [pair.positive for pair in batch] + [pair.negative for pair in batch if pair.negative]
    return multiple_negatives_ranking(_embed(model, [pair.question for pair in batch]), _embed(model, articles))


def validation_loss(model: SentenceTransformer, batches: list[list[Pair]]) -> float:
    """Mean loss without dropout."""
    model.eval()
    with torch.no_grad():
        losses = [batch_loss(model, batch).item() for batch in batches]
    model.train()
    return sum(losses) / max(1, len(losses))


def train(model: SentenceTransformer, pairs: list[Pair], dev: list[Pair], config: Config, run: Path, stop_after: int | None = None) -> None:
    """Train in place, and leave in `run` what fit leaves. `stop_after` ends the run early at that step, as a kill would, for tests."""
    model.max_seq_length = config.tokens
    batches = plan(pairs, config)
    held_out = make_batches(dev, config.batch, config.seed)[: config.validation_batches]
    fit(model, lambda step: batch_loss(model, batches[step]), len(batches), lambda: {"dev": validation_loss(model, held_out)}, config, run, stop_after)


def fit(
    model: torch.nn.Module,
    loss_of: Callable[[int], torch.Tensor],
    steps: int,
    validate: Callable[[], dict[str, float]],
    config: Config | CrossConfig | ReaderConfig,
    run: Path,
    stop_after: int | None = None,
) -> None:
    """Train in place with AdamW, warm-up and a falling rate; a run that was killed goes on from its last checkpoint.

    In: the loss of a step; how many steps; the held-out scores by name, `dev` among them, measured before the first step and with each checkpoint.
    Leaves in `run`: loss.csv, checkpoint.pt (the newest, whole or not at all), step-N.pt (weights alone), settings.json.
    """
    run.mkdir(parents=True, exist_ok=True)
    (run / "settings.json").write_text(json.dumps(asdict(config), indent=1) + "\n", encoding="utf-8")
    torch.manual_seed(config.seed)
    device = next(model.parameters()).device
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: warm_up_then_fall(step, steps, config.warmup_share))
    rows: list[dict] = []
    done = 0
    newest = run / "checkpoint.pt"
    if newest.exists():
        state = torch.load(newest, weights_only=False, map_location=device)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        torch.set_rng_state(state["random"].cpu())
        rows, done = state["rows"], state["done"]
        print(f"goes on after step {done} of {steps}", flush=True)
    else:
        rows.append({"step": 0, "train": "", **validate(), "rate": 0.0, "seconds": 0.0})
        print(json.dumps(rows[0]), flush=True)
    unmeasured = dict.fromkeys(set(rows[0]) - {"step", "train", "rate", "seconds"}, "")
    model.train()
    for step in range(done, steps):
        if stop_after is not None and step >= stop_after:
            return
        started = time.monotonic()
        rate = schedule.get_last_lr()[0]
        optimizer.zero_grad()
        loss = loss_of(step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        whole = (step + 1) % config.checkpoint_every == 0 or step + 1 == steps
        row = {"step": step + 1, "train": loss.item(), **unmeasured, "rate": rate, "seconds": round(time.monotonic() - started, 2)}
        rows.append(row)
        if whole:
            row |= validate()
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
            _save({**state, "random": torch.get_rng_state(), "rows": rows, "done": step + 1}, newest)
            _save(model.state_dict(), run / f"step-{step + 1}.pt")
            _write_losses(run / "loss.csv", rows)
        print(json.dumps(row), flush=True)


def _save(state: dict, path: Path) -> None:
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    os.replace(partial, path)


def _write_losses(path: Path, rows: list[dict]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
