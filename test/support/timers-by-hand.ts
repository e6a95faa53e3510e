import type { Timers } from "../../src/tools/runs/idle.js";

interface TimersByHand {
  readonly timers: Timers;
  /** For a shop that hangs: everything that waits for `ms` falls due at once. Never resolves. */
  hangFor(ms: number): Promise<never>;
}

/** The judge's timers, without real time: nothing falls due unless a shop hangs for that long. */
export function timersByHand(): TimersByHand {
  const pending = new Set<{ readonly ms: number; readonly callback: () => void }>();
  return {
    timers: {
      after: (ms, callback) => {
        const timer = { ms, callback };
        pending.add(timer);
        return () => void pending.delete(timer);
      },
    },
    hangFor: (ms) => {
      for (const timer of [...pending]) if (timer.ms <= ms && pending.delete(timer)) timer.callback();
      return new Promise(() => {});
    },
  };
}
