import type { Lane } from "../../../lane/lane.js";
import { moveClock } from "../../../lane/time/clock-moves.js";
import type { MayChange, ShopRun } from "./shop-runner.js";

/** How long a shop's background work may take to correct its records, in milliseconds of real time. */
export const PATIENCE_MS = 2_000;
const LOOK_MS = 50;
/** The longer limit for a shop that still waits for a lost answer. */
const WAITING_MAX_MS = 60_000;

/** Lets all delayed work of each lane become due. */
export async function allFallenDue(lanes: readonly Lane[]): Promise<void> {
  for (const lane of lanes) await moveClock(lane, { action: "run-until-idle" });
}

/** How long a shop's beliefs must stay the same before the first run counts. */
const STEADY_MS = 500;

/** Asks until the shop knows, and its beliefs stay the same for a while: all other runs are compared with the dry run. */
export async function steadyRun(look: () => Promise<ShopRun>, signal: AbortSignal): Promise<ShopRun> {
  let run = await look();
  let since = performance.now();
  const latest = since + PATIENCE_MS;
  const isSteady = () => performance.now() >= since + STEADY_MS && !hasOpen(run);
  while (!isSteady() && performance.now() < latest && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const next = await look();
    if (JSON.stringify(next.beliefs) !== JSON.stringify(run.beliefs)) since = performance.now();
    run = next;
  }
  return run;
}

const hasOpen = ({ beliefs = {} }: ShopRun): boolean =>
  Object.values(beliefs).some(({ paid, refunded }) => paid === null || refunded === null);

/** Asks until the shop knows and is right, or its time is up, because its background work takes a while. */
export async function settledRun(
  look: () => Promise<ShopRun>,
  mayChange: MayChange | undefined,
  signal: AbortSignal,
): Promise<ShopRun> {
  const began = performance.now();
  let since = began;
  let run = await look();
  // A restarted shop may not answer right away.
  while (
    (run.beliefs === undefined || mayChange?.(run)) &&
    performance.now() < since + PATIENCE_MS &&
    !signal.aborted &&
    !run.hasTimedOut
  ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    run = await look();
    if (waitsForAnswer(run) && performance.now() < began + WAITING_MAX_MS) since = performance.now();
  }
  return run;
}

/** True if the shop still waits for an answer that will never come. It doesn't know that yet. */
const waitsForAnswer = ({ lanes }: ShopRun): boolean =>
  lanes.some(({ facts }) =>
    facts.some((fact) => fact.kind === "call" && fact.fault === "no-response" && fact.leftMs === undefined),
  );
