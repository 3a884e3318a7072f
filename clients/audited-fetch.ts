import { createHash } from "node:crypto";
import type { AuditLog } from "./audit-log.ts";
import type { DataClass } from "./egress.ts";

/** One request, as the audit log sees it. */
export type Audited = { url: URL; init: RequestInit; dataClass: DataClass; permitted: boolean };

/** Write a request down before it is sent. In: log, request. Out: its number. */
export const auditRequest = (log: AuditLog, { url, init, dataClass, permitted }: Audited): number => {
  const request = log.next();
  const method = (init.method ?? "GET").toUpperCase();
  const path = Buffer.from(`${url.pathname}${url.search}`, "utf8");
  const body = bytesOf(init.body);
  log.add({
    event: "request",
    request,
    host: url.host,
    dataClass,
    permitted,
    method,
    bytes: body === undefined ? null : path.length + body.length,
    sha256: body === undefined ? null : createHash("sha256").update(`${method} `).update(path).update(body).digest("hex"),
  });
  return request;
};

const bytesOf = (body: RequestInit["body"]): Buffer | undefined => {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body, "utf8");
  if (body instanceof URLSearchParams) return Buffer.from(body.toString(), "utf8");
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return ArrayBuffer.isView(body) ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : undefined;
};

/**
 * Write an answer down when its body has been read, whole or not.
 *
 * In: log, number of the request, response. Out: the same answer, to be read in place of the given one.
 */
export const auditReply = (log: AuditLog, request: number, response: Response): Response => {
  const digest = createHash("sha256");
  let [bytes, told] = [0, false];
  const tell = (whole: boolean) => {
    if (told) return;
    told = true;
    log.add({ event: "reply", request, status: response.status, bytes, sha256: digest.digest("hex"), whole });
  };
  if (response.body === null) {
    tell(true);
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) {
          tell(true);
          controller.close();
          return;
        }
        digest.update(value);
        bytes += value.byteLength;
        controller.enqueue(value);
      } catch (error) {
        tell(false);
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      tell(false);
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
};

/** Write down that a request met no answer. In: log, number of the request, the error. */
export const auditFailure = (log: AuditLog, request: number, error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined;
  const why = cause instanceof Error && "code" in cause ? String(cause.code) : error instanceof Error ? error.name : "unknown";
  log.add({ event: "failed", request, why });
};
