export type StopSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** How often to look whether npm's shell still runs, in milliseconds. */
const LOOK_MS = 250;

/** A line that goes on after this program, or doesn't wait for it, may end when it likes. */
const ALONE = /^(payment-sandbox|'payment-sandbox')( [^&;|]*)?$/;
/** The shell in which npx or `npm run` started this program alone. */
const npmShell = ALONE.test(process.env.npm_lifecycle_script ?? "") ? process.ppid : undefined;
// A sandbox that this program starts has another parent.
if (npmShell !== undefined) delete process.env.npm_lifecycle_script;

/**
 * Calls `told` for each of these signals, until the returned function is called. npm passes SIGTERM to its shell, and dash ends
 * without passing it on. So the end of that shell counts as SIGTERM, unless a signal came.
 */
export function onStopSignals(signals: readonly StopSignal[], told: (signal: StopSignal) => void): () => void {
  let isTold = false;
  const hear = (signal: StopSignal): void => {
    isTold = true;
    told(signal);
  };
  for (const signal of signals) process.on(signal, hear);
  const looking = setInterval(() => {
    if (npmShell !== undefined && !isTold && process.ppid !== npmShell) hear("SIGTERM");
  }, LOOK_MS).unref();
  return () => {
    clearInterval(looking);
    for (const signal of signals) process.off(signal, hear);
  };
}
