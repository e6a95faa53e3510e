import type { AssumptionId } from "../../../core/facts/assumptions.js";
import { type AnswerName, isSeenMessage, SUCCESS_CODE } from "../../../core/facts/codes.js";
import type { InForce } from "../../../lane/choices.js";
import type { CommandRequest } from "../../../lane/commands/command-request.js";
import type { Answer } from "../../../lane/journal/reply.js";
import type { Refused } from "../../../lane/journal/result.js";
import type { Lane } from "../../../lane/lane.js";
import type { Endpoint } from "../endpoints/endpoint.js";

/** Code and message of a refusal, from the lane's table. Appends the detail unless the user replaced the message. */
export function refusalAnswer(
  inForce: Pick<InForce, "code" | "observed">,
  name: AnswerName,
  { detail, assumes = [] }: Omit<Refused, "reason"> = {},
): Answer {
  const row = inForce.code(name);
  const isBare = detail === undefined || row.isUsersMessage || isSeenMessage(name);
  const message = isBare ? row.message : `${row.message}: ${detail}`;
  const base = row.source.kind === "assumed" ? [row.source.id] : ["response-codes"];
  const assumed = [...base, ...assumes];
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

/** The answer to a result, in the endpoint's format. `read`: the assumptions on which reading the request rests. */
export function answerFor(
  lane: Lane,
  endpoint: Endpoint,
  read: readonly AssumptionId[] = [],
): CommandRequest["answer"] {
  return (result, now, inForce) => {
    switch (result.kind) {
      case "refused":
        return refusalAnswer(inForce, result.reason, { ...result, assumes: [...(result.assumes ?? []), ...read] });
      case "declined":
        return declineAnswer(inForce, result.decline, read);
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
        const assumed = [...(endpoint.assumed ?? []), ...(endpoint.assumedFor?.(result) ?? []), ...read];
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

const declineAnswer = (inForce: InForce, name: AnswerName, read: readonly AssumptionId[]): Answer => {
  const answer = refusalAnswer(inForce, name, { assumes: read });
  const extra = ["declined-token-order"] as const;
  const observed = [...(answer.observed ?? []), ...(seenOf(extra, inForce) ?? [])];
  return { ...answer, assumed: [...answer.assumed, ...extra], observed };
};
