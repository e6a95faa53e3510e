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
    super("the lane was reset during the call");
  }
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

/** Other processes have made the last lanes that a limit allows. Nothing of the new lane was stored. */
export class LaneLimitReached extends Error {}

/** A quota that a team has reached. */
interface ReachedQuota {
  readonly team: string;
  /** The pattern of the team's lanes. */
  readonly lanes: string;
  readonly quota: "lanes" | "orders" | "bytes";
  readonly used: number;
  readonly limit: number;
}

/** A team may not have more. Nothing of the call was done. */
export class QuotaExceeded extends Error {
  readonly quota: ReachedQuota["quota"];

  constructor({ team, lanes, quota, used, limit }: ReachedQuota) {
    super(`team ${team} has reached its quota of ${limit} ${quota}: its lanes ${lanes} have ${used}`);
    this.quota = quota;
  }
}

/** How a team gets below each quota. */
const freeing: Readonly<Record<ReachedQuota["quota"], string>> = {
  lanes: "drop a lane: DELETE /_sandbox/lanes/<name>",
  orders: "reset or drop a lane: POST /lane/<name>/_sandbox/reset, DELETE /_sandbox/lanes/<name>",
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

/** The answer to a call that threw. It has no code of the provider, because the provider would never send it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof LaneGone)
    return { http: 409, code: "lane-gone", message: error.message, fix: "send it again, to the new lane" };
  if (error instanceof QuotaExceeded)
    return {
      http: 429,
      code: "quota-exceeded",
      message: error.message,
      fix: `${freeing[error.quota]}; or ask the team that runs the sandbox for a larger quota`,
      // No answer of the provider has it, a rule's `http-429` included.
      headers: { "X-Sandbox-Quota": error.quota },
    };
  if (error instanceof Overtaken) return { http: 503, code: "overtaken", message: error.message, fix: "send it again" };
  if (error instanceof BeyondTime)
    return { http: 400, code: "beyond-time", message: error.message, fix: "advance it by less, or set it back first" };
  if (error instanceof LaneFull)
    return { http: 409, code: "lane-full", message: error.message, fix: "delete some entries, or use another lane" };
  if (error instanceof SnapshotUnreadable)
    return { http: 409, code: "snapshot-unreadable", message: error.message, fix: "save it again" };
  if (error instanceof StoreUnavailable)
    return {
      http: 503,
      code: "store-unavailable",
      message: error.message,
      fix: "send it again once the store is writable",
    };
  return { http: 500, code: "defect", message: "a defect of the sandbox", fix: "see its log, and please report it" };
}

/** True if an error shows a defect of the sandbox itself. */
export const isDefect = (error: unknown): boolean => failureOf(error).code === "defect";
