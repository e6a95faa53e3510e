import type { Policy } from "../../core/facts/assumptions.js";
import type { AttemptRecord, OutboxEntry } from "./outbox.js";

/** The result of one attempt. */
export interface Delivery extends Omit<AttemptRecord, "n" | "at"> {
  /** `refused`: never sent, and never will be. `held`: not sent until the user allows the host. */
  readonly verdict: "acknowledged" | "failed" | "refused" | "held";
  /** The user's next step. */
  readonly advice?: string | undefined;
  /** True if the attempt was given up while the shop's handler ran. The retry is then sent at once. */
  readonly isGivenUp?: boolean | undefined;
  /** True if the connection was refused because nothing listens there. */
  readonly isNobodyThere?: boolean | undefined;
}

/** Why nothing is sent to a public host, and what allows it. */
export const notAllowed = (host: string): string =>
  `public host (allow it with --allow-notify ${host}, or allowNotify in the library)`;

/** The members of an attempt for which nothing was sent. */
export const nothingSent = { request: "", status: null, body: "", durationMs: 0 } as const;

export interface Notifier {
  /**
   * Signs and sends once. Never throws: if the target can't be reached, the delivery has failed. Once `givingUp` is
   * aborted, the attempt ends as if it had timed out.
   */
  deliver(
    entry: OutboxEntry,
    policy?: Pick<Policy, "acknowledgement">,
    givingUp?: AbortSignal | undefined,
  ): Promise<Delivery>;
  /** Explains why nothing would be sent to an HTTP address. Undefined if it would. Sends nothing. */
  objection?(url: string): Promise<string | undefined>;
  /**
   * Opens an address as a shopper's browser would, without following redirects. Returns the HTTP status, or null if
   * no answer came.
   */
  visit?(url: string): Promise<number | null>;
  close(): Promise<void>;
}
