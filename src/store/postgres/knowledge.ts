import type { ClockState } from "../../app/ports/lane-record.js";
import { type Instant, later } from "../../domain/money.js";
import type { LaneCache } from "./lane-cache.js";
import type { KnownRecord, LastIds, ReadRow } from "./lane-state.js";

/** A lane's row as this node left it, or read it with all that a unit of work needs. */
export interface Held {
  readonly version: number;
  readonly known: KnownRecord;
  readonly clock: ClockState;
  readonly ids: LastIds;
  /** On the database's clock, no later than `heldAt`. */
  readonly realNow: Instant;
  /** On this process's clock that never steps, in milliseconds. */
  readonly heldAt: number;
}

/** A write that came to nothing: by what it was decided, and the version that this was of. */
export interface Outrun {
  readonly by: "what was known" | "a look";
  readonly version: number;
}

/** What a node knows of a lane, at the version that it last saw. */
export interface Knowledge {
  readonly cache: LaneCache;
  /** Nobody finds the lane yet: its commits count once it gets its name. */
  isStaged: boolean;
  /** What the cache is of; undefined: of none. */
  held: Held | undefined;
  record: KnownRecord | undefined;
  /** Where the lane's clock stood, and what time it was, when they were last looked at. */
  seen: { readonly clock: ClockState; readonly realNow: Instant } | undefined;
  /** Nobody else wrote between this node's last two looks at the lane. */
  isAlone: boolean;
  /** Transactions that look at the lane before they decide: another node writes to it now and then. */
  readonly looks: Caution;
  /** Transactions that take the lock first: another node writes to it at the same time. */
  readonly locks: Caution;
  outrun: Outrun | undefined;
  /** An unknown reference is taken for an unused one, which the write itself makes sure of. */
  guessesUnused: boolean;
}

/** How many transactions are careful after another node was met: one, and twice as many where it is met again soon. */
const CAREFUL_MAX = 32;
const SOON = 32;

/** Tells which transactions are careful. */
export class Caution {
  #left: number;
  #last: number;
  #sinceMeeting = 0;

  /** So many are from the beginning. */
  constructor(left: number) {
    this.#left = left;
    this.#last = left;
  }

  /** Whether the transaction that begins now is. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }

  /** The next one is, whatever was met. */
  once(): void {
    this.#left = Math.max(this.#left, 1);
  }

  met(): void {
    this.#last = this.#sinceMeeting < SOON ? Math.min(Math.max(this.#last * 2, 1), CAREFUL_MAX) : 1;
    this.#left = this.#last;
    this.#sinceMeeting = 0;
  }

  committed(): void {
    this.#sinceMeeting++;
  }
}

export const knowledgeOf = (cache: LaneCache, { isStaged }: Pick<Knowledge, "isStaged">): Knowledge => ({
  cache,
  isStaged,
  held: undefined,
  record: undefined,
  seen: undefined,
  isAlone: false,
  looks: new Caution(0),
  // A new lane begins with what no call writes: that needs the lock.
  locks: new Caution(1),
  outrun: undefined,
  guessesUnused: true,
});

/** The database's time now, or a little less: what passed since it was read is measured here. */
export const realNowOf = ({ realNow, heldAt }: Held): Instant => later(realNow, Math.floor(performance.now() - heldAt));

/** What the node knew of the lane may be what never was. */
export function forget(knowledge: Knowledge): void {
  knowledge.cache.clear();
  knowledge.held = undefined;
  knowledge.isAlone = false;
}

/** The node looked at the lane anew, and knows at which version it was when it looked before. */
export function look(knowledge: Knowledge, row: ReadRow): void {
  const { held, cache, outrun } = knowledge;
  knowledge.isAlone = held?.version === row.version;
  if (!knowledge.isAlone) {
    cache.clear({ hasSameMerchants: held?.known.version === row.recordVersion });
    cache.hasAllReferences = row.ids.orders === 0;
  }
  if (outrun !== undefined && outrun.version !== row.version)
    (outrun.by === "a look" ? knowledge.locks : knowledge.looks).met();
  knowledge.outrun = undefined;
  knowledge.seen = row;
}
