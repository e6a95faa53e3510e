import { requestShape, withoutAddresses } from "../mutants/call-hashes.js";
import { type CallFact, callsOf, type LaneFacts } from "../observe/facts.js";
import type { ShopRun } from "../run/shop-runner.js";

/** The first call with another answer than in the unchanged run. */
export interface FirstDifference {
  /** The number of the lane by first use, from 1. */
  readonly lane: number;
  /** Its position among the lane's calls of the unchanged run, from 1. */
  readonly call: number;
  readonly operation: string;
  readonly merchantReference?: string | undefined;
  readonly was: string;
  /** Absent if the call was not made at all. */
  readonly became?: string | undefined;
}

/** The first call of the unchanged run that is missing in the other run, or has another answer. */
export function firstDifference(unchanged: ShopRun, other: ShopRun): FirstDifference | undefined {
  const waiting = Map.groupBy(other.lanes.flatMap(comparableIn), ({ key }) => key);
  for (const { key, fact, call, answer } of unchanged.lanes.flatMap(comparableIn)) {
    const counterpart = waiting.get(key)?.shift();
    if (counterpart?.answer === answer) continue;
    return {
      ...{ lane: fact.lane + 1, call, operation: fact.operation, merchantReference: fact.reference },
      ...{ was: shown(fact), became: counterpart && shown(counterpart.fact) },
    };
  }
  return undefined;
}

/** The calls of a lane, without what differs in every run: times, addresses and references. */
const comparableIn = (lane: LaneFacts) =>
  callsOf(lane).map((fact, i) => ({
    ...{ fact, call: i + 1, key: `${fact.lane} ${fact.operation} ${requestShape(fact, lane)}` },
    answer: requestShape({ request: shown(fact) }, lane),
  }));

const SHOWN_CHARS = 400;

function shown({ http, response }: CallFact): string {
  const text = withoutAddresses(`${http === 200 ? "" : `HTTP ${http} `}${response}`);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS - 1)}…` : text;
}
