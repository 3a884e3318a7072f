"""The reader's windows, training and export, on a model of a few hundred numbers."""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import TensorProto, helper

from evigraph_training import reader_train
from evigraph_training.config import CONFIGS, ReaderConfig, load_reader_config
from evigraph_training.note_reader import Example, Layer, NoteReader, Read, read_examples, windows_of
from evigraph_training.reader_export import export_reader, logits_by
from evigraph_training.reader_states import with_output
from evigraph_training.reader_train import fold_of, judged, loss_on, plan_windows, train_all, train_reader

SIZE = 12
CONFIG = ReaderConfig("small", "none", 3, 5, 4, 8, 1e-2, 0.1, 0.01, 6)


def small_reader() -> NoteReader:
    torch.manual_seed(1)
    return NoteReader(5, SIZE, 2, 24, 0.0, 8)


def example(at: int, gold: list[bool], weight: float = 1.0) -> Example:
    return Example(f"c{at}", f"writer-{at % 4}", "message", "Why?", [f"s{one}" for one in range(len(gold))], gold, [0.25] * len(gold), weight)


def window(seed: int, gold: list[bool]) -> Read:
    """Two pieces a sentence; those of an essential one point another way."""
    rng = np.random.default_rng(seed)
    states = rng.normal(size=(3 + 3 * len(gold), SIZE)).astype(np.float16)
    for at, essential in enumerate(gold):
        states[3 + 3 * at : 5 + 3 * at, 0] += 4 if essential else -4
    return Read(states, 1, [(at, 3 + 3 * at, 5 + 3 * at, True) for at in range(len(gold))])


GOLDS = [[True, False, False], [False, True], [False, False, True, False], [True, False]] * 3
EXAMPLES = [example(at, gold) for at, gold in enumerate(GOLDS)]
WINDOWS = [[window(at, gold)] for at, gold in enumerate(GOLDS)]


def test_windows_are_those_of_the_product():
    # The cases of test/clients/encoder/reading-windows.test.ts.
    [one] = windows_of([1, 2], [[3], [4, 5]], 101, 102)
    assert one.ids == [101, 1, 2, 102, 3, 102, 4, 5, 102]
    assert one.types == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert (one.asked, one.sentences) == (2, [(0, 4, 5, True), (1, 6, 8, True)])
    two = windows_of([1], [[3], [4], [5], [6]], 101, 102, 10)
    assert [[(at, here) for at, _, _, here in each.sentences] for each in two] == [[(0, True), (1, True), (2, True)], [(1, False), (2, False), (3, True)]]
    [cut] = windows_of(list(range(200)), [list(range(200))], 101, 102)
    assert (cut.asked, cut.sentences) == (160, [(0, 162, 226, True)])


def test_a_layer_is_one_of_bert():
    from transformers import BertConfig
    from transformers.models.bert.modeling_bert import BertLayer

    torch.manual_seed(0)
    theirs = BertLayer(BertConfig(hidden_size=SIZE, num_attention_heads=2, intermediate_size=24, attn_implementation="eager")).eval()
    mine = Layer(SIZE, 2, 24).eval()
    mine.start_from(theirs)
    states = torch.randn(1, 5, SIZE)
    expected = theirs(states)
    torch.testing.assert_close(mine(states, torch.zeros(1, 1, 1, 1)), expected[0] if isinstance(expected, tuple) else expected, atol=1e-5, rtol=1e-4)


def test_windows_judged_together_get_what_each_gets_alone():
    reader = small_reader().eval()
    together = reader.judge([WINDOWS[0][0], WINDOWS[2][0]])
    for own, read in zip(together, (WINDOWS[0][0], WINDOWS[2][0]), strict=True):
        torch.testing.assert_close(own, reader.judge([read])[0], atol=1e-5, rtol=1e-4)


def test_the_loss_is_that_of_the_trees_where_the_reader_adds_nothing():
    reader = small_reader().eval()
    torch.nn.init.zeros_(reader.head[-1].weight)
    torch.nn.init.zeros_(reader.head[-1].bias)
    # One essential sentence of two, each thought one in four: (-ln 1/4 - ln 3/4) / 2; a weight of a half halves it.
    batch = [(WINDOWS[1][0], EXAMPLES[1])]
    assert abs(loss_on(reader, batch).item() - (np.log(4) - np.log(0.75)) / 2) < 1e-6
    half = [(WINDOWS[1][0], example(1, GOLDS[1], 0.5))]
    assert abs(loss_on(reader, half).item() - (np.log(4) - np.log(0.75)) / 4) < 1e-6


def test_each_epoch_reads_each_note_once_by_one_of_its_wordings():
    asked_thrice = [example(0, [True]) for _ in range(3)] + [example(1, [False])]
    read = [[window(at, one.gold)] for at, one in enumerate(asked_thrice)]
    steps = plan_windows(asked_thrice, read, CONFIG)
    seen = [planned.case for step in steps for _, planned in step]
    assert (len(seen), seen.count("c0"), seen.count("c1")) == (16, 8, 8)
    assert [[w.states.tolist() for w, _ in step] for step in plan_windows(asked_thrice, read, CONFIG)] == [[w.states.tolist() for w, _ in step] for step in steps]


def test_training_learns_and_a_killed_run_goes_on(tmp_path: Path):
    held = [3, 7]
    reader = small_reader()
    train_reader(reader, EXAMPLES, WINDOWS, held, CONFIG, tmp_path)
    logits = judged(reader, WINDOWS[3], 2)
    assert logits[0] > logits[1]
    again = small_reader()
    train_reader(again, EXAMPLES, WINDOWS, held, CONFIG, tmp_path)  # from the checkpoint: nothing is left to do
    assert judged(again, WINDOWS[3], 2) == logits


def test_logits_left_out_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader_train, "new_reader", lambda *_: small_reader())
    told = tmp_path / "fold-1" / "left-out.jsonl"

    write = Path.write_text

    def killed_amid(path: Path, text: str, **how: str) -> int:
        if not path.name.startswith("left-out"):
            return write(path, text, **how)
        write(path, text[:20], **how)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "write_text", killed_amid)
        train_all(EXAMPLES, WINDOWS, "none", CONFIG, tmp_path, 2)
    assert not (tmp_path / "fold-0" / "left-out.jsonl").exists()
    train_all(EXAMPLES, WINDOWS, "none", CONFIG, tmp_path, 2)
    # Writers 0 and 2 are of the first fold, 1 and 3 of the second: every second case.
    assert [json.loads(line)["case"] for line in told.read_text().splitlines()] == ["c1", "c3", "c5", "c7", "c9", "c11"]
    assert (tmp_path / "all" / "loss.csv").exists()


def test_the_export_gives_the_same_logits(tmp_path: Path):
    reader = small_reader().eval()
    export_reader(reader, tmp_path)
    [windows] = [windows_of([1], [[1, 2], [3, 4], [5, 6]], 101, 102)]
    states = [Read(np.random.default_rng(5).normal(size=(len(one.ids), SIZE)).astype(np.float16), one.asked, one.sentences) for one in windows]
    fp32 = logits_by(onnxruntime.InferenceSession(tmp_path / "onnx" / "model.onnx"), windows, states, 3)
    np.testing.assert_allclose(fp32, judged(reader, states, 3), atol=2e-4)
    int8 = logits_by(onnxruntime.InferenceSession(tmp_path / "onnx" / "model_quantized.onnx"), windows, states, 3)
    np.testing.assert_allclose(int8, fp32, atol=0.2)


def test_an_inner_value_of_a_model_is_given_too():
    nodes = [helper.make_node("Add", ["x", "x"], ["twice"]), helper.make_node("Mul", ["twice", "x"], ["y"])]
    values = {name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("x", "y")}
    model = helper.make_model(helper.make_graph(nodes, "g", [values["x"]], [values["y"]]), opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(with_output(model.SerializeToString(), "twice"))
    twice, y = session.run(["twice", "y"], {"x": np.array([3], dtype=np.float32)})
    assert (twice[0], y[0]) == (6, 18)


def test_writers_are_dealt_out_in_their_number_s_order():
    writers = ["writer-10", "notes", "writer-2", "writer-1"]
    assert [fold_of(one, writers, 2) for one in ("notes", "writer-1", "writer-2", "writer-10")] == [0, 1, 0, 1]


def test_examples_and_configurations_are_read(tmp_path: Path):
    path = tmp_path / "examples.jsonl"
    line = {"case": "c", "writer": "w", "anchor": "message", "question": "q", "sentences": ["s"], "gold": [True], "trees": [0.5], "weight": 1}
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert read_examples(path)[0].gold == [True]
    for file in (CONFIGS / "reader").glob("*.toml"):
        assert 0 < load_reader_config(file.stem).first < 6
