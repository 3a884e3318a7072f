"""Turn GGUF weights that ship inside a package into a folder that vLLM loads, without the network: python gguf-to-hf-folder.py FOLDER NAME.gguf OUT."""

import json
import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

import torch  # noqa: E402
from safetensors.torch import save_file  # noqa: E402
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig  # noqa: E402

folder, name, out = sys.argv[1:4]
torch.set_num_threads(1)
tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
# transformers refuses to save a GGUF model that was not loaded with dequantize.
model = AutoModelForCausalLM.from_pretrained(
    folder, gguf_file=name, dtype=torch.bfloat16, quantization_config=GgufConfig(dequantize=True)
)
weights = {
    key: value.to(torch.bfloat16).contiguous().clone()
    for key, value in model.state_dict().items()
    if not (model.config.tie_word_embeddings and key == "lm_head.weight")
}
broken = [key for key, value in weights.items() if not value.is_floating_point()]
if broken:
    sys.exit(f"still quantised: {', '.join(broken[:5])}")
os.makedirs(out, exist_ok=True)
save_file(weights, f"{out}/model.safetensors", metadata={"format": "pt"})
config = model.config.to_dict()
config.pop("quantization_config", None)
config.pop("_name_or_path", None)
config.update(architectures=[type(model).__name__], dtype="bfloat16")
with open(f"{out}/config.json", "w", encoding="utf-8") as file:
    json.dump(config, file, indent=1)
tokenizer.save_pretrained(out)
print(f"{out}: {type(model).__name__}, {sum(value.numel() for value in weights.values())} parameters")
