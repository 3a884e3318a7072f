"""Run the recipe: python -m evigraph_training {pairs,train,all} --config best-cpu …"""

import argparse
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer

from .build import build
from .config import load_config
from .pairs import read_pairs
from .train import train


def main() -> None:
    """Parse the command line and run the steps asked for."""
    parser = argparse.ArgumentParser(prog="evigraph_training", description=__doc__)
    parser.add_argument("step", choices=["pairs", "train", "all"])
    parser.add_argument("--config", default="best-cpu", help="name of a file in configs/")
    parser.add_argument("--data", type=Path, required=True, help="folder with bioasq-snippets/, scifact/ and medlars/")
    parser.add_argument("--vectors", type=Path, required=True, help="folder that vectors-from-index.mjs wrote to")
    parser.add_argument("--base", required=True, help="folder of the base encoder (sentence-transformers)")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; a killed run goes on from it")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    config = load_config(given.config)
    model = SentenceTransformer(given.base, device="cuda" if torch.cuda.is_available() else "cpu")
    if given.step in ("pairs", "all"):
        print(build(given.data, given.vectors, given.run, config, model))
    if given.step in ("train", "all"):
        train(model, read_pairs(given.run / "train.jsonl"), read_pairs(given.run / "dev.jsonl"), config, given.run)


main()
