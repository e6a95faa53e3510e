import type { Lane } from "../../lane/lane.js";
import type { Exchange } from "../../lane/ports/exchange.js";
import { moveClock } from "../../lane/time/clock-moves.js";
import { nextDue } from "../../lane/time/pulse.js";

/** Waits in real time. Tests replace it. */
export interface Timers {
  /** Calls back once after `ms` of real time. The returned function cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const realTimers: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** After this many identical answers to queries in a row, the shop is only waiting. */
const POLLS = 10;

/** The observed activity of a run. */
export interface RunActivity {
  /** The lanes that were called. */
  readonly lanes: readonly Lane[];
  /** The last exchanges of a lane, oldest first. */
  lastExchanges(lane: Lane, count: number): readonly Pick<Exchange, "operation" | "response">[];
  /** Called after each call and each delivery attempt. */
  onActivity: (() => void) | undefined;
}

export interface IdleOptions {
  readonly recorder: RunActivity;
  /** After this time without a call, delayed notifications and retries become due. */
  readonly idleMs: number;
  readonly timers: Timers;
}

/**
 * Moves the clocks of a run's lanes forward while its shop only waits: it has made no call for a while, or repeats
 * the same query. The returned function stops that.
 */
export function letTimePass({ recorder, idleMs, timers }: IdleOptions): () => Promise<void> {
  let giveUp = () => {};
  let isOver = false;
  let passing = Promise.resolve();
  const wait = (): void => {
    giveUp();
    if (!isOver) giveUp = timers.after(idleMs, look);
  };
  const look = (): void => {
    passing = passing.then(async () => {
      if (isOver || (await passTime(recorder.lanes))) wait();
    });
    passing.catch(() => {});
  };
  let polls = 0;
  recorder.onActivity = () => {
    polls++;
    if (polls % POLLS === 0 && recorder.lanes.some((lane) => onlyPolls(lane, recorder))) look();
    wait();
  };
  wait();
  return async () => {
    isOver = true;
    giveUp();
    recorder.onActivity = undefined;
    await passing.catch(() => {});
  };
}

const onlyPolls = (lane: Lane, recorder: RunActivity): boolean => {
  const last = recorder.lastExchanges(lane, POLLS);
  const [first] = last;
  return (
    last.length === POLLS &&
    first !== undefined &&
    first.operation.endsWith("/query") &&
    last.every(({ operation, response }) => operation === first.operation && response === first.response)
  );
};

/** Runs each lane until nothing is due. Returns true if anything may still be in flight. */
async function passTime(lanes: readonly Lane[]): Promise<boolean> {
  let isBusy = false;
  for (const lane of lanes) {
    if (lane.deliveries.inFlight > 0) isBusy = true;
    else if ((await nextDue(lane, "work")) !== undefined) await moveClock(lane, { action: "run-until-idle" });
  }
  return isBusy;
}
