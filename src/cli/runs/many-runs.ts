import { constants as access, accessSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import { CannotStart } from "../../package/errors.js";
import { makeFolder } from "../../package/make-folder.js";
import type { ReportTarget } from "../../reports/write.js";

/** A signal that arrived during the runs. */
export interface Stopping {
  /** Aborted by the first signal. The second signal ends the process at once. */
  readonly signal: AbortSignal;
  /** The exit code for the signal. Undefined if none has arrived. */
  readonly exitCode: () => number | undefined;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/** Listens for signals while `work` runs. */
export async function stoppable<T>(work: (stopping: Stopping) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  let exitCode: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    // The second signal doesn't wait for active runs.
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

/** Creates the folders of reports and checks that they are writable, before runs take minutes. Throws CannotStart. */
export function prepareReports(files: readonly string[]): void {
  for (const file of files)
    orCannot(() => {
      makeFolder(dirname(file));
      accessSync(dirname(file), access.W_OK);
      if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder`);
    });
}

/** Writes each report and creates folders. Throws CannotStart. */
export async function writeReportFiles<Format extends string>(
  targets: readonly ReportTarget<Format>[],
  textOf: (format: Format) => string | Promise<string>,
): Promise<void> {
  for (const { format, file } of targets) writeReport(file, await textOf(format));
}

export const prettyJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a report and creates its folder. Throws CannotStart. */
export const writeReport = (file: string, text: string): void =>
  orCannot(() => {
    makeFolder(dirname(file));
    writeFileSync(file, text);
  });

function orCannot(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new CannotStart(`cannot write a report: ${(error as Error).message}`);
  }
}
