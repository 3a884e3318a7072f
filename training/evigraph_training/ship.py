"""Export weights by name: python -m evigraph_training.ship --base FOLDER [--run RUN --step N --share S] --name NAME --out FOLDER

Without --run it exports the base itself, for the parity of fp32.
"""

import argparse
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer

from .export import export, mixed_weights


def main() -> None:
    """Load, mix and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the base encoder (sentence-transformers)")
    parser.add_argument("--run", type=Path)
    parser.add_argument("--step", type=int, help="checkpoint to export")
    parser.add_argument("--share", type=float, default=1.0, help="weight of the tuned model, the rest the base's")
    parser.add_argument("--name", required=True, help="name of the model's folder")
    parser.add_argument("--out", type=Path, required=True, help="folder of models")
    parser.add_argument("--tokenizer", default="all-MiniLM-L6-v2", help="folder of the tokenizer beside it")
    given = parser.parse_args()
    model = SentenceTransformer(str(given.base), device="cpu", model_kwargs={"attn_implementation": "eager"})
    model.max_seq_length = 256
    if given.run:
        tuned = torch.load(given.run / f"step-{given.step}.pt", weights_only=True, map_location="cpu")
        model.load_state_dict(mixed_weights(model.state_dict(), tuned, given.share))
    export(model, given.base, given.out / given.name, given.tokenizer)
    model.save(str(given.out / f"{given.name}.sentence-transformers"))


if __name__ == "__main__":
    main()
