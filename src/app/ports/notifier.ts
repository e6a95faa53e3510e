import type { Policy } from "../../facts/assumptions.js";
import type { OutboxEntry } from "./outbox.js";

/** The result of one attempt. */
export interface Delivery {
  /** `refused`: never sent, and never will be. `held`: not sent until the user allows the host. */
  readonly verdict: "acknowledged" | "failed" | "refused" | "held";
  /** The body as sent; empty if nothing was sent. */
  readonly request: string;
  /** HTTP status. Null if no answer came. */
  readonly status: number | null;
  /** The first 4 KB of the answer. */
  readonly body: string;
  readonly durationMs: number;
  /** Why it is not acknowledged. Null if it is. */
  readonly why: string | null;
  /** The user's next step. */
  readonly advice?: string | undefined;
  /** True if the attempt was given up while the shop's handler ran. The retry is then sent at once. */
  readonly isGivenUp?: boolean | undefined;
  /** True if the connection was refused because nothing listens there. */
  readonly isNobodyThere?: boolean | undefined;
}

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
