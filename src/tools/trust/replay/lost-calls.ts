import type { Json } from "../../../package/json.js";
import { placedOf } from "../import/placed.js";
import { type Recorded, refundsOrder, voidsOrder } from "../recording/exchange.js";
import { afterwards, isSuccessful, type LogCall, logCallsOf } from "../recording/log-call.js";

/**
 * The calls without an answer that the service carried out, each with what its answer must have said. Leaves out those of which a
 * later call shows that they were not carried out, and those about whose order no later call was answered.
 */
export function lostCalls(recorded: readonly Recorded[]): ReadonlyMap<Recorded, Json> {
  if (recorded.every(({ response }) => response !== undefined)) return new Map();
  const history = logCallsOf(recorded);
  return new Map(
    history
      .filter((call) => call.recorded.response === undefined && isFollowed(history, call))
      .filter((call) => placedOf(history, call) !== "before-commit")
      .map((call) => [call.recorded, lostAnswer(history, call)]),
  );
}

const isFollowed = (history: readonly LogCall[], call: LogCall): boolean =>
  call.reference === undefined || afterwards(history, call).some(({ outcome }) => outcome.kind !== "lost");

/** What the lost answer of a call that was carried out must have said, by later calls. */
export function lostAnswer(history: readonly LogCall[], call: LogCall): Json {
  const { id, cardType } = afterwards(history, call).find(isSuccessful)?.order ?? {};
  const order = { ...(id !== undefined && { id }), ...(cardType !== undefined && { cardType }) };
  // Only an order that was paid has a card, and a transaction that a void undoes.
  const isPaid = typeof cardType === "string" && cardType !== "";
  const isVoid = voidsOrder(call.operation);
  const status = isVoid ? { status: "VOIDED" } : refundsOrder(call.operation) ? { status: "REFUNDED" } : {};
  return { responseCode: "0000", order: { ...order, ...status }, ...(isVoid && isPaid && { transaction: {} }) };
}
