import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Facts } from "../../core/scenario/matching/expectations.js";
import { onlyReads } from "../../core/scenario/values/operations.js";
import { type ScenarioFacts, scenarioFactsOf } from "../../lane/explain/checked-scenarios.js";
import { callEvent } from "../../lane/explain/request-summary.js";
import { checkInvariants } from "../../lane/invariants.js";
import type { Lane } from "../../lane/lane.js";
import type { Exchange } from "../../lane/ports/exchange.js";
import { readExplanation, unableText } from "../../lane/ports/explanation.js";
import { callCount, journalOf } from "../../lane/ports/journal.js";
import { ruleFacts } from "../../lane/views/facts-of-lane.js";
import { remarksOf } from "../../lane/views/remarks.js";
import type { Restored } from "../../server/lanes/open-lane.js";
import { cellsReachedIn } from "../coverage/reached.js";
import { type CheckedLane, REQUESTS_MAX, type RequestLine } from "../reports/run.js";
import { type Unacknowledged, unacknowledged } from "../reports/unacknowledged.js";

/** The facts about a lane between two resets. A lane that was never reset has one life. */
export interface LaneLife extends ScenarioFacts {
  readonly lane: string;
  readonly unable: readonly string[];
  readonly invariants: CheckedLane["invariants"];
  readonly cells: ReadonlySet<string>;
  readonly calls: number;
  /** The last of them, oldest first. */
  readonly requests: readonly RequestLine[];
  /** True if a call was refused because its merchantReference was used before this life's calls. */
  readonly hasUsedReference: boolean;
  /** The last of them, oldest first. */
  readonly unacknowledged: readonly Unacknowledged[];
  /** True if the lane's own scenario has replaced the start's scenarios. */
  readonly hasOwnScenario: boolean;
  /** True if the lane is older than the run. Its facts are then those of earlier runs, too. */
  readonly isOlder: boolean;
  /** What came after a snapshot was restored. Absent if none was. */
  readonly added?: Pick<ScenarioFacts, "facts" | "fired"> | undefined;
}

/** What a lane had before its life in this run. It is left out of the reports, but not of the facts. */
export interface LaneBefore {
  /** The calls of a lane that is older than the run. */
  readonly earlier?: number | undefined;
  readonly restored?: Restored | undefined;
}

/** Reads everything that is checked later, so that the lane's store may be closed. */
export async function lifeOf(lane: Lane, { earlier, restored }: LaneBefore = {}): Promise<LaneLife> {
  const { views } = lane.store;
  const all = await callCount(views);
  const before = Math.min(earlier ?? restored?.calls ?? 0, all);
  const facts = await scenarioFactsOf(lane);
  return {
    lane: lane.name,
    ...facts,
    added: restored && (await addedTo(lane, facts, restored)),
    ...(await toldIn(lane, before)),
    unacknowledged: await unacknowledgedIn(lane, before),
    invariants: await checkInvariants(lane),
    cells: await cellsReachedIn(lane, before),
    calls: all - before,
    hasOwnScenario: (await views.lane()).replacedScenario !== undefined,
    isOlder: earlier !== undefined,
  };
}

async function addedTo(lane: Lane, { facts, fired }: ScenarioFacts, restored: Restored): Promise<LaneLife["added"]> {
  const { calls, droppedCalls = 0 } = facts;
  const firedSince = (ruleId: string): number => fired(ruleId) - restored.fired(ruleId);
  return {
    fired: firedSince,
    facts: {
      ...facts,
      calls: calls.slice(Math.max(0, restored.calls - droppedCalls)),
      droppedCalls: Math.max(0, droppedCalls - restored.calls),
      rules: await ruleFacts(lane, firedSince),
    },
  };
}

/**
 * A lane's lives, oldest first, each without the calls and fired rules that a snapshot brought back from an earlier one,
 * because a call counts once.
 */
export const withoutCopies = (lives: readonly LaneLife[]): readonly LaneLife[] =>
  lives.map((life, i) =>
    lives.slice(0, i).some((earlier) => isRestoredFrom(earlier, life)) ? { ...life, ...life.added } : life,
  );

function isRestoredFrom(
  { facts: earlier }: LaneLife,
  { facts: { calls, droppedCalls = 0 }, added }: LaneLife,
): boolean {
  if (!added) return false;
  const restored = calls.slice(0, calls.length - added.facts.calls.length);
  // Where a call stands among the earlier ones, of which the journal may have dropped some.
  const start = droppedCalls - (earlier.droppedCalls ?? 0);
  return restored.every((call, i) => start + i < 0 || isDeepStrictEqual(call, earlier.calls[start + i]));
}

/** How long to wait for a reset's answer to be sent before reading its old lane, in milliseconds of real time. */
export const ANSWERED_MS = 50;

/** Reads a lane's life. */
export type ReadLife = (lane: Lane) => Promise<LaneLife>;

/** Keeps the facts about dropped and reset lanes, in the order of their ends. */
export class PastLives {
  readonly #read: ReadLife;
  readonly #lives: LaneLife[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(read: ReadLife) {
    this.#read = read;
  }

  /**
   * Reads the old lane after its reset was answered. The lane's store stays open until the promise resolves. Reads
   * one lane at a time.
   */
  readonly retired = (lane: Lane): Promise<void> => {
    this.#last = Promise.all([this.#last, pause(ANSWERED_MS)]).then(async () => {
      this.#lives.push(await this.#read(lane));
    });
    return this.#last;
  };

  /** All facts, once the last lane was read. */
  async all(): Promise<readonly LaneLife[]> {
    await this.#last;
    return this.#lives;
  }
}

/**
 * What a report tells of the journal: its calls, rules whose `page.auto` the order's options forbid, and if references were
 * used before.
 */
async function toldIn(
  { name, store: { views } }: Lane,
  before: number,
): Promise<Pick<LaneLife, "unable" | "requests" | "hasUsedReference">> {
  const unable: string[] = [];
  const own = new Set<string | undefined>();
  let hasUsedReference = false;
  const last: Exchange[] = [];
  for await (const exchange of journalOf(views, before)) {
    const text = unableText(exchange);
    if (text !== undefined) unable.push(text);
    if (readExplanation(exchange).ended === "duplicate-reference") hasUsedReference ||= !own.has(exchange.reference);
    else if (!onlyReads(exchange.operation)) own.add(exchange.reference);
    last.push(exchange);
    if (last.length > REQUESTS_MAX) last.shift();
  }
  return { unable, hasUsedReference, requests: last.map((exchange) => requestLine(name, exchange)) };
}

function requestLine(lane: string, exchange: Exchange): RequestLine {
  const { id: requestId, ...call } = callEvent(exchange, []);
  const { reachedClient } = remarksOf(exchange);
  const { at, operation, merchantReference, amount, currency, responseCode, message, rule } = call;
  return {
    ...{ lane, requestId, at, operation, merchantReference, amount, currency, responseCode, message, rule },
    ...(!reachedClient && { reachedClient }),
  };
}

/** Of the notifications that calls after the first `before` caused. */
async function unacknowledgedIn({ name, store: { views } }: Lane, before: number): Promise<readonly Unacknowledged[]> {
  const all = await views.notifications({ limit: Number.MAX_SAFE_INTEGER });
  const sent = all.filter(({ causedBy }) => causedBy > before);
  return unacknowledged(
    name,
    sent.map((one) => ({ ...one, merchantReference: one.reference })),
    REQUESTS_MAX,
  );
}

/**
 * The facts of a lane over all its lives, oldest first. Calls and fired rules add up. For orders and notifications,
 * the last life with the reference counts.
 */
export function factsOver(lives: readonly LaneLife[]): Facts {
  const all = lives.map(({ facts }) => facts);
  const rules = Map.groupBy(
    all.flatMap((facts) => facts.rules),
    ({ name }) => name,
  );
  return {
    calls: all.flatMap(({ calls }) => calls),
    droppedCalls: sum(all.map(({ droppedCalls = 0 }) => droppedCalls)),
    orders: ofLastLife(all.map(({ orders }) => orders)),
    notifications: ofLastLife(all.map(({ notifications }) => notifications)),
    rules: [...rules].map(([name, same]) => ({ name, fired: sum(same.map(({ fired }) => fired)) })),
  };
}

/** The facts of each life, without those whose reference occurs in a later life. */
function ofLastLife<T extends { readonly merchantReference: string }>(lives: readonly (readonly T[])[]): readonly T[] {
  const last = new Map(lives.flatMap((facts, life) => facts.map((fact) => [fact.merchantReference, life] as const)));
  return lives.flatMap((facts, life) => facts.filter((fact) => last.get(fact.merchantReference) === life));
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
