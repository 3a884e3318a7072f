import { createServer } from "node:http";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { openEgress } from "../../../clients/egress.ts";
import { setProcessEnv } from "../../../clients/env.ts";
import { openServer } from "../../../clients/opensearch/open-server.ts";

// A file of its own: the client reads DEBUG when it is loaded, which is once a process.
it("the client prints no request where DEBUG asks for everything, and an outcome holds none", async () => {
  const before = setProcessEnv({ DEBUG: "*" });
  const printed: string[] = [];
  const said = vi.spyOn(process.stderr, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  const stub = createServer((_request, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { type: "unavailable", reason: "starting" } }));
  });
  await new Promise<void>((done) => stub.listen(0, "127.0.0.1", done));
  const address = stub.address();
  const url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  const server = openServer({ url, egress: openEgress({ dataClass: "public" }), tries: 2 });
  if (server.is !== "ok") throw new Error(server.detail);
  const request = { name: "search", method: "POST", path: "/x/_search", body: { query: "secret words" } } as const;
  const failed = await server.value.ask(request, { reply: z.unknown() });
  said.mockRestore();
  expect(process.env.DEBUG).toBe("*");
  setProcessEnv(before);
  await server.value.close();
  stub.closeAllConnections();
  stub.close();
  expect(failed).toMatchObject({ is: "unavailable" });
  expect(`${printed.join("")}${JSON.stringify(failed)}`).not.toContain("secret");
});
