"""Embed texts with sentence-transformers on the CPU, on demand, for a comparison of speeds: bench/against-torch.ts.

Reads one JSON line {"texts": [...], "batch": n} a round from standard input and answers with one JSON line {"seconds": s}; the model is loaded once, in fp32.
"""

import json
import sys
import time

import torch
from sentence_transformers import SentenceTransformer


def main(base: str, threads: int) -> None:
    """In: folder of the fp32 weights in sentence-transformers' layout, threads of torch. Ends with standard input."""
    torch.set_num_threads(threads)
    model = SentenceTransformer(base, device="cpu", local_files_only=True)
    model.max_seq_length = 256
    print(json.dumps({"ready": True, "torch": torch.__version__}), flush=True)
    for line in sys.stdin:
        given = json.loads(line)
        began = time.perf_counter()
        model.encode(given["texts"], batch_size=given["batch"], normalize_embeddings=True, show_progress_bar=False)
        print(json.dumps({"seconds": time.perf_counter() - began}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
