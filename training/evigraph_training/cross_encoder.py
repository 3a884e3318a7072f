"""Train a cross-encoder: python -m evigraph_training.cross_encoder {groups,train,all} --config best-cpu …"""

import argparse
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from transformers import AutoTokenizer

from .config import load_cross_config
from .cross_groups import build_groups, read_groups
from .cross_train import new_cross_encoder, train_cross_encoder


def main() -> None:
    """Parse the command line and run the steps asked for."""
    parser = argparse.ArgumentParser(prog="evigraph_training.cross_encoder", description=__doc__)
    parser.add_argument("step", choices=["groups", "train", "all"])
    parser.add_argument("--config", default="best-cpu", help="name of a file in configs/cross-encoder/")
    parser.add_argument("--data", type=Path, required=True, help="folder with bioasq-snippets/, scifact/ and medlars/")
    parser.add_argument("--vectors", type=Path, required=True, help="folder that vectors-from-index.mjs wrote to")
    parser.add_argument("--base", required=True, help="folder of the base encoder (sentence-transformers)")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; a killed run goes on from it")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    config = load_cross_config(given.config)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if given.step in ("groups", "all") and not (given.run / "groups.json").exists():
        print(build_groups(given.data, given.vectors, given.run, config, SentenceTransformer(given.base, device=device)), flush=True)
    if given.step in ("train", "all"):
        model = new_cross_encoder(given.base, config.seed).to(device)
        tokenizer = AutoTokenizer.from_pretrained(given.base)
        train_cross_encoder(model, tokenizer, read_groups(given.run / "train.jsonl"), read_groups(given.run / "dev.jsonl"), config, given.run)


if __name__ == "__main__":
    main()
