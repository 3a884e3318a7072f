"""The training code, on a model of a few thousand numbers."""

import csv
from pathlib import Path

import pytest
import torch
from sentence_transformers import SentenceTransformer, losses
from sentence_transformers.models import Pooling, Transformer
from transformers import BertConfig, BertModel, BertTokenizerFast

from evigraph_training.config import CONFIGS, Config, load_config
from evigraph_training.export import mixed_weights
from evigraph_training.loss import multiple_negatives_ranking
from evigraph_training.pairs import Pair
from evigraph_training.train import plan, train, warm_up_then_fall

WORDS = ["alpha", "beta", "gamma", "delta", "fever", "cough", "drug", "gene"]
SMALL = Config("small", "none", 1, True, 0, False, 0, 4, 2, 6, 1e-3, 0.2, 0.01, 16, 2, 1)


@pytest.fixture
def model(tmp_path: Path) -> SentenceTransformer:
    folder = tmp_path / "bert"
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]) + "\n")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(vocab_size=13, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, max_position_embeddings=32)
    BertModel(config).save_pretrained(folder)
    transformer = Transformer(str(folder))
    return SentenceTransformer(modules=[transformer, Pooling(16, "mean")], device="cpu")


def pairs(count: int) -> list[Pair]:
    def text(i: int) -> str:
        return " ".join(WORDS[(i * k + k) % len(WORDS)] for k in range(1, 5))

    return [Pair("k", f"q{i}", text(i), f"d{i}", text(i + 3), f"n{i}" if i % 2 else None, text(i + 5) if i % 2 else None, (f"d{i}",)) for i in range(count)]


def test_the_loss_is_that_of_sentence_transformers(model):
    texts = [["alpha beta", "fever cough", "drug gene"], ["alpha fever", "cough cough", "gene drug"], ["beta beta", "alpha gene", "delta"]]
    features = [model.preprocess(group) for group in texts]
    model.eval()
    with torch.no_grad():
        theirs = losses.MultipleNegativesRankingLoss(model)(features, None)
        questions, positives, negatives = (model(dict(each))["sentence_embedding"] for each in features)
        ours = multiple_negatives_ranking(questions, torch.cat([positives, negatives]))
    assert ours.item() == pytest.approx(theirs.item(), abs=1e-6)


def test_the_rate_rises_in_the_warm_up_and_falls_to_nothing():
    rates = [warm_up_then_fall(step, 10, 0.2) for step in range(11)]
    assert rates[:3] == [0.5, 1.0, 1.0] and rates[10] == 0.0
    assert all(a > b for a, b in zip(rates[2:], rates[3:], strict=False))


def test_a_run_that_was_killed_ends_with_the_same_weights(model, tmp_path):
    start = {key: value.clone() for key, value in model.state_dict().items()}
    train(model, pairs(16), pairs(8), SMALL, tmp_path / "whole")
    whole = {key: value.clone() for key, value in model.state_dict().items()}
    model.load_state_dict(start)
    train(model, pairs(16), pairs(8), SMALL, tmp_path / "killed", stop_after=3)  # its checkpoint is of step 2
    model.load_state_dict(start)
    train(model, pairs(16), pairs(8), SMALL, tmp_path / "killed")
    assert all(torch.equal(whole[key], value) for key, value in model.state_dict().items())
    assert not all(torch.equal(start[key], value) for key, value in whole.items())
    rows = list(csv.DictReader((tmp_path / "killed" / "loss.csv").open()))
    assert [row["step"] for row in rows] == [str(step) for step in range(7)]
    assert [row["step"] for row in rows if row["dev"]] == ["0", "2", "4", "6"]


def test_the_plan_is_the_same_each_time_and_ends_where_the_configuration_says():
    assert len(plan(pairs(16), SMALL)) == 6
    assert plan(pairs(16), SMALL) == plan(pairs(16), SMALL)


def test_weights_between_base_and_tuned():
    mixed = mixed_weights({"w": torch.tensor([0.0])}, {"w": torch.tensor([2.0]), "n": torch.tensor([3])}, 0.25)
    assert mixed["w"].item() == 0.5 and mixed["n"].item() == 3


def test_every_configuration_can_be_read_and_an_unknown_one_is_named():
    for file in CONFIGS.glob("*.toml"):
        assert load_config(file.stem).name == file.stem
    paper = load_config("paper")
    assert (paper.epochs, paper.hard_negatives, paper.most_steps) == (10, False, 0)
    with pytest.raises(SystemExit, match="best-cpu"):
        load_config("none")
