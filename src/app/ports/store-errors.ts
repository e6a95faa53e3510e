/** The store cannot write or be reached just now: the disk is full, a file went away. Nothing of the unit of work was kept. */
export class StoreUnavailable extends Error {}

/** The bytes of a snapshot are no lane, or damaged. */
export class SnapshotUnreadable extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`the snapshot cannot be read: ${why}`, options);
  }
}

/** The lane was reset, dropped or loaded from a snapshot while this was under way. Nothing of the unit of work was kept. */
export class LaneGone extends Error {
  constructor() {
    super("the lane was reset while this was under way");
  }
}

/** Another process changed what was looked at before this unit of work. Nothing of it was kept; the same, begun anew, meets what is so now. */
export class Overtaken extends Error {
  constructor() {
    super("another process changed the lane meanwhile");
  }
}

/** The lane holds as much of something as it may. Nothing of the unit of work was kept. */
export class LaneFull extends Error {}

/** A clock would be moved beyond what can be told. It stands as before. */
export class BeyondTime extends Error {}

/** An answer in the control API's form. */
export interface Failure {
  readonly http: 400 | 409 | 500 | 503;
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** How a call that threw is answered: without a code of the provider, which never spoke. */
export function failureOf(error: unknown): Failure {
  if (error instanceof LaneGone)
    return { http: 409, code: "lane-gone", message: error.message, fix: "send it again: it meets the new lane" };
  if (error instanceof Overtaken) return { http: 503, code: "overtaken", message: error.message, fix: "send it again" };
  if (error instanceof BeyondTime)
    return { http: 400, code: "beyond-time", message: error.message, fix: "move it less far, or set it back first" };
  if (error instanceof LaneFull)
    return { http: 409, code: "lane-full", message: error.message, fix: "take some away, or use another lane" };
  if (error instanceof SnapshotUnreadable)
    return { http: 409, code: "snapshot-unreadable", message: error.message, fix: "save it again" };
  if (error instanceof StoreUnavailable)
    return {
      http: 503,
      code: "store-unavailable",
      message: error.message,
      fix: "send it again when the store can write",
    };
  return { http: 500, code: "defect", message: "a defect of the sandbox", fix: "see its log, and tell its makers" };
}

/** Whether a call that threw shows a fault of the sandbox itself. */
export const isDefect = (error: unknown): boolean => failureOf(error).code === "defect";
