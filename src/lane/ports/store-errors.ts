/**
 * The store can't write or can't be reached now: the disk is full, or a file was removed. Nothing of the unit of work
 * was stored.
 */
export class StoreUnavailable extends Error {}

/** The bytes of a snapshot are damaged, or aren't a lane. */
export class SnapshotUnreadable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the snapshot cannot be read: ${why}`, options);
  }
}

/** The lane was reset, dropped or loaded from a snapshot in the meantime. Nothing of the unit of work was stored. */
export class LaneGone extends Error {
  constructor() {
    super("the lane was reset, dropped or restored during the call");
  }
}

export function unlessGone(error: unknown): undefined {
  if (!(error instanceof LaneGone)) throw error;
}

/**
 * Another process has changed a value that was read before this unit of work. Nothing was stored. A retry sees the
 * current state.
 */
export class Overtaken extends Error {
  constructor() {
    super("another process changed the lane at the same time");
  }
}

/** The lane has reached a limit. Nothing of the unit of work was stored. */
export class LaneFull extends Error {}

/** The clock was to be moved beyond the last instant. It stays at its old instant. */
export class BeyondTime extends Error {}

/** The move that is being made waits for a handler that seems to wait for a move itself. */
export class ClockHeldUp extends Error {
  constructor() {
    super("the clock is being moved, and that move waits for the shop's answer to a notification");
  }
}

/** Other processes have made the last lanes that a limit allows. Nothing of the new lane was stored. */
export class LaneLimitReached extends Error {}

/** A quota that a team has reached. */
interface ReachedQuota {
  readonly team: string;
  /** The pattern of the team's lanes. */
  readonly lanes: string;
  readonly quota: "lanes" | "orders" | "bytes" | "snapshots";
  readonly used: number;
  readonly limit: number;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MB`;

/** A team may not have more. Nothing of the call was done. */
export class QuotaExceeded extends Error {
  readonly quota: ReachedQuota["quota"];

  constructor({ team, lanes, quota, used, limit }: ReachedQuota) {
    super(
      quota === "snapshots"
        ? `team ${team} has reached its limit of ${megabytes(limit)} for snapshots: those named ${lanes} have ${megabytes(used)}`
        : `team ${team} has reached its quota of ${limit} ${quota}: its lanes ${lanes} have ${used}`,
    );
    this.quota = quota;
  }
}

/** How a team gets below each quota. */
const freeing: Readonly<Record<ReachedQuota["quota"], string>> = {
  lanes: "drop a lane: DELETE /_sandbox/lanes/<name>",
  orders: "reset or drop a lane: POST /lane/<name>/_sandbox/reset, DELETE /_sandbox/lanes/<name>",
  snapshots: "delete a snapshot: DELETE /_sandbox/snapshots/<name>",
  bytes: "reset or drop a lane: POST /lane/<name>/_sandbox/reset, DELETE /_sandbox/lanes/<name>",
};

/** An answer in the control API's form. */
export interface Failure {
  readonly http: 400 | 409 | 429 | 500 | 503;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type ErrorClass = abstract new (...given: never[]) => Error;
const answers: readonly (readonly [ErrorClass, Pick<Failure, "http" | "code" | "fix">])[] = [
  [LaneGone, { http: 409, code: "lane-gone", fix: "send it again, to the new lane" }],
  [Overtaken, { http: 503, code: "overtaken", fix: "send it again" }],
  [ClockHeldUp, { http: 409, code: "clock-held-up", fix: "move the clock in the test, not before a handler answers" }],
  [BeyondTime, { http: 400, code: "beyond-time", fix: "advance it by less, or set it back first" }],
  [LaneFull, { http: 409, code: "lane-full", fix: "delete some entries, or use another lane" }],
  [SnapshotUnreadable, { http: 409, code: "snapshot-unreadable", fix: "save it again" }],
  [StoreUnavailable, { http: 503, code: "store-unavailable", fix: "send it again once the store is writable" }],
];

/** The answer to a call that threw. It has no code of the provider, because the provider would never send it. */
export function failureOf(error: unknown): Failure {
  for (const [Kind, { http, code, fix }] of answers)
    if (error instanceof Kind) return { http, code, message: error.message, fix };
  if (error instanceof QuotaExceeded) {
    const fix = `${freeing[error.quota]}; or ask the team that runs the sandbox for a larger quota`;
    // No answer of the provider has it, a rule's `http-429` included.
    const headers = { "X-Sandbox-Quota": error.quota };
    return { http: 429, code: "quota-exceeded", message: error.message, fix, headers };
  }
  return { http: 500, code: "defect", message: "a defect of the sandbox", fix: "see its log, and please report it" };
}

/** True if an error shows a defect of the sandbox itself. */
export const isDefect = (error: unknown): boolean => failureOf(error).code === "defect";
