import type { Policy } from "../../facts/assumptions.js";
import type { OutboxEntry } from "./outbox.js";

/** How one try ended. */
export interface Delivery {
  /** `refused`: never sent, and never will be. `held`: not sent until the user allows the host. */
  readonly verdict: "acknowledged" | "failed" | "refused" | "held";
  /** The body as sent; empty where nothing was. */
  readonly request: string;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** The first 4 KB of the answer. */
  readonly body: string;
  readonly durationMs: number;
  /** Why it is not acknowledged; null when it is. */
  readonly why: string | null;
  /** What the user can do about it. */
  readonly advice?: string | undefined;
  /** Whether the connection was refused: nothing listens there. */
  readonly isNobodyThere?: boolean | undefined;
}

export interface Notifier {
  /** Signs and sends once. Never throws: an unreachable target is a delivery that failed. */
  deliver(entry: OutboxEntry, policy?: Pick<Policy, "acknowledgement">): Promise<Delivery>;
  /** Why nothing would be sent to an HTTP address, for people; undefined where it would. Sends nothing. */
  objection?(url: string): Promise<string | undefined>;
  /** Opens an address as a shopper's browser would, without following redirects; the HTTP status, null where none came. */
  visit?(url: string): Promise<number | null>;
  close(): Promise<void>;
}
