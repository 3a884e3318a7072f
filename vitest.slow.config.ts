import { defineConfig } from "vitest/config";
import SkipCount from "./test/support/skip-count.ts";

/** Kill loops, the packed tarball, other Node versions, large properties: one file at a time, with room. */
export default defineConfig({
  test: {
    include: ["test/slow/**/*.test.ts"],
    globalSetup: "test/support/temporary-folder.ts",
    reporters: ["default", new SkipCount()],
    testTimeout: 20 * 60_000,
    hookTimeout: 20 * 60_000,
    pool: "forks",
    maxWorkers: 1,
    fileParallelism: false,
  },
});
