import { type Instant, later } from "../core/domain/money.js";
import type { Then } from "../core/scenario/effects/effects.js";
import { GATE_IDLE_MS } from "../core/scenario/values/limits.js";
import type { Lane } from "./lane.js";
import { concernsGates } from "./ports/hear-change.js";
import { type Gates, type HeldAnswer, heldIn } from "./ports/held-answer.js";
import { messageOf } from "./ports/log.js";
import type { Changes, UnitResult } from "./ports/store.js";
import { LaneGone } from "./ports/store-errors.js";

/** A call whose rule asks a gate to hold its answer. */
export type Holding = Omit<HeldAnswer, "gate" | "since" | "until">;

/** The record of a held answer. The gate's time limit starts at `realNow`. */
export const heldBy = ({ name, idleMs = GATE_IDLE_MS }: Gate, call: Holding, realNow: Instant): HeldAnswer => ({
  gate: name,
  ...call,
  since: realNow,
  until: later(realNow, idleMs),
});
type Gate = NonNullable<Then["gate"]>;

/** The change to the lane's record that stores the held answer. */
export const holding = (gates: Gates, held: HeldAnswer | undefined): Pick<Changes, "lane"> =>
  held ? { lane: { gates: [...heldIn(gates), held] } } : {};

/** Resolves once the gate was released, in this process or another, or timed out. Never rejects. */
export async function untilOpen(lane: Lane, held: HeldAnswer): Promise<void> {
  const isOpen = async () => ((await lane.store.views.lane()).gates?.some(isSame(held)) ? undefined : true);
  try {
    const released = await lane.waiting.until(isOpen, held.until - held.since, { concerns: concernsGates });
    if (!released && !lane.waiting.isClosed) await open(lane, isSame(held));
  } catch (error) {
    // If the lane has been reset or dropped, its gates are gone too.
    if (!(error instanceof LaneGone)) lane.log.warn(`gate ${held.gate} opened early: ${messageOf(error)}`);
  }
}

const isSame =
  ({ exchangeId }: HeldAnswer) =>
  (other: HeldAnswer): boolean =>
    other.exchangeId === exchangeId;

/** Releases the answers that wait at a gate. Returns how many there were. */
export const releaseGate = (lane: Pick<Lane, "store">, name: string): Promise<number> =>
  open(lane, ({ gate }) => gate === name);

const open = ({ store }: Pick<Lane, "store">, which: (held: HeldAnswer) => boolean): Promise<number> =>
  store.transact((tx): UnitResult<number> => {
    const state = tx.lane();
    const held = heldIn(state);
    const left = held.filter((one) => !which(one));
    const isChanged = left.length < (state.gates?.length ?? 0);
    return {
      result: held.length - left.length,
      ...(isChanged && { lane: { gates: left.length > 0 ? left : undefined } }),
    };
  });
