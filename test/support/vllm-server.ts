import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { recorded } from "./vllm-protocol.ts";

/** A request that the server saw; `closed` when the client went away before the answer's end. */
export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of many shapes
  body: any;
  closed: Promise<boolean>;
};

/** How it answers a question: a recorded file, a text of the test's own, an error, or one of the faults below. */
export type Answer =
  | { vector: string }
  | {
      text: string | null;
      finish?: string | null;
      reasoning?: string;
      tokens?: { prompt: number; completion: number; cached?: number };
    }
  | { status: number; body: unknown; headers?: Record<string, string> }
  | keyof typeof FAULTS;

export type VllmOptions = {
  model?: string;
  maxModelLen?: number;
  /** Whether the tokenizer has a chat template; llama3 and none differ in what their tokenizer makes of Llama's markers. */
  template?: "server" | "llama3" | "none";
  /** What it makes of structured_outputs, as vLLM does, as llama.cpp does, as strict servers do. */
  structuredOutputs?: "obeyed" | "ignored" | "refused";
  responseFormat?: "obeyed" | "ignored" | "refused";
  tokenizer?: "vllm" | "llamaCpp" | "none";
  /** Time before a question is answered (milliseconds). */
  delayMs?: number;
};

export type VllmServer = {
  baseUrl: string;
  requests: SeenRequest[];
  /** Questions: requests for text that are no probe of ours. */
  questions: () => SeenRequest[];
  /** Answer the next questions so; the last one goes on. */
  answer: (...answers: Answer[]) => void;
  /** Most questions that were open at once. */
  mostAtOnce: () => number;
  close: () => Promise<void>;
};

/**
 * Start a server on loopback that speaks vLLM's protocol: lists its model, counts tokens (words, and 30 for the template), obeys schemas, streams.
 *
 * Answers are recorded ones or the test's; errors have the recorded bodies.
 */
export const vllmServer = async (options: VllmOptions = {}): Promise<VllmServer> => {
  const requests: SeenRequest[] = [];
  let answers: Answer[] = [{ text: "Paris.", finish: "stop" }];
  let open = 0;
  let most = 0;
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming, response);
    requests.push(request);
    const early = PATHS[`${request.method} ${request.path}`]?.(request, options);
    if (early !== undefined) return sendJson(response, early.status, early.body);
    if (!/^\/v1\/(?:chat\/)?completions$/.test(request.path))
      return sendJson(response, 404, recorded("unknown-path").response.body);
    if (isProbe(request)) return sendAnswer(response, request, probed(request, options));
    open += 1;
    most = Math.max(most, open);
    response.once("close", () => {
      open -= 1;
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
    if (answer !== undefined) sendAnswer(response, request, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    questions: () => requests.filter((request) => /completions$/.test(request.path) && !isProbe(request)),
    answer: (...next) => {
      answers = next;
    },
    mostAtOnce: () => most,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** What was seen at proxies, at crashes and on slow days, one a row. */
const FAULTS = {
  hang: () => {},
  cutBeforeAnswer: (response: ServerResponse) => response.destroy(),
  stall: (response: ServerResponse) => {
    startStream(response);
    event(response, chunk({ content: "The" }));
  },
  cutMidStream: (response: ServerResponse) => {
    startStream(response);
    response.write(`data: ${JSON.stringify(chunk({ content: "The" }))}\n\n`, () => response.destroy());
  },
  endsWithoutFinish: (response: ServerResponse) => {
    startStream(response);
    event(response, chunk({ content: "The" }));
    response.end("data: [DONE]\n\n");
  },
  malformedEvent: (response: ServerResponse) => {
    startStream(response);
    response.end('data: {"id": "x", "choices": [\n\n');
  },
  webPage: (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>");
  },
  webPage502: (response: ServerResponse) => {
    response.writeHead(502, { "content-type": "text/html" }).end("<html><title>502 Bad Gateway</title></html>");
  },
  whitespaceRun: (response: ServerResponse) => {
    startStream(response);
    for (let at = 0; at < 50; at++) event(response, chunk({ content: "\n \t" }));
    event(response, chunk({ content: " " }, "length"));
    response.end("data: [DONE]\n\n");
  },
  keepAlive: (response: ServerResponse) => {
    startStream(response);
    response.write(": keep-alive\n\n");
    event(response, chunk({ content: "Paris" }));
    response.write(": keep-alive\n\n");
    event(response, chunk({ content: "." }, "stop"));
    response.end("data: [DONE]\n\n");
  },
  tooMany: (response: ServerResponse) => sendJson(response, 429, { error: "Too Many Requests" }),
  tooManyRetryAfter: (response: ServerResponse) =>
    sendJson(response, 429, { error: { message: "slow down" } }, { "retry-after": "0.05" }),
  tooManyForAnHour: (response: ServerResponse) => sendJson(response, 429, { detail: "slow down" }, { "retry-after": "3600" }),
  tooManyQuota: (response: ServerResponse) =>
    sendJson(response, 429, {
      error: { message: "You exceeded your quota", type: "insufficient_quota", code: "insufficient_quota" },
    }),
};

const PATHS: Record<string, (request: SeenRequest, options: VllmOptions) => { status: number; body: unknown } | undefined> = {
  "GET /v1/models": (_, { model = "m", maxModelLen = 1024, tokenizer }) => {
    const { body } = recorded("models").response as { body: { data: object[] } };
    const context = tokenizer === "llamaCpp" ? { meta: { n_ctx: maxModelLen } } : { max_model_len: maxModelLen };
    const { max_model_len: _none, ...entry } = body.data[0] as { max_model_len: number };
    return { status: 200, body: { ...body, data: [{ ...entry, id: model, ...context }] } };
  },
  "GET /version": () => recorded("version").response,
  "POST /tokenize": ({ body }, { template = "server", tokenizer = "vllm", maxModelLen = 1024 }) => {
    if (tokenizer === "none") return recorded("unknown-path").response;
    if (tokenizer === "llamaCpp") return { status: 200, body: { tokens: words(body.content ?? "").map((_, at) => at) } };
    if (body.messages !== undefined && template !== "server") return recorded("chat-without-template").response;
    const given: string = body.prompt ?? body.messages.map(({ content }: { content: string }) => content).join(" ");
    const special = template === "llama3" ? /<\|[a-z_]+\|>/g : /$^/g;
    const markers = given.match(special) ?? [];
    const plain = given.replace(special, " ").replaceAll("<|", " < | ");
    const tokens = [...words(plain), ...(body.messages === undefined ? [] : Array(30).fill("template"))].map((_, at) => at);
    const all = [...tokens, ...markers.map((_, at) => 128_000 + at)];
    return { status: 200, body: { count: all.length, max_model_len: maxModelLen, tokens: all, token_strs: null } };
  },
};

const words = (text: string): string[] => text.match(/\S+/g) ?? [];

const isProbe = ({ body }: SeenRequest): boolean =>
  body?.structured_outputs?.choice !== undefined || body?.response_format?.json_schema?.name === "probe";

const probed = ({ body }: SeenRequest, { structuredOutputs = "obeyed", responseFormat = "obeyed" }: VllmOptions): Answer => {
  const [way, said] =
    body.structured_outputs === undefined
      ? [responseFormat, '{"word": "quixotry"}']
      : [structuredOutputs, body.structured_outputs.choice[0]];
  if (way === "refused")
    return { status: 400, body: { error: { message: "Unrecognized request argument", param: null, code: 400 } } };
  return { text: way === "obeyed" ? said : "Hello there!", finish: "stop" };
};

const read = async (incoming: IncomingMessage, response: ServerResponse): Promise<SeenRequest> => {
  const closed = new Promise<boolean>((resolve) => response.once("close", () => resolve(!response.writableFinished)));
  let text = "";
  for await (const piece of incoming) text += piece;
  const path = new URL(incoming.url ?? "", "http://127.0.0.1").pathname;
  return {
    method: incoming.method ?? "",
    path,
    headers: incoming.headers,
    body: text === "" ? undefined : JSON.parse(text),
    closed,
  };
};

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): unknown => {
  return response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

const sendAnswer = (response: ServerResponse, request: SeenRequest, answer: Answer): unknown => {
  if (typeof answer === "string") return FAULTS[answer](response);
  if ("vector" in answer) return replay(response, request, answer.vector);
  if ("status" in answer) return sendJson(response, answer.status, answer.body, answer.headers);
  const { text, finish = "stop", reasoning, tokens = { prompt: 37, completion: 8 } } = answer;
  const usage = {
    prompt_tokens: tokens.prompt,
    completion_tokens: tokens.completion,
    total_tokens: tokens.prompt + tokens.completion,
    prompt_tokens_details: tokens.cached === undefined ? null : { cached_tokens: tokens.cached },
    completion_tokens_details: null,
  };
  if (request.path === "/v1/completions")
    return sendJson(response, 200, { choices: [{ index: 0, text, finish_reason: finish }], usage });
  return streamed(
    response,
    request,
    [{ index: 0, message: { content: text, ...(reasoning ? { reasoning } : {}) }, finish_reason: finish }],
    usage,
  );
};

type Choice = {
  index: number;
  message: { content: string | null; reasoning?: string; tool_calls?: object[] };
  finish_reason: string | null;
};

/** A recorded answer; one that was not streamed is cut into the events that vLLM would have sent. */
const replay = (response: ServerResponse, request: SeenRequest, name: string): unknown => {
  const { status, content_type = "application/json", body } = recorded(name).response;
  if (Array.isArray(body)) {
    startStream(response);
    for (const line of body) if (String(line).startsWith("data:")) response.write(`${line}\n\n`);
    return response.end();
  }
  const { choices, usage } = body as { choices?: Choice[]; usage?: object };
  if (status === 200 && choices?.[0]?.message !== undefined && request.body.stream)
    return streamed(response, request, choices, usage);
  return response.writeHead(status, { "content-type": content_type }).end(JSON.stringify(body));
};

const streamed = (response: ServerResponse, { body }: SeenRequest, choices: Choice[], usage: object | undefined): unknown => {
  startStream(response);
  for (const { index, message, finish_reason } of choices) {
    event(response, chunk({ role: "assistant", content: "" }, null, index));
    if (message.reasoning) event(response, chunk({ reasoning: message.reasoning }, null, index));
    if (message.tool_calls) event(response, chunk({ tool_calls: message.tool_calls }, null, index));
    const parts = message.content?.match(/[\s\S]{1,6}/gu) ?? [];
    for (const part of parts.slice(0, -1)) event(response, chunk({ content: part }, null, index));
    event(response, chunk({ content: parts.at(-1) ?? message.content }, finish_reason, index)); // the reason rides on the last text
  }
  if (body.stream_options?.include_usage) event(response, { ...chunk({}), choices: [], usage });
  return response.end("data: [DONE]\n\n");
};

const startStream = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
};
const event = (response: ServerResponse, value: unknown): void => void response.write(`data: ${JSON.stringify(value)}\n\n`);
const chunk = (delta: object, finish_reason: string | null = null, index = 0) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index, delta, logprobs: null, finish_reason, ...(finish_reason === null ? {} : { stop_reason: null }) }],
});
