import type { InForce } from "../../app/choices.js";
import type { Answer, CommandRequest } from "../../app/commands/command-request.js";
import type { Lane } from "../../app/lane.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type AnswerName, isSeenMessage, SUCCESS_CODE } from "../../facts/codes.js";
import type { Endpoint } from "../endpoints/endpoint.js";

/** The assumptions behind a refusal, besides the one about its code. */
const restsOn: Partial<Record<AnswerName, readonly AssumptionId[]>> = {
  "duplicate-reference": ["duplicate-reference"],
  "refund-not-allowed": ["method-capabilities"],
  "void-not-allowed": ["method-capabilities", "void-paths", "void-open-order"],
  "token-expired": ["expired-token"],
  "parent-order-not-found": ["recurring-parent", "parent-other-token"],
  "parent-not-recurring": ["recurring-parent", "parent-is-recurring"],
  "no-public-key": ["unknown-merchant"],
  "merchant-not-found": ["new-merchant"],
  "invalid-signature": ["missing-signature"],
  "insufficient-unsettled-balance": ["opening-balance"],
};

/** Code and message of a refusal, from the lane's table. Appends the detail unless the user replaced the message. */
export function refusalAnswer(inForce: Pick<InForce, "code" | "observed">, name: AnswerName, detail?: string): Answer {
  const row = inForce.code(name);
  const isBare = detail === undefined || row.isUsersMessage || isSeenMessage(name);
  const message = isBare ? row.message : `${row.message}: ${detail}`;
  const base = row.source.kind === "assumed" ? [row.source.id] : ["response-codes"];
  const assumed = [...base, ...(restsOn[name] ?? [])];
  return {
    http: row.http,
    responseCode: row.code,
    body: JSON.stringify({ responseCode: row.code, message }),
    assumed,
    observed: seenOf(assumed, inForce, row.isSeen),
  };
}

/** Those of the answer's assumptions that a calibration has confirmed. */
function seenOf(
  assumed: readonly string[],
  { observed }: Pick<InForce, "observed">,
  isCodeSeen = false,
): Answer["observed"] {
  if (observed.size === 0 && !isCodeSeen) return undefined;
  const seen = assumed.filter((id) => (id === "response-codes" ? isCodeSeen : observed.has(id as AssumptionId)));
  return seen.length === 0 ? undefined : seen;
}

/** The answer to a result, in the endpoint's format. */
export function answerFor(lane: Lane, endpoint: Endpoint): CommandRequest["answer"] {
  return (result, now, inForce) => {
    switch (result.kind) {
      case "refused":
        return refusalAnswer(inForce, result.reason, result.detail);
      case "declined":
        return declineAnswer(inForce, result.decline);
      case "forced":
        return {
          http: 200,
          responseCode: result.responseCode,
          body: JSON.stringify({ responseCode: result.responseCode, message: result.message }),
          assumed: [],
        };
      case "lost":
        return { http: 0, responseCode: "", body: "", assumed: [] };
      default: {
        const assumed = typeof endpoint.assumed === "function" ? endpoint.assumed(result) : (endpoint.assumed ?? []);
        return {
          http: 200,
          responseCode: SUCCESS_CODE,
          body: JSON.stringify(endpoint.project(result, { now, lane, policy: inForce.policy })),
          assumed,
          observed: seenOf(assumed, inForce),
        };
      }
    }
  };
}

const declineAnswer = (inForce: InForce, name: AnswerName): Answer => {
  const answer = refusalAnswer(inForce, name);
  const extra = ["declined-token-order"] as const;
  const observed = [...(answer.observed ?? []), ...(seenOf(extra, inForce) ?? [])];
  return { ...answer, assumed: [...answer.assumed, ...extra], observed };
};
