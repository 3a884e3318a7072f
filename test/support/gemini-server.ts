import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the server saw; `closed` when the client went away before the answer's end. */
export type SeenRequest = {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of many shapes
  body: any;
  closed: Promise<boolean>;
};

/** A text with its finish reason, an error of the test's own, or one of the behaviours below. */
export type GeminiAnswer =
  | { text: string; finish?: string; thought?: string }
  | { status: number; body: unknown; headers?: Record<string, string> }
  | keyof typeof BEHAVIOURS;

export type GeminiServer = {
  baseUrl: string;
  requests: SeenRequest[];
  /** Answer the next requests so; the last one goes on. */
  answer: (...answers: GeminiAnswer[]) => void;
  close: () => Promise<void>;
};

/** Start a server on loopback that answers generateContent as Gemini's developer API (v1beta) does. */
export const geminiServer = async (): Promise<GeminiServer> => {
  const requests: SeenRequest[] = [];
  let answers: GeminiAnswer[] = [{ text: "Paris." }];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming, response);
    requests.push(request);
    if (!/^\/v1beta\/models\/[^:/]+:generateContent$/.test(request.path)) return error(response, 404, "NOT_FOUND", "not found");
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) return;
    if (typeof answer === "string") return BEHAVIOURS[answer](response);
    if ("status" in answer) return send(response, answer.status, answer.body, answer.headers);
    const parts = [...(answer.thought === undefined ? [] : [{ text: answer.thought, thought: true }]), { text: answer.text }];
    return candidate(response, { content: { parts, role: "model" }, finishReason: answer.finish ?? "STOP" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    answer: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const USAGE = { promptTokenCount: 9, candidatesTokenCount: 4, thoughtsTokenCount: 20, totalTokenCount: 33 };

const RETRY_INFO = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0.05s" }];
const KEY_INVALID = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }];

/** What Gemini was seen to send, one a row. */
const BEHAVIOURS = {
  promptBlocked: (response: ServerResponse) =>
    send(response, 200, {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    }),
  safety: (response: ServerResponse) =>
    candidate(response, {
      finishReason: "SAFETY",
      safetyRatings: [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true }],
    }),
  recitation: (response: ServerResponse) => candidate(response, { finishReason: "RECITATION" }),
  recitationWithText: (response: ServerResponse) =>
    candidate(response, { content: { parts: [{ text: "A famous" }], role: "model" }, finishReason: "RECITATION" }),
  maxTokensEmpty: (response: ServerResponse) => candidate(response, { content: { role: "model" }, finishReason: "MAX_TOKENS" }),
  emptyText: (response: ServerResponse) =>
    candidate(response, { content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP" }),
  noParts: (response: ServerResponse) => candidate(response, { content: { role: "model" }, finishReason: "STOP" }),
  noCandidates: (response: ServerResponse) => send(response, 200, { usageMetadata: USAGE }),
  other: (response: ServerResponse) => candidate(response, { finishReason: "OTHER" }),
  malformedCall: (response: ServerResponse) => candidate(response, { finishReason: "MALFORMED_FUNCTION_CALL" }),
  tooMany: (response: ServerResponse) =>
    error(response, 429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
  tooManyRetryInfo: (response: ServerResponse) =>
    error(response, 429, "RESOURCE_EXHAUSTED", "You exceeded your rate.", RETRY_INFO),
  overloaded: (response: ServerResponse) => error(response, 503, "UNAVAILABLE", "The model is overloaded."),
  internal: (response: ServerResponse) => error(response, 500, "INTERNAL", "An internal error has occurred."),
  keyInvalid: (response: ServerResponse) => error(response, 400, "INVALID_ARGUMENT", "API key not valid.", KEY_INVALID),
  noBilling: (response: ServerResponse) =>
    error(response, 400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
  permissionDenied: (response: ServerResponse) =>
    error(response, 403, "PERMISSION_DENIED", "The caller does not have permission"),
  unknownModel: (response: ServerResponse) => error(response, 404, "NOT_FOUND", "models/x is not found for API version v1beta"),
  tooLong: (response: ServerResponse) =>
    error(
      response,
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    ),
  tooManyStates: (response: ServerResponse) =>
    error(response, 400, "INVALID_ARGUMENT", "The specified schema produces a constraint that has too many states for serving."),
  cutJson: (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"candidates":[');
  },
  webPage: (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>");
  },
  cutBeforeAnswer: (response: ServerResponse) => {
    response.destroy();
  },
  cutMidAnswer: (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
    response.write('{"candidates":[', () => response.destroy());
  },
  hang: () => {},
};

const candidate = (response: ServerResponse, content: object): void =>
  send(response, 200, {
    candidates: [{ ...content, index: 0 }],
    usageMetadata: USAGE,
    modelVersion: "gemini-2.5-pro",
    responseId: "r1",
  });

const error = (response: ServerResponse, code: number, status: string, message: string, details?: object[]): void =>
  send(response, code, { error: { code, message, status, ...(details === undefined ? {} : { details }) } });

const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers }).end(JSON.stringify(body));
};

const read = async (incoming: IncomingMessage, response: ServerResponse): Promise<SeenRequest> => {
  const closed = new Promise<boolean>((resolve) => response.once("close", () => resolve(!response.writableFinished)));
  let text = "";
  for await (const piece of incoming) text += piece;
  return { path: incoming.url ?? "", headers: incoming.headers, body: text === "" ? undefined : JSON.parse(text), closed };
};
