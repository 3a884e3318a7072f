import { configDefaults, defineConfig } from "vitest/config";
import SkipCount from "./test/support/skip-count.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/temporary-folder.ts",
    setupFiles: "test/support/seeded-properties.ts",
    exclude: [...configDefaults.exclude, "test/slow/**", "test/vllm/**"],
    reporters: ["default", new SkipCount()],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
