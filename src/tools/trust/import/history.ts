import { paymentOperations } from "../../../core/scenario/values/operations.js";
import { isObject, type Json, objectIn } from "../../../package/json.js";
import { operationOf, paramsIn, type Recorded, referencesById } from "../recording/exchange.js";

/** A recorded call of the payment API, and what it shows about an order. */
export interface HistoryCall {
  readonly recorded: Recorded;
  readonly operation: string;
  readonly params: Json;
  /** The reference of its order. Undefined if no answer contains it. */
  readonly reference: string | undefined;
  /** The answer's JSON. Undefined if there was no complete answer. */
  readonly body: Json | undefined;
  readonly order: Json;
  readonly isSuccess: boolean;
  /** Milliseconds since the epoch. NaN if the recording has no time. */
  readonly at: number;
}

/** Statuses by which a gateway says that there is no answer. */
export const FAULT_STATUSES: readonly number[] = [429, 500, 502, 503, 504];

/**
 * The calls of the payment API with their orders' references. The reference of an id is known if an answer contains
 * both. Other recorded calls can't be imported.
 */
export function historyOf(all: readonly Recorded[]): readonly HistoryCall[] {
  const calls = all.flatMap((recorded) => {
    const { path, request, response, at } = recorded;
    const operation = operationOf(path);
    if (!paymentOperations.some((one) => one === operation)) return [];
    const body = response && !FAULT_STATUSES.includes(response.status) ? objectIn(response.body) : undefined;
    const order = isObject(body?.order) ? body.order : {};
    const isSuccess = body?.responseCode === "0000";
    return [{ recorded, operation, params: paramsIn(request) ?? {}, body, order, isSuccess, at: Date.parse(at) }];
  });
  const references = referencesById(calls.map(({ order }) => order));
  return calls.map((call) => {
    const { merchantReference, orderId } = call.params;
    const named = call.order.merchantReference ?? merchantReference ?? references.get(String(orderId));
    return { ...call, reference: named === undefined ? undefined : String(named) };
  });
}

/** The later calls about the same order. */
export const afterwards = (history: readonly HistoryCall[], index: number): readonly HistoryCall[] => {
  const { reference } = history[index]!;
  return reference === undefined ? [] : history.slice(index + 1).filter((call) => call.reference === reference);
};
