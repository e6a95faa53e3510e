import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { liveSandboxes } from "./registry.js";

/** Describes the process that listens on a port. Undefined if it belongs to another user, or if this is not Linux. */
export function holderOf(port: number, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const sandbox = liveSandboxes(env).find(({ url }) => new URL(url).port === String(port));
  if (sandbox) return `a sandbox: process ${sandbox.pid}, in ${sandbox.cwd}`;
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listening(table, port)));
  const pid = sockets.size === 0 ? undefined : numbersIn("/proc").find((id) => hasSocket(id, sockets));
  return pid && `process ${pid}, ${orElse(() => readFileSync(`/proc/${pid}/comm`, "utf8").trim(), "unnamed")}`;
}

const LISTENS = "0A";

/** The sockets that listen on a port, read from a table in /proc/net. */
function listening(table: string, port: number): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  return orElse(() => readFileSync(`/proc/net/${table}`, "utf8"), "")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(`:${hex}`) && state === LISTENS)
    .map((columns) => `socket:[${columns[9]}]`);
}

const numbersIn = (folder: string): readonly string[] =>
  orElse(() => readdirSync(folder), []).filter((name) => /^\d+$/.test(name));

const hasSocket = (pid: string, sockets: ReadonlySet<string>): boolean =>
  numbersIn(`/proc/${pid}/fd`).some((fd) => sockets.has(orElse(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "")));

/** Unreadable or vanished files count as empty. */
function orElse<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
