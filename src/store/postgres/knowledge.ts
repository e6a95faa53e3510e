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
  /** How many transactions take the lock first: others write to the lane at the same time. */
  locksLeft: number;
  /** How many did after the last meeting with another node, and how many were committed since. */
  locksTaken: number;
  sinceMeeting: number;
  /** The version at which a write came to nothing. */
  outrunAt: number | undefined;
  /** An unknown reference is taken for an unused one, which the write itself makes sure of. */
  guessesUnused: boolean;
}

/** How many transactions take the lock first after another node was met: one, and twice as many where it is met again soon. */
const LOCKS_MAX = 32;
const SOON = 32;

export const knowledgeOf = (cache: LaneCache, { isStaged }: Pick<Knowledge, "isStaged">): Knowledge => ({
  cache,
  isStaged,
  held: undefined,
  record: undefined,
  seen: undefined,
  isAlone: false,
  // A new lane begins with what no call writes: that needs the lock.
  locksLeft: 1,
  locksTaken: 1,
  sinceMeeting: 0,
  outrunAt: undefined,
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
  const { held, cache } = knowledge;
  knowledge.isAlone = held?.version === row.version;
  if (!knowledge.isAlone) {
    cache.clear({ hasSameMerchants: held?.known.version === row.recordVersion });
    cache.hasAllReferences = row.ids.orders === 0;
  }
  if (knowledge.outrunAt !== undefined && knowledge.outrunAt !== row.version) meet(knowledge);
  knowledge.outrunAt = undefined;
  knowledge.seen = row;
}

function meet(knowledge: Knowledge): void {
  knowledge.locksTaken = knowledge.sinceMeeting < SOON ? Math.min(knowledge.locksTaken * 2, LOCKS_MAX) : 1;
  knowledge.locksLeft = knowledge.locksTaken;
  knowledge.sinceMeeting = 0;
}
