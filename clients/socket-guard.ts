import { Socket } from "node:net";
import { type DataClass, type Egress, EgressDenied } from "./egress.ts";

/**
 * Refuse every socket of this process that the egress would refuse, whichever library opens it; a second lock behind `egress.fetch`.
 *
 * Libraries have fetched token tables and sent traces without being asked. In: the egress and the class of what the process handles.
 * Sockets in the file system and servers that listen are left alone. Out: a function that takes the guard away.
 * If down: the library sees a failed connection whose cause is EgressDenied.
 */
export function guardSockets(egress: Egress, dataClass: DataClass): () => void {
  const original = Object.getOwnPropertyDescriptor(Socket.prototype, "connect");
  if (original === undefined) throw new Error("net.Socket has no connect: this Node version is not known to work.");
  const connect: unknown = original.value;
  if (typeof connect !== "function")
    throw new Error("net.Socket.connect is no function: this Node version is not known to work.");
  Object.defineProperty(Socket.prototype, "connect", {
    ...original,
    value: function guarded(this: Socket, ...args: unknown[]): unknown {
      const target = targetOf(args);
      const permitted = target === undefined ? undefined : egress.permits(target, dataClass);
      if (permitted === undefined || permitted.is === "ok") return Reflect.apply(connect, this, args);
      process.nextTick(() => this.destroy(new EgressDenied(permitted.detail)));
      return this;
    },
  });
  return () => Object.defineProperty(Socket.prototype, "connect", original);
}

// Socket.connect takes (options), (port, host), (path), and from net.connect an array that holds those. Out: undefined for a path.
function targetOf(args: unknown[]): string | undefined {
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === "number" || (typeof first === "string" && /^\d+$/.test(first)))
    return address(typeof args[1] === "string" ? args[1] : undefined, first);
  if (typeof first !== "object" || first === null) return undefined;
  if ("path" in first && typeof first.path === "string" && first.path !== "" && !("port" in first && first.port))
    return undefined;
  return address("host" in first ? first.host : undefined, "port" in first ? first.port : undefined);
}

function address(host: unknown, port: unknown): string {
  const name = typeof host === "string" && host !== "" ? host : "localhost";
  return `http://${name.includes(":") ? `[${name}]` : name}:${port ?? 80}/`;
}
