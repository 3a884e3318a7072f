import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AuditEntry, readAuditLog } from "../clients/audit-log.ts";
import { EXIT, type ExitCode, wrong } from "./command-fault.ts";
import { readManifest } from "./manifest.ts";
import { NOTICE } from "./notice.ts";
import { AUDIT } from "./open-run.ts";
import { printJson } from "./print-json.ts";
import { say } from "./visible-text.ts";

type HostTotal = { host: string; dataClass: string; requests: number; denied: number; bytesSent: number; bytesReceived: number };

/**
 * Check that a run's audit log was not changed, and show which hosts were asked.
 *
 * In: run folder. Out: exit code 0, or 1 where an entry does not follow from the one before, or where the log does not end as the manifest says.
 * A run that asked no host has no log; that is told, with code 0.
 */
export const runAudit = (folder: string, { json }: { json?: boolean }): ExitCode => {
  const manifest = readManifest(join(folder, "manifest.json"));
  if (manifest === undefined) throw wrong(`${folder} is no run folder: it has no manifest.json.`);
  const file = join(folder, AUDIT);
  const read = existsSync(file) ? readAuditLog(file) : { entries: [], broken: undefined, torn: undefined };
  const broken =
    read.broken ??
    (endsAsTold(read.entries, manifest.audit) ? undefined : "it does not hold the last entry that the manifest names");
  const hosts = hostsOf(read.entries);
  if (json) printJson({ notice: NOTICE, folder, entries: read.entries.length, broken: broken ?? null, hosts });
  else {
    const lines = [
      ...hosts.map(
        ({ host, dataClass, requests, denied, bytesSent, bytesReceived }) =>
          `${host}, class ${dataClass}: ${requests} requests${denied === 0 ? "" : `, ${denied} denied and not sent`}, ${bytesSent} bytes sent, ${bytesReceived} received`,
      ),
      ...(hosts.length === 0 ? ["No host was asked."] : []),
      broken === undefined ? `${read.entries.length} entries, each follows from the one before.` : `BROKEN: ${file}: ${broken}.`,
      NOTICE,
    ];
    say(...lines);
  }
  return broken === undefined ? EXIT.done : EXIT.someFailed;
};

/** The manifest names an entry of the log; later runs in the folder may have added more. */
const endsAsTold = (entries: readonly AuditEntry[], told: { entries: number; hash: string } | undefined): boolean =>
  told === undefined || entries[told.entries - 1]?.hash === told.hash;

const hostsOf = (entries: readonly AuditEntry[]): HostTotal[] => {
  const totals = new Map<string, HostTotal>();
  const asked = new Map<number, HostTotal>();
  for (const entry of entries) {
    if (entry.event === "request") {
      const { host, dataClass, permitted, bytes, request } = entry;
      const key = `${host} ${dataClass}`;
      const total = totals.get(key) ?? { host, dataClass, requests: 0, denied: 0, bytesSent: 0, bytesReceived: 0 };
      totals.set(key, total);
      asked.set(request, total);
      total.requests += 1;
      if (!permitted) total.denied += 1;
      else total.bytesSent += bytes ?? 0;
    }
    const total = entry.event === "reply" ? asked.get(entry.request) : undefined;
    if (entry.event === "reply" && total !== undefined) total.bytesReceived += entry.bytes;
  }
  return [...totals.values()];
};
