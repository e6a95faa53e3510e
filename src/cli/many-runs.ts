import { constants as access, accessSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { CannotStart } from "../package/errors.js";

/** A signal that came while runs were under way. */
export interface Stopping {
  /** Aborted by the first signal; the second ends the process at once. */
  readonly signal: AbortSignal;
  /** The exit code that the signal asks for; undefined while none came. */
  readonly exitCode: () => number | undefined;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Listens for signals as long as `work` takes. */
export async function stoppable<T>(work: (stopping: Stopping) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  let exitCode: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    // The second signal does not wait for what is under way.
    if (exitCode !== undefined) process.exit(128 + constants.signals[signal]);
    exitCode = 128 + constants.signals[signal];
    stopping.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work({ signal: stopping.signal, exitCode: () => exitCode });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Makes the folders of reports and looks whether they can be written, before minutes are spent on them. Throws CannotStart. */
export function prepareReports(files: readonly string[]): void {
  for (const file of files)
    orCannot(() => {
      mkdirSync(dirname(file), { recursive: true });
      accessSync(dirname(file), access.W_OK);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder`);
    });
}

/** Writes a report; its folder is made. Throws CannotStart. */
export const writeReport = (file: string, text: string): void =>
  orCannot(() => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  });

function orCannot(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new CannotStart(`cannot write a report: ${(error as Error).message}`);
  }
}
