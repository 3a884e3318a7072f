import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { packageRoot } from "../../../clients/env.ts";

const models = join(packageRoot(), "data", "models");
const files = readdirSync(models, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(models, name)).isFile());
const { weights } = z
  .object({
    weights: z.array(z.object({ file: z.string(), sha256: z.string(), bytes: z.int(), license: z.string(), from: z.string() })),
  })
  .parse(JSON.parse(readFileSync(join(models, "manifest.json"), "utf8")));

describe("the weights that come with the package", () => {
  it("the manifest lists every weight file, with its true size and hash", () => {
    expect(weights.map((entry) => entry.file).sort()).toEqual(files.filter((name) => name.endsWith(".onnx")).sort());
    for (const { file, bytes, sha256 } of weights) {
      const content = readFileSync(join(models, file));
      expect([file, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([file, bytes, sha256]);
    }
  });

  it("each model has a card that names the hash, the licence and what it is not for", () => {
    for (const { file, sha256, license } of weights) {
      const folder = join(models, dirname(dirname(file)));
      const card = readFileSync(join(folder, "README.md"), "utf8");
      expect(card).toContain(sha256);
      expect(card).toContain(license);
      expect(card).toMatch(/not for clinical use/i);
      expect(existsSync(join(folder, "LICENSE"))).toBe(true);
    }
  });

  it("all together take at most 75 MB, and there is one tokenizer", () => {
    expect(files.reduce((sum, name) => sum + statSync(join(models, name)).size, 0)).toBeLessThanOrEqual(75e6);
    expect(files.filter((name) => name.endsWith("tokenizer.json"))).toHaveLength(1);
  });

  it("the tokenizer cuts at 256 word pieces, as sentence-transformers does", () => {
    const config = JSON.parse(readFileSync(join(models, "all-MiniLM-L6-v2", "tokenizer_config.json"), "utf8"));
    expect(config.model_max_length).toBe(256);
  });
});
