import { defineConfig } from "vitest/config";
import SkipCount from "./test/support/skip-count.ts";

/** Against a real vLLM, where EVIGRAPH_TEST_VLLM names its base URL; skipped, and said so, without it. */
export default defineConfig({
  test: {
    include: ["test/vllm/**/*.test.ts"],
    reporters: ["default", new SkipCount()],
    testTimeout: 30 * 60_000,
    hookTimeout: 10 * 60_000,
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
  },
});
