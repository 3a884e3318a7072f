"""The cross-encoder's data and training, on a model of a few thousand numbers."""

import csv
import json
import math
from pathlib import Path

import onnxruntime
import pytest
import torch
from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

from evigraph_training.config import CONFIGS, CrossConfig, load_cross_config
from evigraph_training.cross_export import export_cross_encoder
from evigraph_training.cross_groups import Group, make_group_batches, make_groups, mean_length_ratio, read_groups, write_groups
from evigraph_training.cross_train import group_loss, held_out_groups, pair_logits, plan_groups, train_cross_encoder
from evigraph_training.export import SELF_TEST
from evigraph_training.mine import Candidate
from evigraph_training.read_data import Article, Question

WORDS = ["alpha", "beta", "gamma", "delta", "fever", "cough", "drug", "gene"]
SMALL = CrossConfig("small", "none", 1, 2, 2, 1.5, False, 0.5, 3, 2, 6, 1e-3, 0.2, 0.01, 16, 2, 4)


def article(id: str, words: int) -> Article:
    return Article(id, "", " ".join(["word"] * words))


ARTICLES = {id: article(id, words) for id, words in [("gold", 10), ("near", 10), ("twin", 10), ("long", 16), ("a", 13), ("b", 9), ("c", 14)]}
RANKED = [Candidate(id, 0, cosine, 0) for id, cosine in [("near", 0.79), ("gold", 0.8), ("twin", 0.7), ("long", 0.6), ("a", 0.5), ("b", 0.4), ("c", 0.3)]]


def groups_of(config: CrossConfig, relevant: tuple[str, ...] = ("gold", "twin"), excluded: tuple[str, ...] = ("gold", "twin")) -> list[Group]:
    question = Question("q", "Which?", frozenset(relevant))
    return make_groups("k", [question], ARTICLES, [RANKED], [frozenset(excluded)], config)


def test_negatives_are_unmarked_not_too_near_and_those_nearest_in_length():
    # near: .79 > .95 * .8, a likely answer; twin: marked; long: 1.6 times as long; of a (1.3), b (1/1.1) and c (1.4) the two nearest.
    [group, _] = groups_of(SMALL)
    assert (group.positive_id, group.negative_ids) == ("gold", ("b", "a"))
    assert group.texts == tuple(ARTICLES[id].text for id in ("gold", "b", "a"))


def test_at_most_so_many_positives_and_no_group_without_a_negative():
    assert len(groups_of(SMALL)) == 2
    assert len(groups_of(CrossConfig(**{**SMALL.__dict__, "most_positives": 1}))) == 1
    assert groups_of(SMALL, excluded=tuple(ARTICLES)) == []


def test_the_length_ratio_tells_whether_negatives_are_longer():
    even = Group("k", "q", "?", "p", ("n",), ("a b", "c d"))
    longer = Group("k", "q", "?", "p", ("n",), ("a b", "c d e f"))
    assert mean_length_ratio([even]) == 0
    assert mean_length_ratio([even, longer]) == pytest.approx(math.log(2) / 2)


def some_groups(count: int) -> list[Group]:
    def text(i: int) -> str:
        return " ".join(WORDS[(i * k + k) % len(WORDS)] for k in range(1, 5))

    return [Group("ab"[i % 2], f"q{i}", text(i), f"d{i}", (f"n{i}",) * (1 + i % 2), (text(i), *([text(i + 3)] * (1 + i % 2)))) for i in range(count)]


def test_groups_are_read_back_as_written(tmp_path):
    write_groups(tmp_path / "deep" / "groups.jsonl", some_groups(3))
    assert read_groups(tmp_path / "deep" / "groups.jsonl") == some_groups(3)


def test_a_pass_holds_every_group_once_in_an_order_that_repeats():
    groups = some_groups(20)
    batches = make_group_batches(groups, 3, seed=1)
    assert sorted(group.question_id for batch in batches for group in batch) == sorted(group.question_id for group in groups)
    assert make_group_batches(groups, 3, seed=1) == batches != make_group_batches(groups, 3, seed=2)
    assert len(plan_groups(groups, SMALL)) == 6


def test_the_loss_is_the_mean_over_groups_of_order_and_of_each_pair():
    logits = torch.tensor([2.0, 0.0, 0.0, 1.0, -1.0])
    # Listwise: -log(e^2 / (e^2 + 2)) and -log(e / (e + 1/e)); pointwise: relevant and others weigh the same.
    listwise = (math.log(math.exp(2) + 2) - 2 + math.log(math.e + 1 / math.e) - 1) / 2
    soft = lambda x: math.log(1 + math.exp(x))
    pointwise = ((soft(-2) + soft(0)) / 2 + (soft(-1) + soft(-1)) / 2) / 2
    assert group_loss(logits, [3, 2], 0.0).item() == pytest.approx(listwise)
    assert group_loss(logits, [3, 2], 1.0).item() == pytest.approx(pointwise)
    assert group_loss(logits, [3, 2], 0.25).item() == pytest.approx(0.75 * listwise + 0.25 * pointwise)


@pytest.fixture
def parts(tmp_path: Path) -> tuple[BertForSequenceClassification, BertTokenizerFast]:
    (tmp_path / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]) + "\n")
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=13, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=32, num_labels=1, initializer_range=0.3, attn_implementation="eager",
    )  # fmt: skip
    return BertForSequenceClassification(config), BertTokenizerFast(str(tmp_path / "vocab.txt"))


def test_a_run_that_was_killed_ends_with_the_same_weights(parts, tmp_path):
    model, tokenizer = parts
    start = {key: value.clone() for key, value in model.state_dict().items()}
    run = lambda folder, stop=None: train_cross_encoder(model, tokenizer, some_groups(20), some_groups(6), SMALL, tmp_path / folder, stop)
    run("whole")
    whole = {key: value.clone() for key, value in model.state_dict().items()}
    model.load_state_dict(start)
    run("killed", 3)  # its checkpoint is of step 2
    model.load_state_dict(start)
    run("killed")
    assert all(torch.equal(whole[key], value) for key, value in model.state_dict().items())
    assert not all(torch.equal(start[key], value) for key, value in whole.items())
    rows = list(csv.DictReader((tmp_path / "killed" / "loss.csv").open()))
    assert [row["step"] for row in rows if row["dev"]] == ["0", "2", "4", "6"]
    assert {"first_a", "first_b"} <= rows[0].keys() and all(0 <= float(rows[0][name]) <= 1 for name in ("first_a", "first_b"))


def test_the_held_out_groups_are_of_every_kind_and_no_more_than_asked_for():
    groups = some_groups(5) + [group for group in some_groups(40) if group.kind == "a"]
    chosen = held_out_groups(groups, 6, seed=1)
    assert sorted(group.kind for group in chosen) == ["a"] * 4 + ["b"] * 2  # all of the rarer kind
    assert held_out_groups(groups, 6, seed=1) == chosen
    assert len(held_out_groups(groups, 100, seed=1)) == len(groups)


def test_training_puts_the_relevant_text_first(parts, tmp_path):
    model, tokenizer = parts
    learnable = [Group("k", f"q{i}", f"{WORDS[i % 4]} drug", "p", ("n",), (f"{WORDS[i % 4]} gene", f"{WORDS[i % 4]} cough")) for i in range(48)]
    config = CrossConfig(**{**SMALL.__dict__, "epochs": 12, "most_steps": 0, "batch": 8, "learning_rate": 1e-2, "checkpoint_every": 100, "validation_groups": 48})
    train_cross_encoder(model, tokenizer, learnable, learnable, config, tmp_path / "run")
    rows = list(csv.DictReader((tmp_path / "run" / "loss.csv").open()))
    assert float(rows[-1]["first_k"]) > 0.9 > float(rows[0]["first_k"])


def test_what_is_exported_gives_the_models_logits(parts, tmp_path):
    model, tokenizer = parts
    export_cross_encoder(model, tokenizer, tmp_path / "out", "base")
    assert not model.training
    session = onnxruntime.InferenceSession(str(tmp_path / "out" / "onnx" / "model.onnx"))
    pair = (f"{WORDS[0]} {WORDS[1]}", f"{WORDS[2]} nothing {WORDS[3]}")
    encoded = tokenizer(*pair, return_tensors="np")
    [logits] = session.run(["logits"], {name.name: encoded[name.name] for name in session.get_inputs()})
    with torch.no_grad():
        assert logits[0, 0] == pytest.approx(pair_logits(model, tokenizer, [pair], 256).item(), abs=1e-5)
    about = json.loads((tmp_path / "out" / "encoder.json").read_text())
    with torch.no_grad():
        own = pair_logits(model, tokenizer, [(SELF_TEST[0], SELF_TEST[1])], 256).item()
    assert about["tokenizer"] == "base" and about["pairTest"]["logit"] == pytest.approx(own, abs=1e-3)
    assert json.loads((tmp_path / "out" / "config.json").read_text())["architectures"] == ["BertForSequenceClassification"]
    assert (tmp_path / "out" / "onnx" / "model_quantized.onnx").stat().st_size > 0


def test_every_configuration_can_be_read_and_an_unknown_one_is_named():
    names = sorted(file.stem for file in (CONFIGS / "cross-encoder").glob("*.toml"))
    assert [load_cross_config(name).name for name in names] == names and "best-cpu" in names
    with pytest.raises(SystemExit, match="best-cpu"):
        load_cross_config("none")
