import type { Instant } from "../../domain/money.js";
import { type OrderStatus, statusOf } from "../../domain/order.js";
import type { Choice, Fired } from "../../scenario/choose.js";
import type { Subject } from "../../scenario/subject.js";
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
  readonly requestId: number;
  readonly now: Instant;
}

/** The call as the journal keeps it, with why it went so. */
export function exchangeOf(happened: Happened): Exchange {
  const { call, loaded, subject, choice, answer, result, requestId, now } = happened;
  const about = "order" in result ? result.order : loaded.order;
  const before: OrderStatus | undefined = loaded.order && statusOf(loaded.order, now);
  return {
    id: requestId,
    at: now,
    operation: call.operation,
    merchantId: loaded.merchant.merchantId,
    reference: about?.reference ?? subject.merchantReference,
    orderId: about?.id,
    orderStatus: before,
    cardType: subject.cardType,
    signature: call.signature,
    responseCode: answer.responseCode,
    http: answer.http,
    request: call.request,
    response: answer.body,
    rule: choice.fired && ruleNameOf(choice.fired),
    explain: explain(happened),
  };
}

/** Nothing to tell where no rule matched and nothing was refused: the rest follows from the exchange. */
function explain({ scenarios, call, subject, choice, answer, result, isCarried }: Happened): string {
  const matched = choice.matched();
  const { cardNumber: _, ...known } = subject;
  const explanation: Explanation = {
    scenarios,
    subject: known,
    matched,
    ...(answer.assumed.length > 0 && { assumed: answer.assumed }),
    ...(result.kind === "refused" && { detail: result.detail, ended: result.reason }),
    ...unableOf(call, result),
    ...(call.signatureFault !== undefined && { signatureFault: call.signatureFault }),
    ...(result.kind === "declined" && { ended: result.decline }),
    ...(choice.fired && { effects: effectsOf(choice.fired) }),
    ...(choice.fired && isCarried && { advice: carriedAdvice(choice.fired) }),
  };
  return JSON.stringify(explanation);
}

/** The order's state forbids what a rule wants of its page. A refusal that another rule gives has no detail. */
const unableOf = ({ wantedBy }: CommandRequest, result: Result): Pick<Explanation, "forbidden"> =>
  wantedBy !== undefined && result.kind === "refused" && result.detail !== undefined
    ? { forbidden: { why: result.detail, rule: wantedBy.rule } }
    : {};

const carriedAdvice = (fired: Fired): string =>
  `Rule "${ruleNameOf(fired)}" declines the first attempt on this page: ${fired.then.outcome}.`;

const effectsOf = ({ then, delayMs }: Fired) => ({ ...then, ...(delayMs !== undefined && { delayMs }) });
