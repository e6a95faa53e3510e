import { type Order, saleOf } from "../../core/domain/order.js";
import { SUCCESS_CODE } from "../../core/facts/codes.js";
import type { CompiledRule } from "../../core/scenario/matching/choose.js";
import type { Placement } from "../../core/scenario/rule/rule.js";
import { jsonIn } from "../../package/json.js";
import type { Lane } from "../lane.js";
import { type Exchange, requestId } from "../ports/exchange.js";
import { type Explanation, type Resend, readExplanation } from "../ports/explanation.js";
import { firedTimes } from "../rules/rule-changes.js";
import { nextMidnight } from "../time/settlement.js";
import { ledgerLineJson, notificationJson, orderSummary } from "../views/order-json.js";
import { adviceFor } from "./advice.js";
import { assumptionSummaries } from "./assumptions.js";
import { ladderOf } from "./ladder.js";
import { looksLike } from "./looks-like.js";
import { lookupOf } from "./lookup/lookup.js";
import type { Lookup } from "./lookup/refused-call.js";
import { requestSummary, resendJson } from "./request-summary.js";
import { type Resent, resendOf, resentAs } from "./resends.js";
import { ruleSummaries, rulesAsked } from "./rules.js";

/** The other lanes that the reader may see, as far as this process has them open. */
export type OtherLanes = () => Promise<readonly Lane[]>;

/** Explains a call's answer, from the journal and the lane's current state. */
export async function explainExchange(lane: Lane, exchange: Exchange, otherLanes: OtherLanes = async () => []) {
  const explanation = readExplanation(exchange);
  const { effects, arrival } = explanation;
  const summary = requestSummary(exchange);
  const { id, at, operation, merchantId, merchantReference, orderId, signature, traceparent } = summary;
  const { responseCode, http, rule, fault, reachedClient, lost } = summary;
  const resend = await resendOf(lane.store.views, exchange, explanation);
  const resent = await resentAs(lane.store.views, exchange, explanation);
  return {
    request: {
      ...{ id, at, operation, merchantId, merchantReference, orderId, signature, traceparent },
      receivedAt: arrival && new Date(arrival.realAt).toISOString(),
      ...(resend && resendJson(resend)),
      resentAs: resent.length === 0 ? undefined : resent.map(({ call }) => requestId(call.id)),
      params: parsed(exchange.request),
      text: exchange.request,
      received: explanation.received,
    },
    response: {
      ...{ http, responseCode, rule, fault },
      placed: effects?.placed as Placement | undefined,
      delayMs: effects?.delayMs as number | undefined,
      ...{ reachedClient, lost },
      body: parsed(exchange.response),
      text: exchange.response,
    },
    explain: await explain(lane, exchange, { explanation, otherLanes, resend, resent }),
  };
}

interface Explaining {
  readonly explanation: Explanation;
  readonly otherLanes: OtherLanes;
  readonly resend: Resend | undefined;
  readonly resent: readonly Resent[];
}

async function explain(lane: Lane, exchange: Exchange, { explanation, otherLanes, resend, resent }: Explaining) {
  const { views } = lane.store;
  const asked = await rulesAsked(lane, exchange, explanation);
  const { rules, complete } = ruleSummaries(explanation, asked);
  const merchant = exchange.merchantId === undefined ? undefined : await views.merchant(exchange.merchantId);
  const about = exchange.orderId === undefined ? undefined : { orderId: exchange.orderId };
  const order = about && (await views.order(about.orderId));
  const notifications = about ? (await views.notifications(about)).map(notificationJson) : [];
  const { ended, detail, effects, warnings = [] } = explanation;
  const lookup = await lookupOf({ exchange, explanation, views, otherLanes });
  const state = await orderNow(lane, exchange, order);
  const written = looksLike(exchange.operation, exchange.request, exchange.at);
  return {
    outcome:
      ended ?? (exchange.responseCode === SUCCESS_CODE ? "success" : exchange.rule === undefined ? "none" : "forced"),
    detail,
    warnings,
    looksLike: written,
    ladder: ladderOf({ exchange, explanation, rules, keys: merchant?.publicKeys.length }),
    rules,
    /**
     * False if the scenarios at the time of the call are no longer known. `rules` then lists only those that matched.
     */
    rulesComplete: complete,
    effects,
    lookup: lookup && lookupJson(lookup),
    state,
    ledger: about ? (await views.ledger(about)).map(ledgerLineJson) : [],
    notifications,
    assumptions: assumptionSummaries(
      lane.choices.told({ assumptions: explanation.choices }),
      explanation.assumed ?? [],
    ),
    advice: adviceFor({
      ...{ exchange, explanation, rules, notifications, lookup, resend, resent: resent[0] },
      looksLike: written,
      statusNow: state.order?.status,
      isNextDayVoid: isNextDayVoid(exchange, order),
      usedUp: await usedUpAmong(asked ?? [], lane),
    }),
  };
}

/** A shop may expect that a night settles its orders. */
function isNextDayVoid({ operation, at }: Exchange, order: Order | undefined): boolean {
  const paidAt = order && saleOf(order)?.at;
  return operation.endsWith("/void") && paidAt !== undefined && nextMidnight(paidAt) <= at;
}

/** The ids of the rules that have fired as often as they may. */
async function usedUpAmong(rules: readonly CompiledRule[], lane: Lane): Promise<ReadonlySet<string>> {
  const limited = rules.filter(({ rule: { times } }) => times !== undefined);
  if (limited.length === 0) return new Set();
  const fired = await firedTimes(lane);
  return new Set(limited.filter(({ id, rule: { times } }) => fired(id) >= times!).map(({ id }) => id));
}

/** Without the advice for a call that nobody could have made: the explanation has it anyway. */
const lookupJson = ({ asked, found, earlierCall, next }: Lookup) => ({
  asked,
  found,
  ...(typeof next !== "string" && { earlierCall, ...next }),
});

/** The order before the call and now, and the balance that refunds are paid from. */
async function orderNow(
  { store: { views }, clock }: Lane,
  { orderStatus, merchantId }: Exchange,
  order: Order | undefined,
) {
  const balance = merchantId === undefined ? undefined : await views.balances(merchantId);
  return {
    /** The status before the call. Null if no order existed or was found. */
    orderStatus: orderStatus ?? null,
    order: order ? orderSummary(order, await clock.now()) : null,
    unsettledBalanceNow: balance && { HKD: balance.HKD / 100, USD: balance.USD / 100 },
  };
}

/** Deeper than any of our calls. JSON that is parsed from deeper texts might overflow the stack when serialised. */
const DEPTH_MAX = 200;

/** Null unless the text is JSON and shallow enough to be shown parsed. */
function parsed(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined || isTooDeep(text) ? null : value;
}

/** Only for valid JSON, in which every string is closed. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (piece === "[" || piece === "{") depth++;
    else if (piece === "]" || piece === "}") depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
