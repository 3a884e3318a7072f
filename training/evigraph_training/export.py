"""Write the tuned encoder as ONNX, fp32 and int8, in the layout of transformers.js."""

import json
import shutil
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from sentence_transformers import SentenceTransformer

SELF_TEST = [
    "Which drug lowers potassium in patients with kidney disease?",
    "Patiromer lowers serum potassium in people with chronic kidney disease.",
]


class LastHiddenState(torch.nn.Module):
    """BERT that gives its last layer only, under the name that transformers.js wants."""

    def __init__(self, bert: torch.nn.Module):
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor) -> torch.Tensor:
        return self.bert(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state


def mixed_weights(base: dict[str, torch.Tensor], tuned: dict[str, torch.Tensor], share: float) -> dict[str, torch.Tensor]:
    """Put weights between the base's and the tuned ones: (1 - share) base + share tuned, which forgets less. @cite wortsman2022wiseft"""
    return {key: torch.lerp(base[key], value, share) if value.is_floating_point() else value for key, value in tuned.items()}


def export(model: SentenceTransformer, base_folder: Path, out: Path, tokenizer: str) -> None:
    """Write config.json, encoder.json, onnx/model.onnx (fp32) and onnx/model_quantized.onnx (int8) to `out`.

    int8: per channel and with reduced range, since eight-bit products saturate on processors without VNNI (cosine to fp32 .931 with the
    defaults, .993 so). The tokenizer is the base's own folder beside it, by name. encoder.json gets its start-up pair's cosine from fp32.
    """
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    model = model.eval().to("cpu")
    bert = model[0].auto_model
    example = model.tokenizer(SELF_TEST, padding=True, return_tensors="pt")
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "tokens"} for name in [*names, "last_hidden_state"]}
    fp32 = out / "onnx" / "model.onnx"
    torch.onnx.export(
        LastHiddenState(bert), tuple(example[name] for name in names), str(fp32),
        input_names=names, output_names=["last_hidden_state"], dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    quantize_dynamic(fp32, out / "onnx" / "model_quantized.onnx", weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    shutil.copy(base_folder / "config.json", out / "config.json")
    a, b = model.encode(SELF_TEST, normalize_embeddings=True)
    about = {"tokenizer": tokenizer, "selfTest": {"texts": SELF_TEST, "cosine": round(float(a @ b), 3), "tolerance": 0.05}}
    (out / "encoder.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
