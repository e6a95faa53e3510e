import type { AssumptionId } from "../../facts/assumptions.js";
import type { Session } from "./session.js";

/**
 * A probe's conclusion: one of the assumption's choices, or a finding if the answers match none. `sure`: merchants
 * see exactly this choice. `likely`: nothing contradicted it, but calls can't show all of it.
 */
export type Conclusion =
  | { readonly choice: string; readonly confidence: "sure" | "likely"; readonly tried?: string }
  | { readonly finding: string };

/** What a probe needs besides calls: an address that hears notifications (`--listen`), or a person at the pages. */
export type Need = "listener" | "person";

/** The code that decides an assumption by calls. */
export interface Probe {
  readonly id: AssumptionId;
  /** By default, calls are enough. */
  readonly needs?: readonly Need[];
  /**
   * True if it must run again with fresh orders and reach the same conclusion. For probes that decide by a single
   * answer.
   */
  readonly isRepeated?: true;
  readonly run: (session: Session) => Promise<Conclusion>;
}

/** `tried`: the values that were tried, if the choice covers more values than can be tried. */
export const sure = (choice: string, tried?: string): Conclusion => settled(choice, "sure", tried);
export const likely = (choice: string, tried?: string): Conclusion => settled(choice, "likely", tried);
const settled = (choice: string, confidence: "sure" | "likely", tried: string | undefined): Conclusion => ({
  choice,
  confidence,
  ...(tried !== undefined && { tried }),
});
export const finding = (text: string): Conclusion => ({ finding: text });
