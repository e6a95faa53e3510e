import type { AssumptionId } from "../facts/assumptions.js";
import type { Session } from "./session.js";

/**
 * What a probe concludes: one of the assumption's choices, or a finding where the answers fit none of them. `sure`: what a
 * merchant sees is exactly this choice; `likely`: nothing spoke against it, and a part of it cannot be seen by calls.
 */
export type Conclusion =
  | { readonly choice: string; readonly confidence: "sure" | "likely" }
  | { readonly finding: string };

/** The calls that settle an assumption, as code. */
export interface Probe {
  readonly id: AssumptionId;
  readonly run: (session: Session) => Promise<Conclusion>;
}

export const sure = (choice: string): Conclusion => ({ choice, confidence: "sure" });
export const likely = (choice: string): Conclusion => ({ choice, confidence: "likely" });
export const finding = (text: string): Conclusion => ({ finding: text });
