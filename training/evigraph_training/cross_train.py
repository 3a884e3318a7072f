"""Train a cross-encoder: one score for a question and a text read together."""

import random
from pathlib import Path

import torch
from transformers import BertForSequenceClassification, PreTrainedTokenizerBase

from .config import CrossConfig
from .cross_groups import Group, make_group_batches
from .train import fit


def new_cross_encoder(base: str, seed: int, **options: object) -> BertForSequenceClassification:
    """Load the base's layers with a new head of one score, the same for the same seed."""
    torch.manual_seed(seed)
    return BertForSequenceClassification.from_pretrained(base, num_labels=1, **options)


def pair_logits(model: torch.nn.Module, tokenizer: PreTrainedTokenizerBase, pairs: list[tuple[str, str]], tokens: int) -> torch.Tensor:
    """Score pairs of a question and a text: raw logits. Of a pair longer than `tokens` word pieces the longer side is cut."""
    first, second = zip(*pairs, strict=True)
    encoded = tokenizer(list(first), list(second), padding=True, truncation="longest_first", max_length=tokens, return_tensors="pt")
    device = next(model.parameters()).device
    return model(**encoded.to(device)).logits.squeeze(-1)


def group_loss(logits: torch.Tensor, sizes: list[int], pointwise_share: float) -> torch.Tensor:
    """Put the listwise and the pointwise loss of groups together; each group's first text is the relevant one.

    In: logits of all texts, group after group; how many texts each group has. Listwise: cross entropy of the first text among its group
    (the order); pointwise: binary cross entropy, relevant and other texts weighing the same in each group (a scale that groups share).
    """
    groups = torch.split(logits, sizes)
    listwise = torch.stack([torch.logsumexp(group, 0) - group[0] for group in groups]).mean()
    softplus = torch.nn.functional.softplus
    pointwise = torch.stack([(softplus(-group[0]) + softplus(group[1:]).mean()) / 2 for group in groups]).mean()
    return (1 - pointwise_share) * listwise + pointwise_share * pointwise


def train_cross_encoder(
    model: BertForSequenceClassification,
    tokenizer: PreTrainedTokenizerBase,
    groups: list[Group],
    dev: list[Group],
    config: CrossConfig,
    run: Path,
    stop_after: int | None = None,
) -> None:
    """Train in place, and leave in `run` what fit leaves; held-out scores are the loss (dev) and how often the relevant text is first of its group, one column a kind."""
    batches = plan_groups(groups, config)
    held_out = make_group_batches(held_out_groups(dev, config.validation_groups, config.seed), config.batch, config.seed)

    def logits_of(batch: list[Group]) -> torch.Tensor:
        return pair_logits(model, tokenizer, [(group.question, text) for group in batch for text in group.texts], config.tokens)

    def loss_of(step: int) -> torch.Tensor:
        batch = batches[step]
        return group_loss(logits_of(batch), [len(group.texts) for group in batch], config.pointwise_share)

    def validate() -> dict[str, float]:
        model.eval()
        losses: list[float] = []
        first: dict[str, list[bool]] = {group.kind: [] for group in sorted(dev, key=lambda group: group.kind)}
        with torch.no_grad():
            for batch in held_out:
                logits, sizes = logits_of(batch), [len(group.texts) for group in batch]
                losses.append(group_loss(logits, sizes, config.pointwise_share).item())
                for group, scores in zip(batch, torch.split(logits, sizes), strict=True):
                    first[group.kind].append(bool(scores[0] > scores[1:].max()))
        model.train()
        return {"dev": sum(losses) / max(1, len(losses)), **{f"first_{kind}": sum(hits) / max(1, len(hits)) for kind, hits in first.items()}}

    fit(model, loss_of, len(batches), validate, config, run, stop_after)


def held_out_groups(dev: list[Group], most: int, seed: int) -> list[Group]:
    """Draw at most so many groups at random, as many of each kind as there are, so that every kind is judged."""
    rng = random.Random(seed)
    kinds = {kind: rng.sample(own, len(own)) for kind in sorted({group.kind for group in dev}) if (own := [group for group in dev if group.kind == kind])}
    chosen: list[Group] = []
    while len(chosen) < most and any(kinds.values()):
        chosen.extend(own.pop() for own in kinds.values() if own and len(chosen) < most)
    return chosen[:most]


def plan_groups(groups: list[Group], config: CrossConfig) -> list[list[Group]]:
    """List the batches of a whole run: a function of the groups and the configuration, so that a resumed run finds its place."""
    batches = [batch for epoch in range(config.epochs) for batch in make_group_batches(groups, config.batch, config.seed + epoch)]
    return batches[: config.most_steps] if config.most_steps else batches
