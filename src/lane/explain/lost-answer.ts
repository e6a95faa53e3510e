import { SUCCESS_CODE } from "../../core/facts/codes.js";
import { cutsConnection } from "../../core/scenario/effects/faults.js";
import type { RequestDetails, RequestSummary } from "./request-schema.js";

type Lost = Pick<RequestDetails["response"], "fault" | "placed"> &
  Partial<Pick<RequestDetails["response"], "lost" | "responseCode">>;

/** Says what became of the answer of a call, such as `0000 "Success"`. */
export function lostAnswerText({ fault, placed, lost, responseCode = SUCCESS_CODE }: Lost, answer: string): string {
  if (fault === undefined) return lost === undefined ? `answered ${answer}` : `${withoutAnswer[lost]} ${answer}`;
  const cuts = cutsConnection(fault);
  const decided = responseCode === SUCCESS_CODE ? "carried out" : "refused";
  if (placed === "after-commit")
    return cuts
      ? `${decided}, then cut by ${fault}: the client did not get ${answer}`
      : `${decided}, then answered with ${fault} instead of ${answer}`;
  return `${cuts ? `cut by ${fault}` : `answered with ${fault}`} before it was carried out`;
}

const withoutAnswer = {
  "client-left": "the client left before it got",
  "not-sent": "the client has not got",
} as const satisfies Record<NonNullable<Lost["lost"]>, string>;

/** True for a call that was refused, declined or cut, also by a fault after it was carried out. */
export const hasNoSuccess = (call: Pick<RequestSummary, "operation" | "responseCode" | "reachedClient">): boolean =>
  isCall(call.operation) && (call.responseCode !== SUCCESS_CODE || !call.reachedClient);

/** False for settlements, which are in the journal but aren't calls. */
export const isCall = (operation: string): boolean => operation !== "settlement";
