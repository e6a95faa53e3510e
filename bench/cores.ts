import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TRIES = 3;

/** Moves this process, the load, to one core and answers another for the servers; undefined where that cannot be. */
export function coreOfServers(): string | undefined {
  const [load, servers] = allowed();
  return servers !== undefined && moved(load!) ? String(servers) : undefined;
}

/** A thread that ends while `taskset` goes through them stops it: then it is asked again. */
function moved(core: number): boolean {
  for (let n = 0; n < TRIES; n++)
    try {
      execFileSync("taskset", ["-acp", String(core), String(process.pid)], { stdio: "ignore" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    }
  return false;
}

/** The cores that this process may use, from a list such as `0-2,5`; none where there is no /proc. */
function allowed(): readonly number[] {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(status())?.[1] ?? "";
  return list
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [from, to = from] = part.split("-").map(Number) as [number, number?];
      return Array.from({ length: to! - from + 1 }, (_, n) => from + n);
    });
}

function status(): string {
  try {
    return readFileSync("/proc/self/status", "utf8");
  } catch {
    return "";
  }
}
