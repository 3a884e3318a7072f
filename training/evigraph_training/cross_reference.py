"""Write what sentence-transformers gives for a trained cross-encoder and invented pairs, to compare Node with.

python -m evigraph_training.cross_reference --base BASE --run RUN --step N --name NAME > test/fixtures/encoder/cross-parity-NAME.json
"""

import argparse
import json
import tempfile
from pathlib import Path

import torch
from sentence_transformers import CrossEncoder
from transformers import AutoTokenizer

from .cross_export import MOST_TOKENS
from .cross_parity import PAIRS
from .cross_train import new_cross_encoder
from .parity import QUESTIONS, SENTENCES


def main() -> None:
    """Write the fixture to stdout: every question with every sentence, and pairs of all kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--step", type=int, required=True)
    parser.add_argument("--name", required=True)
    given = parser.parse_args()
    model = new_cross_encoder(given.base, 0)
    model.load_state_dict(torch.load(given.run / f"step-{given.step}.pt", weights_only=True, map_location="cpu"))
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        AutoTokenizer.from_pretrained(given.base).save_pretrained(folder)
        theirs = CrossEncoder(folder, device="cpu", max_length=MOST_TOKENS, activation_fn=torch.nn.Identity())
        pairs = list(dict.fromkeys([*((question, sentence) for question in QUESTIONS for sentence in SENTENCES), *PAIRS]))
        rows = [{"question": question, "text": text, "logit": round(float(theirs.predict([(question, text)])[0]), 5)} for question, text in pairs]
    source = f"training/evigraph_training/cross_reference.py: sentence-transformers' CrossEncoder on {given.name} in fp32, raw logits"
    print(json.dumps({"source": source, "rows": rows}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
