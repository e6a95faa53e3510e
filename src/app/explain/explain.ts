import { SUCCESS_CODE } from "../../facts/codes.js";
import { loadRegexesFor } from "../../scenario/pattern.js";
import { toldOf } from "../choices.js";
import type { Lane } from "../lane.js";
import { type Exchange, requestId } from "../ports/exchange.js";
import type { Explanation } from "../ports/explanation.js";
import { iso, ledgerLineJson, notificationJson, orderSummary } from "../views/order-json.js";
import { adviceFor } from "./advice.js";
import { assumptionSummaries } from "./assumptions.js";
import { ladderOf } from "./ladder.js";
import type { RequestSummary } from "./request-schema.js";
import { ruleSummaries } from "./rules.js";

/** A call as lists tell it. */
export const requestSummary = (e: Exchange): RequestSummary => ({
  id: requestId(e.id),
  at: iso(e.at),
  operation: e.operation,
  merchantId: e.merchantId,
  merchantReference: e.reference,
  orderId: e.orderId,
  orderStatus: e.orderStatus,
  signature: e.signature,
  responseCode: e.responseCode,
  http: e.http,
  rule: e.rule,
});

/** Why a call went as it did, told from the journal and from how the lane stands now. */
export async function explainExchange(lane: Lane, exchange: Exchange) {
  const explanation = readExplanation(exchange);
  const { effects } = explanation;
  return {
    request: {
      ...pick(requestSummary(exchange)),
      params: parsed(exchange.request),
      text: exchange.request,
    },
    response: {
      http: exchange.http,
      responseCode: exchange.responseCode,
      rule: exchange.rule,
      fault: effects?.fault as string | undefined,
      delayMs: effects?.delayMs as number | undefined,
      /** Whether the answer below left as it is; a fault replaces it. */
      reachedClient: effects?.fault === undefined,
      body: parsed(exchange.response),
      text: exchange.response,
    },
    explain: await explain(lane, exchange, explanation),
  };
}

const pick = ({ responseCode: _, http: __, rule: ___, orderStatus: ____, ...rest }: RequestSummary) => rest;

async function explain(lane: Lane, exchange: Exchange, explanation: Explanation) {
  const { views } = lane.store;
  const record = await views.rulesFor(exchange.id);
  await loadRegexesFor(record);
  const asked = lane.rules.asked(record, explanation.scenarios);
  const { rules, complete } = ruleSummaries(explanation, asked);
  const merchant = exchange.merchantId === undefined ? undefined : await views.merchant(exchange.merchantId);
  const about = exchange.orderId === undefined ? undefined : { orderId: exchange.orderId };
  const { ended, detail, effects, advice } = explanation;
  return {
    outcome:
      ended ?? (exchange.responseCode === SUCCESS_CODE ? "success" : exchange.rule === undefined ? "none" : "forced"),
    detail,
    ladder: ladderOf({ exchange, explanation, rules, keys: merchant?.publicKeys.length }),
    rules,
    /** False where the scenarios of the start were other ones: then only rules that matched are told. */
    rulesComplete: complete,
    effects,
    state: await stateOf(lane, exchange),
    ledger: about ? (await views.ledger(about)).map(ledgerLineJson) : [],
    notifications: about ? (await views.notifications(about)).map(notificationJson) : [],
    assumptions: assumptionSummaries(await toldOf(lane), explanation.assumed ?? []),
    advice: adviceFor({
      advice,
      ended,
      fault: effects?.fault as string | undefined,
      placed: effects?.placed as string | undefined,
      signature: exchange.signature,
      signatureFault: explanation.signatureFault,
      responseCode: exchange.responseCode,
      rules,
    }),
  };
}

/** The order before the call and now, and the balance that refunds are paid from. */
async function stateOf({ store: { views }, clock }: Lane, { orderId, orderStatus, merchantId }: Exchange) {
  const order = orderId === undefined ? undefined : await views.order(orderId);
  const balance = merchantId === undefined ? undefined : await views.balances(merchantId);
  return {
    /** Before the call; null where there was no order yet, or none was found. */
    orderStatus: orderStatus ?? null,
    order: order ? orderSummary(order, await clock.now()) : null,
    unsettledBalanceNow: balance && { HKD: balance.HKD / 100, USD: balance.USD / 100 },
  };
}

/** Calls that nobody had a say in keep no explanation. */
function readExplanation({ explain, operation }: Exchange): Explanation {
  return explain === "" ? { subject: { operation }, matched: [] } : JSON.parse(explain);
}

/** Deeper than any call of ours: what is read may be nested deeper than it can be written again. */
const DEPTH_MAX = 200;

/** Null for what is no JSON, or is nested too deep to be told but as a text. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(text) ? null : value;
  } catch {
    return null;
  }
}

/** Of valid JSON: each text in it ends. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (piece === "[" || piece === "{") depth++;
    else if (piece === "]" || piece === "}") depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
