import { onStopSignals } from "../../runs/stop-signals.js";

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** After the grace period, the process ends within two seconds, even if something hangs. */
export const AT_MOST_MS = 1900;
/** On Ctrl-C, the terminal signals the whole group and npx forwards the signal, so it arrives twice. */
const SAME_SIGNAL_MS = 100;

/**
 * Ends the process on a signal. The first one stops it in order, once `stops` was called. Before that, and on a
 * second signal, the process ends at once.
 */
export function stopOnSignals(): { readonly stops: (stop: () => Promise<unknown>, graceMs?: number) => void } {
  let stop: (() => Promise<unknown>) | undefined;
  let graceMs = 0;
  let since: number | undefined;
  onStopSignals(["SIGINT", "SIGTERM", "SIGHUP"], (signal) => {
    const code = CODES[signal];
    if (since !== undefined && Date.now() - since < SAME_SIGNAL_MS) return;
    if (stop === undefined || since !== undefined) process.exit(code);
    since = Date.now();
    setTimeout(() => process.exit(code), graceMs + AT_MOST_MS);
    stop().finally(() => process.exit(code));
  });
  return {
    stops: (how, grace = 0) => {
      stop = how;
      graceMs = grace;
    },
  };
}
