import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ProgressEvent } from "../state/progress.ts";
import { ArchehrSettings } from "../state/settings/archehr.ts";
import { BioasqSettings } from "../state/settings/bioasq.ts";
import { MESSAGE, NOTE } from "./support/archehr-deps.ts";
import { runExample } from "./support/run-example.ts";
import { type StudioServer, startStudio } from "./support/studio-server.ts";

let server: StudioServer;
let client: Client;

beforeAll(async () => {
  // Tracing that the shell asked for must not survive: the key and the host would make it send.
  server = await startStudio({ LANGSMITH_TRACING: "true", LANGSMITH_API_KEY: "none", LANGSMITH_ENDPOINT: "http://127.0.0.1:9" });
  client = new Client({ apiUrl: server.url });
});
afterAll(() => server?.stop());

const assistant = async (graphId: string): Promise<string> => {
  const found = await client.assistants.search({ graphId });
  expect(found.map(({ graph_id }) => graph_id)).toEqual([graphId]);
  return found[0]?.assistant_id ?? "";
};

type Chunk = { event: string; data: unknown };
const nodesOf = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap(({ event, data }) => (event === "updates" ? Object.keys(data as object) : []));
const progressOf = (chunks: readonly Chunk[]): ProgressEvent[] =>
  chunks.flatMap(({ event, data }) => (event === "custom" ? [ProgressEvent.parse(data)] : []));

const stream = async (graphId: string, input: Record<string, unknown>, threadId: string | null = null): Promise<Chunk[]> => {
  const chunks: Chunk[] = [];
  const options = { input, streamMode: ["updates" as const, "custom" as const] };
  const run = threadId === null ? client.runs.stream(null, graphId, options) : client.runs.stream(threadId, graphId, options);
  for await (const { event, data } of run) chunks.push({ event, data });
  expect(chunks.filter(({ event }) => event === "error")).toEqual([]);
  return chunks;
};

test("the server lists both graphs, and says that it traces nothing", async () => {
  const found = await client.assistants.search();
  expect(found.map(({ graph_id }) => graph_id).sort()).toEqual(["archehr", "bioasq"]);
  expect(server.log()).toContain("Tracing is off, though LANGSMITH_TRACING asked for it");
  expect(server.log()).not.toMatch(/tenant|organization ID/);
});

test.each([
  ["archehr", ArchehrSettings],
  ["bioasq", BioasqSettings],
])("%s: the input schema shows every setting with its default and description", async (graphId, settings) => {
  const { input_schema } = await client.assistants.getSchemas(await assistant(graphId));
  const { properties } = (input_schema?.properties?.settings ?? {}) as { properties: Record<string, { description?: string }> };
  const defaults: Record<string, unknown> = settings.parse({});
  expect(Object.keys(properties).sort()).toEqual(Object.keys(defaults).sort());
  for (const [name, shown] of Object.entries(properties)) {
    expect(shown.description, name).toMatch(/\w{3,}/);
    expect(shown, name).toMatchObject({ default: defaults[name] });
  }
});

test("archehr is drawn with its branches and their labels", async () => {
  const { nodes, edges } = await client.assistants.getGraph(await assistant("archehr"), { xray: true });
  expect(nodes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["loadCase", "keepStrict", "takeFirstSentences", "abstain", "reviewAnswer"]),
  );
  expect(edges).toContainEqual(expect.objectContaining({ source: "selectEvidence", target: "keepLenient", data: "lenient" }));
});

test("bioasq is drawn with the nodes of its rescue inside", async () => {
  const { nodes } = await client.assistants.getGraph(await assistant("bioasq"), { xray: true });
  const ids = nodes.map(({ id }) => String(id));
  expect(ids).toEqual(expect.arrayContaining(["expandQuestion", "gradeEvidence", "mergeRescue", "validateAnswer"]));
  for (const inner of ["expandSemantically", "addRelations", "enrichSynonyms", "guessAnswer", "searchRescue", "rerankRescue"])
    expect(
      ids.some((id) => id.endsWith(`:${inner}`) || id === inner),
      inner,
    ).toBe(true);
});

test("a case streams its updates node by node, and its progress as events", async () => {
  const chunks = await stream("archehr", { caseId: "c1", message: MESSAGE, note: NOTE });
  const nodes = nodesOf(chunks);
  expect(nodes.slice(0, 4)).toEqual(["loadCase", "interpretQuestion", "scoreSentences", "selectEvidence"]);
  expect(nodes.at(-1)).toBe("finishAnswer");
  const events = progressOf(chunks);
  expect(events.every(({ item }) => item === "c1")).toBe(true);
  expect(events.map(({ event }) => event)).toContain("asked");
  expect(events.map(({ step }) => step)).toEqual(expect.arrayContaining(["interpretQuestion", "scoreSentences"]));
});

test("a question streams its updates and progress, over the demo corpus where no index is named", async () => {
  const chunks = await stream("bioasq", { questionId: "q1", body: "Does lithium down-regulate aquaporin-2?", type: "yesno" });
  const nodes = nodesOf(chunks);
  expect(nodes.slice(0, 3)).toEqual(["expandQuestion", "searchArticles", "rerankArticles"]);
  expect(nodes.at(-1)).toBe("validateAnswer");
  expect(progressOf(chunks).map(({ event }) => event)).toContain("asked");
  const updates = chunks.flatMap(({ event, data }) =>
    event === "updates" ? [data as Record<string, { articles?: { pmid: string }[] }>] : [],
  );
  const fused = updates.flatMap((update) => update.fuseRankings?.articles ?? []);
  expect(fused.map(({ pmid }) => pmid)).toContain("90000001"); // the corpus's article on aquaporin-2 and lithium
});

type Draft = { caseId: string; answer: string; draft: { text: string }[]; evidence: unknown[]; support: unknown[] };
type Reviewed = { review: string; answer: string; abstained: boolean; citations: { answerId: string }[] };

/** Run a case until its review, and take what the person is shown. */
const stopForReview = async () => {
  const { thread_id } = await client.threads.create();
  const input = { caseId: "c2", message: MESSAGE, note: NOTE, settings: { review: true } };
  const before = nodesOf(await stream("archehr", input, thread_id));
  expect(before).not.toContain("reviewAnswer");
  const stopped = await client.threads.getState<{ answer: string; review: string }>(thread_id);
  expect(stopped.next).toEqual(["reviewAnswer"]);
  const draft = stopped.tasks[0]?.interrupts[0]?.value as Draft;
  expect(draft.answer).toBe(stopped.values.answer);
  const decide = async (resume: object) =>
    (await client.runs.wait(thread_id, "archehr", { command: { resume } })) as unknown as Reviewed;
  return { draft, decide };
};

test("a review stops before the final answer, shows draft, evidence and support, and goes on when it is approved", async () => {
  const { draft, decide } = await stopForReview();
  expect(draft.caseId).toBe("c2");
  expect(draft.evidence.length).toBeGreaterThan(0);
  expect(draft.support).toHaveLength(draft.draft.length);
  expect(await decide({ action: "approve" })).toMatchObject({ review: "approved", answer: draft.answer });
});

test("an edited answer replaces the draft; a sentence that was left alone keeps its citations, and a new one has none", async () => {
  const { draft, decide } = await stopForReview();
  const kept = draft.draft[0]?.text ?? "";
  const result = await decide({ action: "edit", answer: `${kept} Please call the clinic.` });
  expect(result).toMatchObject({ review: "edited", answer: `${kept} Please call the clinic.` });
  expect(new Set(result.citations.map(({ answerId }) => answerId))).toEqual(new Set(["1"]));
});

test("a rejected draft leaves the answer that the note does not state it, without citations", async () => {
  const { draft, decide } = await stopForReview();
  const result = await decide({ action: "reject", reason: "not her question" });
  expect(result).toMatchObject({ review: "rejected", abstained: true, citations: [] });
  expect(result.answer).not.toBe(draft.answer);
});

test("the example that streams state shows each node and what it asks", async () => {
  const lines = await runExample("stream-state.ts", server.url);
  expect(lines[0]).toBe("loadCase wrote note, sentences");
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}scoreSentences asked extractive \(archehr\/score-sentences@\d+\): ok$/),
  );
  expect(lines.filter((line) => !line.startsWith(" ")).at(-1)).toMatch(/^finishAnswer wrote .*citations/);
});

test("a note given as text lies in the text folder for its owner only, and the thread keeps its hash", async () => {
  const { thread_id } = await client.threads.create();
  await stream("archehr", { caseId: "c3", message: MESSAGE, note: NOTE, subtask: "1" }, thread_id);
  const { note } = (await client.threads.getState<{ note: { sha256: string } }>(thread_id)).values;
  const file = join(server.folder, "cache", "texts", note.sha256);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ text: NOTE });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what the server keeps on disk is readable by its owner only", () => {
  const kept = join(server.folder, ".langgraph_api");
  for (const path of [kept, ...readdirSync(kept).map((name) => join(kept, name))])
    expect(statSync(path).mode & 0o077, path).toBe(0);
});

test("no page but Studio's may read the server from a browser", async () => {
  const asked = async (origin: string) =>
    (await fetch(`${server.url}/info`, { headers: { origin } })).headers.get("access-control-allow-origin");
  expect(await asked("https://smith.langchain.com")).toBe("https://smith.langchain.com");
  expect(await asked("https://elsewhere.example")).toBeNull();
});
