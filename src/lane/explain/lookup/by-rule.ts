import type { AnswerName } from "../../../core/facts/codes.js";
import type { Meanwhile } from "../../../core/scenario/effects/effects.js";
import type { Exchange } from "../../ports/exchange.js";
import { readExplanation } from "../../ports/explanation.js";
import { callsBefore, callText, type RefusedCall } from "./refused-call.js";

const did = {
  settle: "settled the order",
  refund: "refunded the order",
  "refund-a-cent": "refunded a cent of the order",
  "refund-all-but-a-cent": "refunded all but a cent of the order",
  expire: "let the order expire",
  "delete-token": "deleted the stored card",
  "expire-token": "let the stored card expire",
  "drain-balance": "set the unsettled balance to 0.00",
} as const satisfies Record<Meanwhile, string>;

const refunds = ["refund", "refund-a-cent", "refund-all-but-a-cent"] as const;

/** The acts that a rule has somebody else do, by the refusals to which they lead. */
const causes: Readonly<Partial<Record<AnswerName, readonly Meanwhile[]>>> = {
  "order-not-payable": ["expire", "settle", ...refunds],
  "already-refunded": refunds,
  "refund-not-allowed": ["expire"],
  "void-not-allowed": ["expire", "settle", ...refunds],
  "insufficient-unsettled-balance": ["drain-balance"],
  "token-not-found": ["delete-token"],
  "token-expired": ["expire-token"],
};

/** An act that a rule had somebody else do just before a call, and that may explain a later refusal. */
interface ActOfRule {
  readonly isOfThisCall: boolean;
  /** Names the rule and what was done, in a sentence. */
  readonly text: string;
}

/** The newest act that a rule had somebody else do, of those that lead to this refusal. */
export async function actOfRule(call: RefusedCall, ended: AnswerName): Promise<ActOfRule | undefined> {
  const acts = causes[ended];
  if (acts === undefined) return undefined;
  const { exchange, explanation } = call;
  const actIn = (one: Exchange): Meanwhile | undefined => {
    if (!one.explain.includes('"meanwhile":"')) return undefined;
    const { effects, subject } = readExplanation(one);
    const act = acts.find((act) => act === effects?.meanwhile);
    const isSame = act?.endsWith("-token")
      ? subject.tokenId === explanation.subject.tokenId
      : act === "drain-balance" || one.orderId === exchange.orderId;
    return isSame ? act : undefined;
  };
  for (const one of [exchange, ...(await callsBefore(call, { merchantId: exchange.merchantId }))]) {
    const act = actIn(one);
    const isOfThisCall = one === exchange;
    const before = isOfThisCall ? "this call" : callText(one);
    if (act) return { isOfThisCall, text: `Just before ${before}, rule ${JSON.stringify(one.rule)} ${did[act]}.` };
  }
  return undefined;
}
