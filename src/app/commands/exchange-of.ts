import { withoutCardNumbers } from "../../domain/card-text.js";
import type { Fired } from "../../scenario/matching/choose.js";
import type { Exchange } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import type { Chosen } from "./choose-rule.js";
import type { Result } from "./command.js";
import type { Answer, CommandRequest } from "./command-request.js";
import { ruleNameOf } from "./fired-rule.js";
import type { LoadedCall } from "./load-call.js";
import type { DecidedCall } from "./perform.js";

/** A call that was decided and answered. */
export interface AnsweredCommand {
  readonly call: CommandRequest;
  readonly loaded: LoadedCall;
  readonly chosen: Chosen;
  readonly decided: DecidedCall;
  readonly answer: Answer;
}

/** What else the journal says of a call. */
interface Remarks {
  readonly isCarried: boolean;
  readonly traceparent: string | undefined;
}

/** The call's entry in the journal, with the reasons for its result. */
export function exchangeOf(id: number, answered: AnsweredCommand, remarks: Remarks): Exchange {
  const { call, loaded, answer } = answered;
  const { subject } = loaded;
  const { result } = answered.decided;
  const { fired } = answered.chosen.choice;
  const about = "order" in result ? result.order : loaded.order;
  return {
    id,
    at: loaded.now,
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
    rule: fired && ruleNameOf(fired),
    explain: explain(answered, remarks),
  };
}

/** Empty if no rule matched and nothing was refused: the rest can be derived from the exchange. */
function explain(
  { call, loaded, chosen: { choice }, decided: { result }, answer }: AnsweredCommand,
  { isCarried, traceparent }: Remarks,
): string {
  // Undefined members are fine here, because JSON leaves them out.
  const explanation: Explanation = {
    scenarios: loaded.rules.scenarios,
    subject: { ...loaded.subject, cardNumber: undefined },
    matched: choice.matched(),
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
