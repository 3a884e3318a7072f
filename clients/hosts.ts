import { BlockList, isIP } from "node:net";

/** A host that may be reached; without a port, every port of it. */
export type Host = { name: string; port: string | undefined };

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Tell whether a URL's host name is this machine by definition: localhost and its subdomains (RFC 6761), 127.0.0.0/8, ::1. */
export function isLoopback(hostname: string): boolean {
  const name = plainName(hostname);
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const family = isIP(name);
  return family !== 0 && loopback.check(name, family === 6 ? "ipv6" : "ipv4");
}

/** Read what a user wrote as a host: `HOST`, `HOST:PORT`, `[v6]:PORT` or a whole URL. Out: undefined where it names none. */
export function parseHost(written: string): Host | undefined {
  const trimmed = written.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed);
  if (!whole && /[\s/?#@*]/.test(trimmed)) return undefined;
  const address = whole ? trimmed : `http://${isIP(trimmed) === 6 ? `[${trimmed}]` : trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A written :80 is the default of http and would vanish from url.port.
  const port = whole || isIP(trimmed) === 6 ? url.port : (/:(\d+)$/.exec(trimmed)?.[1] ?? "");
  return url.hostname === ""
    ? undefined
    : { name: plainName(url.hostname), port: port === "" ? undefined : String(Number(port)) };
}

/** Tell whether a URL goes to a named host; names are compared whole, never by ending. */
export function isNamed(url: URL, hosts: readonly Host[]): boolean {
  const name = plainName(url.hostname);
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return hosts.some((host) => host.name === name && (host.port === undefined || host.port === port));
}

function plainName(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}
