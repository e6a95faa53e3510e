import { formatAmount } from "../../../core/domain/money.js";
import { type CallFact, type Fact, factsIn, isQuery, type LaneFacts, shopCallsOf } from "../observe/facts.js";
import type { ShopRun } from "../run/shop-runner.js";
import type { Wrong } from "./wrong.js";

/**
 * No common client's own limit is that long without being a mistake, and no client gives up that late because the machine is
 * busy. A shop that still runs, and has waited less, may give up at any time.
 */
export const LONG_MS = 30_000;

/** The end of a run, as far as it shows who still waits. */
type WaitedRun = Pick<ShopRun, "hasTimedOut" | "endedMs"> & { readonly lanes: readonly Pick<LaneFacts, "facts">[] };

interface Waiting extends Wrong {
  readonly waitedMs: number;
}

/**
 * A shop that waits for an answer that never comes, until the run's own limit ends it. It must have waited most of the
 * run, and must not have given up on any other such call: then it has a limit.
 */
export function waitsForEver(run: WaitedRun): Waiting | undefined {
  const { lanes, hasTimedOut, endedMs } = run;
  if (endedMs === undefined) return undefined;
  const calls = lanes.flatMap(shopCallsOf);
  const silent = calls.filter(({ fault }) => fault === "no-response");
  const hasEnded = ({ leftMs }: CallFact): boolean => leftMs !== undefined && leftMs < endedMs;
  const isLong = ({ ms }: CallFact): boolean => endedMs - ms >= Math.max(endedMs / 2, hasTimedOut ? 0 : LONG_MS);
  const goesOn = (call: CallFact): boolean =>
    calls.some(({ ms, reference, lane }) => ms > call.ms && lane === call.lane && reference === call.reference);
  const [call] = silent;
  if (!call || silent.some(hasEnded) || !isLong(call) || goesOn(call)) return undefined;
  const reference = call.reference ?? "";
  const waitedMs = endedMs - call.ms;
  const moved = factsIn(run).findLast(
    (fact) => fact.kind === "money" && fact.reference === call.reference && fact.lane === call.lane,
  );
  const then = isQuery(call) ? "query again" : "query";
  return {
    verdict: "waits-for-ever",
    references: reference === "" ? [] : [reference],
    cart: undefined,
    waitedMs,
    why: `${reference === "" ? "" : `${reference}: `}the shop was still waiting for the answer of ${call.operation} after ${Math.round(waitedMs / 1000)} s; ${moneyText(moved, call)}; set a time limit, then ${then}`,
  };
}

function moneyText(moved: Fact | undefined, { id }: CallFact): string {
  if (moved?.kind !== "money") return "nothing had moved";
  if (moved.call === id) return "the money had moved";
  return `an earlier call had ${moved.what} ${formatAmount(moved.amount)}`;
}
