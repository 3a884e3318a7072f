"""What the lower layers of the shipped encoder make of a window: computed once, by the weights that the product has, so that the reader learns from what it will be given."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
from transformers import AutoTokenizer

from .note_reader import Example, Read, Window, windows_of


def hidden_name(first: int) -> str:
    """Name of the value that layer `first` (counted from 0) reads, in the graph of the shipped encoder."""
    return f"/encoder/layer.{first - 1}/output/LayerNorm/Add_1_output_0"


def with_output(model: bytes, name: str) -> bytes:
    """Let an ONNX model give one of its inner values too, as clients/encoder/with-output.mjs: a model with nothing but that output, appended, is merged."""

    def field(number: int, content: bytes) -> bytes:
        return varint(number << 3 | 2) + varint(len(content)) + content

    def varint(value: int) -> bytes:
        return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)

    return model + field(7, field(12, field(1, name.encode())))


def open_states(models: Path, encoder: str, first: int) -> Callable[[Window], Read]:
    """Open the shipped encoder, one thread. In: folder of models, name of the encoder, first layer of the reader. Out: from a window to its states, float16."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    name = hidden_name(first)
    weights = (models / encoder / "onnx" / "model_quantized.onnx").read_bytes()
    session = onnxruntime.InferenceSession(with_output(weights, name), options)

    def read(window: Window) -> Read:
        ids = np.array([window.ids], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.array([window.types], dtype=np.int64)}
        return Read(session.run([name], given)[0][0].astype(np.float16), window.asked, window.sentences)

    return read


def open_windows(models: Path, encoder: str) -> Callable[[str, list[str]], list[Window]]:
    """Open the encoder's tokenizer. Out: from a question and sentences to windows."""
    tokenizer = AutoTokenizer.from_pretrained(models / encoder)
    pieces = lambda text: tokenizer(text, add_special_tokens=False, truncation=False, verbose=False)["input_ids"]  # noqa: E731
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    return lambda question, sentences: windows_of(pieces(question), [pieces(sentence) for sentence in sentences], cls, sep)


def read_all(examples: list[Example], models: Path, encoder: str, first: int) -> list[list[Read]]:
    """Read every example's windows. Out: a list an example; tells how far it is. About .15 s a window of one core."""
    windows, states = open_windows(models, encoder), open_states(models, encoder, first)
    read: list[list[Read]] = []
    for at, example in enumerate(examples):
        read.append([states(window) for window in windows(example.question, example.sentences)])
        if (at + 1) % 100 == 0 or at + 1 == len(examples):
            print(json.dumps({"read": at + 1, "of": len(examples)}), flush=True)
    return read
