import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openEgress } from "../../../clients/egress.ts";
import { downloadModel } from "../../../clients/encoder/download-model.ts";
import { openEncoder } from "../../../clients/encoder/open-encoder.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A hub on this machine that answers each path with a status and a text; null cuts the connection in the middle. */
async function hub(
  answer: (path: string) => { status: number; text: string | null },
): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { status, text } = answer(request.url ?? "");
    if (text !== null) return response.writeHead(status).end(text);
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
    return response;
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { base: `http://127.0.0.1:${address.port}`, asked };
}
const folder = () => mkdtempSync(join(tmpdir(), "download-"));

describe("a model that someone asked to fetch", () => {
  it("lands whole in the folder of weights, and what is there is not fetched again", async () => {
    const { base, asked } = await hub((path) => ({ status: 200, text: `content of ${path}` }));
    const wanted = { modelsDir: folder(), model: "tiny", dtype: "fp32" as const, hub: base };
    expect(await downloadModel(openEgress(), wanted)).toMatchObject({ is: "ok", value: { length: 4 } });
    expect(readFileSync(join(wanted.modelsDir, "tiny", "onnx", "model.onnx"), "utf8")).toBe(
      "content of /Xenova/tiny/resolve/main/onnx/model.onnx",
    );
    expect(await downloadModel(openEgress(), wanted)).toEqual({ is: "ok", value: [] });
    expect(asked).toHaveLength(4);
  });

  it("that the hub does not have is misconfigured; a hub in trouble is unavailable", async () => {
    const absent = await hub(() => ({ status: 404, text: "" }));
    const busy = await hub(() => ({ status: 503, text: "" }));
    const wanted = { modelsDir: folder(), model: "tiny", dtype: "q8" as const };
    expect(await downloadModel(openEgress(), { ...wanted, hub: absent.base })).toMatchObject({ is: "misconfigured" });
    expect(await downloadModel(openEgress(), { ...wanted, hub: busy.base })).toMatchObject({ is: "unavailable" });
  });

  it("that breaks off in the middle leaves no file behind", async () => {
    const { base } = await hub(() => ({ status: 200, text: null }));
    const modelsDir = folder();
    expect(await downloadModel(openEgress(), { modelsDir, model: "tiny", dtype: "q8", hub: base })).toMatchObject({
      is: "unavailable",
    });
    expect(readdirSync(join(modelsDir, "tiny"))).toEqual([]);
  });

  it("is denied while the hub's host is not allowed, and an encoder that was not asked to never tries", async () => {
    const modelsDir = folder();
    const denied = { is: "denied", detail: expect.stringContaining("--allow-host huggingface.co") };
    const egress = openEgress();
    expect(await openEncoder({ modelsDir, allowDownload: egress }).embed(["a"])).toMatchObject(denied);
    expect(await openEncoder({ modelsDir }).embed(["a"])).toMatchObject({ is: "misconfigured" });
    expect(egress.audit()).toEqual([{ host: "huggingface.co", dataClass: "public", permitted: false, requests: 1 }]);
    expect(existsSync(join(modelsDir, "all-MiniLM-L6-v2"))).toBe(false);
  });
});
