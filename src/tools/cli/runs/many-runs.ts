import { constants } from "node:os";
import { onStopSignals } from "../../runs/stop-signals.js";

/** A signal that arrived during the runs. */
export interface Stopping {
  /** Aborted by the first signal. The second signal ends the process at once. */
  readonly signal: AbortSignal;
  /** The exit code for the signal. Undefined if none has arrived. */
  readonly exitCode: () => number | undefined;
}

/** Listens for signals while `work` runs. */
export async function stoppable<T>(work: (stopping: Stopping) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  let exitCode: number | undefined;
  const off = onStopSignals(["SIGINT", "SIGTERM"], (signal) => {
    // The second signal doesn't wait for active runs.
    if (exitCode !== undefined) process.exit(128 + constants.signals[signal]);
    exitCode = 128 + constants.signals[signal];
    stopping.abort();
  });
  try {
    return await work({ signal: stopping.signal, exitCode: () => exitCode });
  } finally {
    off();
  }
}
