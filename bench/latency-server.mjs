/**
 * A server that speaks vLLM's protocol, answers each prompt of the archehr graph in its form, and takes 200 ms for it, 32 at a time:
 *
 *     node bench/latency-server.mjs [latencyMs] [slots]
 *
 * It writes its base URL on its first line. It runs in a process of its own, so that the measured one has its thread for itself.
 */
import { createServer } from "node:http";

const [latencyMs = 200, slots = 32] = process.argv.slice(2).map(Number);
let open = 0;
const line = [];

const slot = async () => {
  if (open < slots) open += 1;
  else await new Promise((resolve) => line.push(resolve));
  return () => {
    const next = line.shift();
    if (next === undefined) open -= 1;
    else next();
  };
};

/** Ids of the numbered sentences inside a tag. */
const idsIn = (text, tag) => {
  const inside = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "u").exec(text.slice(text.lastIndexOf(`<${tag}>`)))?.[1] ?? "";
  return [...inside.matchAll(/<s id="([^"]*)">/gu)].map(([, id]) => id);
};

/** What each prompt is answered, by a piece of its rules. */
const ANSWERS = [
  ["clinical administrative assistant", () => ({ question: "Why was the treatment changed during this stay?" })],
  ["clinical evidence scorer", (user) => idsIn(user, "note").map((id, at) => ({ id, score: at % 4 === 1 ? 5 : 1 }))],
  [
    "You link each sentence",
    (user) => idsIn(user, "answer").map((id) => ({ answer_id: id, evidence_id: idsIn(user, "note").slice(1, 2) })),
  ],
  [
    "directly support one sentence",
    (user) => ({ evidence_id: user.includes("Already found") ? [] : idsIn(user, "note").slice(1, 2) }),
  ],
  ["You rewrite one sentence", () => ({ text: "", citations: [] })],
  ["check whether evidence supports", () => ({ verdict: "supported", problem: "" })],
  [
    "cite for every sentence",
    (user) => ({ sentences: [{ text: "It was changed.", citations: idsIn(user, "note").slice(1, 2) }] }),
  ],
  ["from the patient's own note", () => "The treatment was changed as the note says. It was resumed before discharge."],
];

const replyTo = ({ messages = [] }) => {
  const [system = "", user = ""] = messages.map(({ content }) => content);
  const said = ANSWERS.find(([piece]) => system.includes(piece))?.[1](user) ?? "Hello.";
  return typeof said === "string" ? said : JSON.stringify(said);
};

const json = (response, body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Events are written beforehand where they are the same for every reply: what the server spends, the measured process lacks on a machine of two cores. */
const event = (value) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", ...value })}\n\n`;
const ROLE = event({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
const USAGE = event({ choices: [], usage: { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 } });
const DONE = "data: [DONE]\n\n";

const bodyOf = (request) =>
  new Promise((resolve) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => resolve(pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString())));
  });

const server = createServer(async (request, response) => {
  const body = await bodyOf(request);
  if (request.url === "/v1/models") return json(response, { data: [{ id: "m", max_model_len: 131_072 }] });
  if (request.url === "/tokenize") return json(response, { count: 1000, max_model_len: 131_072, tokens: [1] });
  const free = await slot();
  const answered = new Promise((resolve) => setTimeout(resolve, latencyMs));
  const content = body.structured_outputs?.choice?.[0] ?? replyTo(body);
  const text = event({ choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] });
  await answered;
  free();
  response.cork(); // four events, as a server sends them, in one packet
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const written of [ROLE, text, USAGE]) response.write(written);
  response.end(DONE);
  response.uncork();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1`));
