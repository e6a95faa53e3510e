import type { FaultName, Placement, Then } from "../../../core/scenario/rule/rule.js";
import type { Exchange } from "../../../lane/ports/exchange.js";
import { readExplanation } from "../../../lane/ports/explanation.js";
import { answerMessageOf } from "../../../lane/views/message-of-answer.js";
import type { CallFact, RedirectFact } from "./facts.js";

/** The journal's operation for the shopper's browser returning to the shop. */
const RETURN = "checkout/return";

/** Refusals that are found before the rules are tried. A rule can also force them. */
const early = ["invalid-parameter", "invalid-signature", "no-public-key", "merchant-not-found", "malformed-envelope"];

/** Turns a call in the journal into a fact. `mutant` is the name of the scenario with the change. */
export function callFactOf(
  exchange: Exchange,
  seen: Pick<CallFact, "ms" | "lane" | "leftMs"> & { readonly mutant: string | undefined },
): CallFact | RedirectFact {
  const { id, at, operation, orderId, reference } = exchange;
  const where = { ms: seen.ms, lane: seen.lane, at, orderId, reference };
  if (operation === RETURN) return { kind: "redirect", ...where, ...(JSON.parse(exchange.response) as Returned) };
  const why = readExplanation(exchange);
  const fired = why.matched.find(({ outcome }) => outcome === "fired");
  const effects = why.effects as Then | undefined;
  const resend = why.arrival?.resend;
  return {
    kind: "call",
    ...where,
    id,
    operation,
    by: byWhom(operation),
    merchantId: exchange.merchantId,
    userId: why.subject.userId,
    tokenId: why.subject.tokenId,
    amount: why.subject.amountMinor,
    http: exchange.http,
    responseCode: exchange.responseCode,
    message: answerMessageOf(exchange.response),
    request: exchange.request,
    response: exchange.response,
    fault: (effects?.fault ?? (resend?.isLost && resend.fault)) satisfies FaultName | undefined,
    placed: (effects?.placed ?? (resend?.isLost && "after-commit")) satisfies Placement | undefined,
    leftMs: seen.leftMs,
    isMutated: fired !== undefined && seen.mutant !== undefined && fired.scenario === seen.mutant,
    ...(effects?.evolve === "unknown-status" && { isEvolved: true }),
    orderStatus: exchange.orderStatus,
    arrival: why.arrival,
    ended: why.ended,
    asksRules: fired !== undefined || why.ended === undefined || !early.includes(why.ended),
    effects: fired?.scenario === seen.mutant ? undefined : effects,
  };
}

type Returned = Pick<RedirectFact, "to" | "status">;

function byWhom(operation: string): CallFact["by"] {
  if (/^(hosted-checkout|tokenization|direct)\//.test(operation)) return "shop";
  return operation === "settlement" || operation === "checkout/settle" || operation === "checkout/expire"
    ? "time"
    : "shopper";
}
