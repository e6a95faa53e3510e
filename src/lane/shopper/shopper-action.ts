import type { Instant } from "../../core/domain/money.js";
import { type Order, statusOf } from "../../core/domain/order.js";
import type { AssumptionId } from "../../core/facts/assumptions.js";
import { SUCCESS_CODE } from "../../core/facts/codes.js";
import type { Operation } from "../../core/scenario/values/operations.js";
import type { Subject } from "../../core/scenario/values/subject.js";
import type { InForce } from "../choices.js";
import type { Command } from "../commands/command.js";
import type { WantedBy } from "../commands/command-request.js";
import { execute } from "../commands/execute.js";
import type { Answer, Reply } from "../journal/reply.js";
import type { Result } from "../journal/result.js";
import type { Lane } from "../lane.js";

/** An act of the shopper on a page, with or without a browser. */
export interface ShopperAction {
  /** A page's operation, or a tester's act on its order. */
  readonly operation: Operation | "checkout/expire" | "checkout/settle" | "back-office/refund";
  readonly command: Command;
  readonly subject: Omit<Subject, "operation">;
  /** The order as the page saw it. */
  readonly order?: Order | undefined;
  /** For the journal: contains no full card number. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The rule and task that caused it, if a rule completes the page automatically. */
  readonly wantedBy?: WantedBy | undefined;
  readonly isMeanwhile?: boolean | undefined;
}

/** Executes an act of the shopper as a call without a signature. */
export const actAsShopper = (
  lane: Lane,
  { operation, command, subject, order, request, wantedBy, isMeanwhile }: ShopperAction,
): Promise<Reply> =>
  execute(lane, {
    operation,
    command,
    order,
    wantedBy,
    isMeanwhile,
    subject: { operation, ...subject },
    request: JSON.stringify(request),
    answer: journalAnswer,
  });

/** The answer for the journal. The page itself uses the result. */
function journalAnswer(result: Result, now: Instant, { code }: InForce): Answer {
  switch (result.kind) {
    case "order":
      return success({ status: statusOf(result.order, now) });
    case "token":
      return success({ tokenId: result.token.tokenId }, ["verification-charge", "token-notification"]);
    case "done":
      return success({});
    case "refused":
    case "declined": {
      const { code: responseCode, message } = code(result.kind === "refused" ? result.reason : result.decline);
      return answer(responseCode, { responseCode, message });
    }
    case "forced":
      return answer(result.responseCode, result);
    case "lost":
    case "tokens":
    case "card-entry":
      return { http: 200, responseCode: "", body: "", assumed: [] };
  }
}

const success = (body: object, assumed: readonly AssumptionId[] = []): Answer => answer(SUCCESS_CODE, body, assumed);
const answer = (responseCode: string, body: object, assumed: readonly AssumptionId[] = []): Answer => ({
  http: 200,
  responseCode,
  body: JSON.stringify(body),
  assumed,
});
