import type { Lane } from "../../app/lane.js";
import { moveClock } from "../../app/time/clock-moves.js";
import { nextDue } from "../../app/time/pulse.js";
import type { Recorder } from "../observe/recorder.js";

/** What waits in real time; tests wait otherwise. */
export interface Timers {
  /** Calls back once after `ms` of real time; the returned function gives it up. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const realTimers: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** So many queries in a row that were answered alike: the shop does nothing but wait. */
const POLLS = 10;

export interface IdleOptions {
  readonly recorder: Recorder;
  /** How long a run makes no call before late notices and retries fall due. */
  readonly idleMs: number;
  readonly timers: Timers;
}

/**
 * Lets the time of a run's lanes pass where its shop only waits: when it made no call for a while, or asks the same again and
 * again. The returned function ends it.
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

const onlyPolls = (lane: Lane, recorder: Recorder): boolean => {
  const last = recorder.lastExchanges(lane, POLLS);
  const [first] = last;
  return (
    last.length === POLLS &&
    first !== undefined &&
    first.operation.endsWith("/query") &&
    last.every(({ operation, response }) => operation === first.operation && response === first.response)
  );
};

/** Runs each lane until nothing is due in it; tells whether anything may still be on its way. */
async function passTime(lanes: readonly Lane[]): Promise<boolean> {
  let isBusy = false;
  for (const lane of lanes) {
    if (lane.deliveries.inFlight > 0) isBusy = true;
    else if ((await nextDue(lane, "work")) !== undefined) await moveClock(lane, { action: "run-until-idle" });
  }
  return isBusy;
}
