"""Write a reader of notes as ONNX, fp32 and int8: python -m evigraph_training.reader_export --run RUN --step N --models ../data/models --out FOLDER [--config best-cpu]"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from .config import load_reader_config
from .note_reader import MOST_TOKENS, NoteReader, Read, Window
from .reader_states import hidden_name, open_states, open_windows

SELF_TEST = (
    "Why was her warfarin held before surgery?",
    [
        "She was admitted with a hip fracture.",
        "Warfarin was held because her INR was 4.8 on arrival.",
        "Lungs are clear to auscultation.",
        "She lives with her sister.",
    ],
)
TOLERANCE = 0.6
"""Logit by which int8 may differ from fp32 on the start-up note, on whatever processor."""


def export_reader(reader: NoteReader, out: Path) -> None:
    """Write onnx/model.onnx (fp32) and onnx/model_quantized.onnx (int8, per channel, reduced range, as export.export).

    Inputs: hidden[1, tokens, size]; question[1, tokens], sentences[n, tokens]: weights of means. Output: logits[n].
    """
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    tokens, size = 12, reader.head[0].normalized_shape[0] // 3
    example = (torch.zeros(1, tokens, size), torch.full((1, tokens), 1 / tokens), torch.full((2, tokens), 1 / tokens))
    names = ["hidden", "question", "sentences"]
    axes = {"hidden": {1: "tokens"}, "question": {1: "tokens"}, "sentences": {0: "n", 1: "tokens"}, "logits": {0: "n"}}
    fp32 = out / "onnx" / "model.onnx"
    torch.onnx.export(
        reader.eval(), example, str(fp32), input_names=names, output_names=["logits"], dynamic_axes=axes, opset_version=17, dynamo=False
    )
    quantize_dynamic(fp32, out / "onnx" / "model_quantized.onnx", weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


def logits_by(session: onnxruntime.InferenceSession, windows: list[Window], states: list[Read], sentences: int) -> list[float]:
    """Judge a note by an exported reader, one window a call. Out: one logit a sentence."""
    logits = [0.0] * sentences
    for window, read in zip(windows, states, strict=True):
        tokens = len(window.ids)
        own = [(at, begin, max(end, begin + 1)) for at, begin, end, here in window.sentences if here]
        means = np.zeros((len(own), tokens), dtype=np.float32)
        for row, (_, begin, end) in enumerate(own):
            means[row, begin:end] = 1 / (end - begin)
        question = np.zeros((1, tokens), dtype=np.float32)
        question[0, 1 : max(2, 1 + window.asked)] = 1 / max(1, window.asked)
        given = {"hidden": read.states[None].astype(np.float32), "question": question, "sentences": means}
        for (at, _, _), logit in zip(own, session.run(["logits"], given)[0], strict=True):
            logits[at] = float(logit)
    return logits


def main() -> None:
    """Load a checkpoint, export it and write reader.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--step", type=int, required=True)
    parser.add_argument("--models", type=Path, required=True, help="folder of the shipped models")
    parser.add_argument("--out", type=Path, required=True, help="the reader's folder")
    parser.add_argument("--config", default="best-cpu")
    given = parser.parse_args()
    config = load_reader_config(given.config)
    reader = NoteReader(config.first)
    reader.load_state_dict(torch.load(given.run / f"step-{given.step}.pt", weights_only=True, map_location="cpu"))
    export_reader(reader, given.out)
    question, sentences = SELF_TEST
    windows = open_windows(given.models, config.base)(question, sentences)
    states = [open_states(given.models, config.base, config.first)(window) for window in windows]
    fp32 = logits_by(onnxruntime.InferenceSession(given.out / "onnx" / "model.onnx"), windows, states, len(sentences))
    about = {
        "base": config.base,
        "hidden": hidden_name(config.first),
        "maxTokens": MOST_TOKENS,
        "selfTest": {"question": question, "sentences": sentences, "logits": [round(x, 2) for x in fp32], "tolerance": TOLERANCE},
    }
    (given.out / "reader.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
