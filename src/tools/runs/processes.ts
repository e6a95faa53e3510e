import { readdirSync, readFileSync } from "node:fs";

/** A process, as Linux shows it. Other systems don't. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** All processes of this machine, except this one. Empty without /proc. */
export const processes = (): readonly Process[] =>
  pids().flatMap((pid) => {
    const stat = readProcFile(`/proc/${pid}/stat`);
    // The name before the last bracket may contain spaces.
    const [, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat === "" ? [] : [{ pid, parent: Number(parent), group: Number(group) }];
  });

/** The processes that a process has started, and those that they have started. Includes those that left its group. */
export function descendantsOf(root: number): readonly number[] {
  const byParent = Map.groupBy(processes(), ({ parent }) => parent);
  const found: number[] = [];
  const walk = (parent: number): void => {
    for (const { pid } of byParent.get(parent) ?? []) {
      found.push(pid);
      walk(pid);
    }
  };
  walk(root);
  return found;
}

/**
 * The processes that have this variable in their environment, such as `PAYMENT_SANDBOX_STATE_DIR=/tmp/…`. `before`: those
 * that ran before it was set.
 */
export const markedWith = (mark: string, before: ReadonlySet<number>): readonly number[] =>
  pids().filter((pid) => !before.has(pid) && readProcFile(`/proc/${pid}/environ`).split("\0").includes(mark));

export const pidsNow = (): ReadonlySet<number> => new Set(pids());

/** True also for processes that this user may not signal. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export function killAll(all: readonly number[]): void {
  for (const pid of all)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended, or belongs to another user.
    }
}

function pids(): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** Empty if there is no such file, or if it may not be read. */
export function readProcFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process belongs to another user, or has ended.
    return "";
  }
}
