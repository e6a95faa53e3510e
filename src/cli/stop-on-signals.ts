const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** The process ends within two seconds, even where something hangs. */
const AT_MOST_MS = 1900;
/** npx passes a Ctrl-C on that the terminal has sent to the whole group: the same one, twice. */
const SAME_SIGNAL_MS = 100;

/** Ends the process by a signal: in order once `stops` has said how, at once before that and at a second signal. */
export function stopOnSignals(): { readonly stops: (stop: () => Promise<void>) => void } {
  let stop: (() => Promise<void>) | undefined;
  let since: number | undefined;
  for (const [signal, code] of Object.entries(CODES)) {
    process.on(signal, () => {
      if (since !== undefined && Date.now() - since < SAME_SIGNAL_MS) return;
      if (stop === undefined || since !== undefined) process.exit(code);
      since = Date.now();
      setTimeout(() => process.exit(code), AT_MOST_MS);
      stop().finally(() => process.exit(code));
    });
  }
  return {
    stops: (how) => {
      stop = how;
    },
  };
}
