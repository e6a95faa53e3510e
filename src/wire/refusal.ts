import type { Result } from "../app/commands/command.js";
import type { Answer } from "../app/commands/command-request.js";
import type { Lane } from "../app/lane.js";
import type { Instant } from "../domain/money.js";
import type { AssumptionId } from "../facts/assumptions.js";
import { type AnswerName, allCodes, SUCCESS_CODE } from "../facts/codes.js";
import type { Accepted, Endpoint } from "./endpoint.js";

/** The guesses that a refusal rests on, besides its code. */
const restsOn: Partial<Record<AnswerName, readonly AssumptionId[]>> = {
  "duplicate-reference": ["duplicate-reference"],
  "refund-not-allowed": ["method-capabilities"],
  "void-not-allowed": ["method-capabilities", "void-paths", "void-open-order"],
  "token-expired": ["expired-token"],
  "parent-order-not-found": ["recurring-parent", "parent-other-token"],
  "parent-not-recurring": ["recurring-parent", "parent-is-recurring"],
  "no-public-key": ["unknown-merchant"],
  "invalid-signature": ["missing-signature"],
  "insufficient-unsettled-balance": ["opening-balance"],
};

/** Code and message of a refusal, from the lane's table; what was found follows a message that the user did not replace. */
export function refusalAnswer({ codes }: Pick<Lane, "codes">, name: AnswerName, detail?: string): Answer {
  const row = codes[name];
  const isOwn = row.message === allCodes[name].message;
  const keepsWords = name === "invalid-signature" || name === "no-public-key";
  const message = detail !== undefined && isOwn && !keepsWords ? `${row.message}: ${detail}` : row.message;
  const base = row.source.kind === "assumed" ? [row.source.id] : ["response-codes"];
  return {
    http: row.http,
    responseCode: row.code,
    body: JSON.stringify({ responseCode: row.code, message }),
    assumed: [...base, ...(restsOn[name] ?? [])],
  };
}

/** The answer to a result, as the endpoint tells it. */
export function answerFor(lane: Lane, endpoint: Endpoint): (result: Result, now: Instant) => Answer {
  return (result, now) => {
    switch (result.kind) {
      case "refused":
        return refusalAnswer(lane, result.reason, result.detail);
      case "declined":
        return declineAnswer(lane, result.decline);
      case "forced":
        return {
          http: 200,
          responseCode: result.responseCode,
          body: JSON.stringify({ responseCode: result.responseCode, message: result.message }),
          assumed: [],
        };
      case "lost":
        return { http: 0, responseCode: "", body: "", assumed: [] };
      default:
        return accepted(lane, endpoint, result, now);
    }
  };
}

const declineAnswer = (lane: Lane, name: AnswerName): Answer => {
  const answer = refusalAnswer(lane, name);
  return { ...answer, assumed: [...answer.assumed, "declined-token-order"] };
};

const accepted = (lane: Lane, endpoint: Endpoint, result: Accepted, now: Instant): Answer => ({
  http: 200,
  responseCode: SUCCESS_CODE,
  body: JSON.stringify(endpoint.project(result, { now, baseUrl: lane.baseUrl, policy: lane.policy })),
  assumed: typeof endpoint.assumed === "function" ? endpoint.assumed(result) : (endpoint.assumed ?? []),
});
