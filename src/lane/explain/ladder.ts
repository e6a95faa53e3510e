import { testCards } from "../../core/facts/cards.js";
import { isDeclineName } from "../../core/facts/codes.js";
import { isPaymentCall, onlyReads } from "../../core/scenario/values/operations.js";
import type { Exchange } from "../ports/exchange.js";
import { type Explanation, madeMerchantText, OUTCOME_HEADER, UNWAITED, warningText } from "../ports/explanation.js";
import type { CheckSummary, RuleSummary } from "./request-schema.js";
import { whyOverruled } from "./rule-advice.js";
import { ruleName } from "./rules.js";

type LadderStep = CheckSummary["step"];
/** The inputs of the ladder. */
export interface CheckTrace {
  readonly exchange: Exchange;
  readonly explanation: Explanation;
  readonly rules: readonly RuleSummary[];
  /** How many public keys the merchant has now. Undefined if there is no such merchant. */
  readonly keys: number | undefined;
}

type Found = Omit<CheckSummary, "step">;

/** The checks in order, each with its result. */
export function ladderOf(trace: CheckTrace): readonly CheckSummary[] {
  const end = lastStep(trace);
  const steps = Object.keys(tell) as LadderStep[];
  const isEarly = wasLostEarly(trace);
  return steps.map((step, i) => {
    if (step === "scenario" && isEarly) return { step, ...scenario(trace) };
    if (isEarly) return { step, outcome: "not-reached", found: "a rule cut the call before it was read" };
    if (i > steps.indexOf(end)) return { step, outcome: "not-reached", found: `the call ended at: ${end}` };
    return { step, ...tell[step](trace) };
  });
}

/** True for a fault before the parse. In that case, only rules were checked. */
const wasLostEarly = ({ explanation: { effects } }: CheckTrace): boolean => effects?.placed === "before-parse";

/** The step that ended the call. `commit` if none did. */
function lastStep(trace: CheckTrace): LadderStep {
  const { ended, effects, detail } = trace.explanation;
  if (wasLostEarly(trace) || effects?.placed === "before-commit" || isForced(trace)) return "scenario";
  switch (ended) {
    case undefined:
      return "commit";
    case "malformed-envelope":
    case "unknown-path":
    case "wrong-method":
    case "wrong-content-type":
    case "body-too-large":
      return "envelope";
    case "invalid-signature":
    case "no-public-key":
      return "signature";
    case "invalid-parameter":
      // An act on a page has no parameters to reject: the order's options forbid it.
      if (isUnsigned(trace)) return "state";
      return detail?.startsWith(OUTCOME_HEADER) ? "scenario" : "parameters";
    default:
      return isDecline(trace) ? "commit" : "state";
  }
}

/** True if a rule forced a refusal or its own response code. A forced decline is recorded like any other decline. */
function isForced(trace: CheckTrace): boolean {
  const { ended, effects } = trace.explanation;
  if (typeof effects?.outcome === "object") return true;
  return effects?.outcome !== undefined && effects.outcome === ended && !isDecline(trace);
}

const isDecline = ({ explanation: { ended } }: CheckTrace): boolean => ended !== undefined && isDeclineName(ended);

/** In the order of the checks. */
const tell: Readonly<Record<LadderStep, (trace: CheckTrace) => Found>> = {
  envelope,
  signature,
  merchant,
  parameters,
  scenario,
  state,
  commit,
};

function envelope(trace: CheckTrace): Found {
  if (isUnsigned(trace)) return notAsked;
  const { detail = "no envelope", warnings = [] } = trace.explanation;
  if (lastStep(trace) !== "envelope")
    return { outcome: "passed", found: "a JSON object whose `request` is the text of a JSON object" };
  return { outcome: "refused", found: warnings.length > 0 ? warnings.map(warningText).join("; ") : detail };
}

/** True for acts of shoppers and testers, which nobody signs. */
const isUnsigned = ({ exchange }: CheckTrace): boolean => !isPaymentCall(exchange.operation);
const notAsked: Found = {
  outcome: "skipped",
  found: "an action of the shopper or the tester, not a call of the merchant",
};

function signature(trace: CheckTrace): Found {
  if (isUnsigned(trace)) return notAsked;
  const { signature: state } = trace.exchange;
  const isRefused = lastStep(trace) === "signature";
  switch (state) {
    case "valid":
      return { outcome: "passed", found: "it fits the text of `request` and a public key of the merchant" };
    case "invalid":
      return {
        outcome: isRefused ? "refused" : "flagged",
        found: `it fits none of the merchant's public keys, over the exact text of \`request\`${because(trace)}`,
      };
    case "no-key":
      return {
        outcome: isRefused ? "refused" : "skipped",
        found:
          trace.exchange.merchantId === undefined
            ? `no merchantId could be read, so no public key was found${because(trace)}`
            : trace.explanation.hasMadeMerchant
              ? madeMerchantText(trace.exchange.merchantId)
              : "the merchant has no public key registered",
      };
    case "unchecked":
      return { outcome: "skipped", found: "signatures are not checked (--signature off)" };
  }
}

const because = ({ explanation: { signatureFault } }: CheckTrace): string =>
  signatureFault === undefined ? "" : `: ${signatureFault}`;

function merchant(trace: CheckTrace): Found {
  const { exchange, keys } = trace;
  if (exchange.merchantId === undefined && isUnsigned(trace)) return { outcome: "skipped", found: "every merchant" };
  if (exchange.merchantId === undefined) return { outcome: "flagged", found: "no merchantId could be read" };
  if (keys === undefined) return { outcome: "flagged", found: `merchant ${exchange.merchantId} is not known` };
  return { outcome: "passed", found: `merchant ${exchange.merchantId}, public keys now: ${keys}` };
}

function parameters(trace: CheckTrace): Found {
  if (isUnsigned(trace)) return notAsked;
  const { ended, detail = "a parameter is wrong", warnings = [] } = trace.explanation;
  const said = warnings.map(warningText);
  if (ended === "invalid-parameter" && lastStep(trace) === "parameters")
    return { outcome: "refused", found: [detail, ...said].join("; ") };
  if (said.length > 0) return { outcome: "flagged", found: said.join("; ") };
  return { outcome: "passed", found: "every parameter is valid (see the operation's table in payment-api)" };
}

function scenario(trace: CheckTrace): Found {
  const { rules, explanation } = trace;
  const { effects, ended, detail } = explanation;
  const fired = rules.find((rule) => rule.outcome === "fired");
  if (ended === "invalid-parameter" && lastStep(trace) === "scenario" && !fired)
    return { outcome: "refused", found: detail ?? "no such outcome" };
  if (!fired) return { outcome: "passed", found: noneFired(rules.length) };
  const overruled = whyOverruled(explanation);
  const isLost = effects?.placed === "before-parse" || effects?.placed === "before-commit";
  return {
    outcome: isLost ? "lost" : isForced(trace) ? "refused" : "fired",
    found: `rule ${ruleName(fired)} fired: ${JSON.stringify(effects ?? {})}${explanation.isUnwaited ? `; ${UNWAITED}` : ""}${overruled === undefined ? "" : `; overruled: ${overruled}`}`,
  };
}

function noneFired(lookedAt: number): string {
  if (lookedAt === 0) return "there are no rules";
  return lookedAt === 1 ? "the one checked rule did not fire" : `none of the ${lookedAt} checked rules fired`;
}

function state(trace: CheckTrace): Found {
  const { exchange, explanation } = trace;
  const order = exchange.orderId === undefined ? "no order" : `order ${exchange.orderId}`;
  const stood = exchange.orderStatus === undefined ? order : `${order} was ${exchange.orderStatus}`;
  if (lastStep(trace) !== "state") return { outcome: "passed", found: stood };
  const why = explanation.detail === undefined ? explanation.ended : `${explanation.ended}: ${explanation.detail}`;
  return { outcome: "refused", found: `${stood}; ${why}` };
}

function commit(trace: CheckTrace): Found {
  const { exchange, explanation } = trace;
  const lost = explanation.effects?.placed === "after-commit";
  if (isDecline(trace))
    return {
      outcome: "declined",
      found: explanation.isRepeated
        ? REPEATED
        : `a DECLINED transaction was recorded: ${explanation.ended}${byTestCard(trace)}`,
    };
  const what = explanation.isRepeated
    ? REPEATED
    : onlyReads(exchange.operation)
      ? "nothing was to be changed"
      : "done, and written with the journal in one transaction";
  return lost
    ? { outcome: "lost", found: `${what}; its answer was lost on purpose` }
    : { outcome: "passed", found: what };
}

const REPEATED = "nothing was changed: the order of the call's merchantReference was answered again";

/** Names the test card if it is the one that always declines so. */
function byTestCard({ exchange, explanation: { ended } }: CheckTrace): string {
  const [, start, end] = /"maskedPan":"(\d+)X+(\d+)"/.exec(exchange.request) ?? [];
  if (start === undefined || end === undefined) return "";
  const card = testCards.find(
    ({ number, outcome }) => outcome === ended && number.startsWith(start) && number.endsWith(end),
  );
  return card === undefined ? "" : `, as the test card ${card.name} always does`;
}
