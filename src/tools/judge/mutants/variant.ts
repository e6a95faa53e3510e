/** An event of one order that the judge starts or releases. */
export type Step =
  /** The answer to the call is sent. */
  | "answer"
  /** The notification is sent, or its copy, or its retry. */
  | "notice"
  | "copy"
  | "retry"
  /** The shopper's browser opens the success address. */
  | "redirect"
  /** The shop queries the order without being notified. */
  | "own-query"
  /** The judge answers the first (or second) held query. */
  | "query"
  | "second-query"
  /** The judge answers both held queries at the same moment. */
  | "both-queries"
  /** The shop's own jobs are due: the driver runs them. */
  | "job";

/** When to kill the shop's process. */
export type CrashAt = "before-answer" | "after-answer" | "before-ack" | "after-ack" | "worker";

/** A fault of the file that contains the service's public key. */
export interface PublicKey {
  readonly kind: "unset" | "no-file" | "unreadable" | "others";
}

/** One possible sequence of an order's events. */
export interface Variant {
  readonly steps: readonly Step[];
  /** Which queries about the order are held until their step. */
  readonly holds: "all" | "first" | "none";
  /** True if all steps start at the same time. A retry starts a moment after the first attempt. */
  readonly isAtOnce?: boolean | undefined;
  /** With `isAtOnce`: milliseconds between the first and the second step. */
  readonly lateMs?: number | undefined;
  readonly crashAt?: CrashAt | undefined;
  /** How many milliseconds after that moment to kill the shop. Absent: at its next call. 0: it is stopped at once. */
  readonly crashAfterMs?: number | undefined;
  /**
   * True if it runs only after an earlier variant showed that the handler makes no call. Then only timing can control
   * the order.
   */
  readonly isByTime?: boolean | undefined;
  /** The key with which the shop starts, instead of the service's public key. */
  readonly publicKey?: PublicKey | undefined;
}
