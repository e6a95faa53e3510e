import { withoutCardNumbers } from "../../domain/card-text.js";
import type { Instant } from "../../domain/money.js";
import type { Choice, Fired } from "../../scenario/matching/choose.js";
import type { Subject } from "../../scenario/values/subject.js";
import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import type { Result } from "./command.js";
import type { Answer, CommandRequest } from "./command-request.js";
import { ruleNameOf } from "./fired-rule.js";
import type { Loaded } from "./load.js";

/** A call that was decided. */
interface Happened {
  readonly scenarios: string;
  readonly call: CommandRequest;
  readonly loaded: Loaded;
  readonly subject: Subject;
  readonly choice: Choice;
  readonly answer: Answer;
  readonly result: Result;
  readonly isCarried: boolean;
  readonly traceparent: string | undefined;
  readonly requestId: number;
  readonly now: Instant;
}

/** The call's entry in the journal, with the reasons for its result. */
export function exchangeOf(happened: Happened): Exchange {
  const { call, loaded, subject, choice, answer, result, requestId, now } = happened;
  const about = "order" in result ? result.order : loaded.order;
  return {
    id: requestId,
    at: now,
    operation: call.operation,
    merchantId: loaded.merchant.merchantId,
    reference: about?.reference ?? subject.merchantReference,
    orderId: about?.id,
    orderStatus: subject.orderStatus,
    cardType: subject.cardType,
    signature: call.signature,
    responseCode: answer.responseCode,
    http: answer.http,
    request: withoutCardNumbers(call.request, subject.merchantReference),
    response: answer.body,
    rule: choice.fired && ruleNameOf(choice.fired),
    explain: explain(happened),
  };
}

/** Empty if no rule matched and nothing was refused: the rest can be derived from the exchange. */
function explain({ scenarios, call, subject, choice, answer, result, isCarried, traceparent }: Happened): string {
  const matched = choice.matched();
  // Undefined members are fine here, because JSON leaves them out.
  const explanation: Explanation = {
    scenarios,
    subject: { ...subject, cardNumber: undefined },
    matched,
    assumed: answer.assumed.length > 0 ? answer.assumed : undefined,
    detail: result.kind === "refused" ? result.detail : undefined,
    ended: endOf(result),
    forbidden: forbiddenBy(call, result),
    signatureFault: call.signatureFault,
    warnings: call.warnings,
    traceparent,
    effects: choice.fired && effectsOf(choice.fired),
    advice: choice.fired && isCarried ? carriedAdvice(choice.fired) : undefined,
  };
  return JSON.stringify(explanation);
}

/** The reason if the order's state forbids the rule's page action. Absent if another rule caused the refusal. */
const forbiddenBy = ({ wantedBy }: CommandRequest, result: Result): Explanation["forbidden"] =>
  wantedBy !== undefined && result.kind === "refused" && result.detail !== undefined
    ? { why: result.detail, rule: wantedBy.rule }
    : undefined;

function endOf(result: Result): Explanation["ended"] {
  if (result.kind === "refused") return result.reason;
  return result.kind === "declined" ? result.decline : undefined;
}

const carriedAdvice = (fired: Fired): string =>
  `Rule "${ruleNameOf(fired)}" declines the first attempt on this page: ${fired.then.outcome}.`;

const effectsOf = ({ then, delayMs }: Fired) => ({ ...then, ...(delayMs !== undefined && { delayMs }) });
