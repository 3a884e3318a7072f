"""Make the cross-encoder that the tests of Evigraph run, and what sentence-transformers gives for it.

python -m evigraph_training.cross_parity ../test/fixtures/encoder/models

A BERT of one layer and 32 numbers a token, with random weights that are large enough for scores to differ, and a vocabulary of a few
words and all single characters.
"""

import json
import string
import sys
from pathlib import Path

import torch
from sentence_transformers import CrossEncoder
from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification, BertTokenizerFast

from .cross_export import MOST_TOKENS, export_cross_encoder
from .parity import LONG, QUESTIONS, SENTENCES

NAME = "tiny-cross-encoder"
WORDS = "the of in and with for patients disease drug gene risk blood heart treatment syndrome cell kidney potassium lowers serum receptor".split()
PAIRS = [
    *zip(QUESTIONS, SENTENCES, strict=False),
    (SENTENCES[0], QUESTIONS[0]),
    (QUESTIONS[0], QUESTIONS[0]),
    ("", "aspirin"),
    ("aspirin", ""),
    (QUESTIONS[0], LONG),
    (LONG, QUESTIONS[0]),
    (LONG, LONG),
    ("Émile asked: what is 5 µg/mL?", "日本 IL-1β (37 °C)"),
]
"""Pairs of all kinds: swapped, alike, empty, with either or both sides too long, with characters outside the vocabulary."""


def make_model(folder: Path) -> None:
    """Write the model's folder: tokenizer, configuration, ONNX files."""
    characters = string.ascii_lowercase + string.digits + string.punctuation
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *(f"##{one}" for one in characters), *WORDS]
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(pieces) + "\n", encoding="utf-8")
    tokenizer = BertTokenizerFast(str(vocabulary), model_max_length=MOST_TOKENS)
    tokenizer.save_pretrained(folder)
    vocabulary.unlink()
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=32, num_hidden_layers=1, num_attention_heads=4, intermediate_size=64,
        max_position_embeddings=MOST_TOKENS, initializer_range=0.4, num_labels=1, attn_implementation="eager",
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    model.save_pretrained(folder.parent / f"{NAME}.torch")
    tokenizer.save_pretrained(folder.parent / f"{NAME}.torch")
    # Read back: a tokenizer is another one beside a configuration than without.
    export_cross_encoder(model, AutoTokenizer.from_pretrained(folder.parent / f"{NAME}.torch"), folder, None)


def main() -> None:
    """Write the model, and beside it expected.json."""
    models = Path(sys.argv[1])
    make_model(models / NAME)
    torch_folder = models / f"{NAME}.torch"
    model = CrossEncoder(str(torch_folder), device="cpu", max_length=MOST_TOKENS, activation_fn=torch.nn.Identity())
    rows = [{"question": question, "text": text, "logit": float(model.predict([(question, text)])[0])} for question, text in PAIRS]
    source = f"training/evigraph_training/cross_parity.py: sentence-transformers' CrossEncoder on {NAME}, raw logits"
    (models / NAME / "expected.json").write_text(json.dumps({"source": source, "rows": rows}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for file in torch_folder.iterdir():
        file.unlink()
    torch_folder.rmdir()


if __name__ == "__main__":
    main()
