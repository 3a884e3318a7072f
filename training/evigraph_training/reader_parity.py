"""Write what the reader gives in fp32 for notes of the tuning set: python -m evigraph_training.reader_parity --models FOLDER --reader FOLDER --examples FILE > reader-parity.json

The lower layers are the shipped int8 ones in both, so that the file shows what int8 of the reader's own layer costs and whether windows and means are the same.
"""

import argparse
import json
import sys
from pathlib import Path

import onnxruntime

from .config import load_reader_config
from .note_reader import read_examples
from .reader_export import logits_by
from .reader_states import open_states, open_windows

EVERY = 180


def main() -> None:
    """Read every so-manieth example by the exported fp32 model."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--models", "--reader", "--examples"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--config", default="best-cpu")
    given = parser.parse_args()
    config = load_reader_config(given.config)
    session = onnxruntime.InferenceSession(given.reader / "onnx" / "model.onnx")
    windows, states = open_windows(given.models, config.base), open_states(given.models, config.base, config.first)
    notes = []
    for example in read_examples(given.examples)[::EVERY]:
        laid = windows(example.question, example.sentences)
        logits = logits_by(session, laid, [states(window) for window in laid], len(example.sentences))
        notes.append({"question": example.question, "sentences": example.sentences, "logits": [round(logit, 4) for logit in logits]})
    json.dump({"notes": notes}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
