"""Make 4-bit AWQ weights of OpenBioLLM-70B: python quantize.py MODEL_FOLDER TEXTS.txt OUT_FOLDER.

TEXTS.txt: one calibration text a line, 256 or more, of the kind that the model will read (questions with snippets, no patient's text).
Needs: pip install llmcompressor (written against its documentation of release 0.9; not run for this repository).
"""

import sys

from datasets import Dataset
from llmcompressor import oneshot
from llmcompressor.modifiers.awq import AWQModifier
from transformers import AutoModelForCausalLM, AutoTokenizer

SAMPLES = 256
LONGEST = 2048  # max_model_len of the paper

folder, texts, out = sys.argv[1:4]
with open(texts, encoding="utf-8") as lines:
    calibration = Dataset.from_dict({"text": [line.strip() for line in lines if line.strip()][:SAMPLES]})

model = AutoModelForCausalLM.from_pretrained(folder, torch_dtype="auto")
tokenizer = AutoTokenizer.from_pretrained(folder)
oneshot(
    model=model,
    tokenizer=tokenizer,
    dataset=calibration,
    recipe=[AWQModifier(ignore=["lm_head"], scheme="W4A16_ASYM", targets=["Linear"])],
    max_seq_length=LONGEST,
    num_calibration_samples=len(calibration),
)
model.save_pretrained(out, save_compressed=True)
tokenizer.save_pretrained(out)
