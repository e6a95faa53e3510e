import { isObject, objectIn } from "../../package/json.js";
import { operationOf, paramsIn, type Recorded } from "../recording/exchange.js";
import type { Json } from "../target/target.js";

/** The parts of a recorded call that show something about an order. */
export interface HistoryCall {
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

const FAULTY: readonly number[] = [429, 500, 502, 503, 504];

/** The calls with their orders' references. The reference of an id is known if an answer contains both. */
export function historyOf(calls: readonly Recorded[]): readonly HistoryCall[] {
  const read = calls.map(({ path, request, response, at }) => {
    const body = response && !FAULTY.includes(response.status) ? objectIn(response.body) : undefined;
    const order = isObject(body?.order) ? body.order : {};
    return {
      operation: operationOf(path),
      params: paramsIn(request) ?? {},
      body,
      order,
      isSuccess: body?.responseCode === "0000",
      at: Date.parse(at),
    };
  });
  const byId = new Map(
    read.flatMap(({ order: { id, merchantReference } }) =>
      id === undefined || merchantReference === undefined ? [] : [[String(id), String(merchantReference)] as const],
    ),
  );
  return read.map((call) => {
    const { merchantReference, orderId } = call.params;
    const named = call.order.merchantReference ?? merchantReference ?? byId.get(String(orderId));
    return { ...call, reference: named === undefined ? undefined : String(named) };
  });
}

/** The later calls about the same order. */
export const afterwards = (history: readonly HistoryCall[], index: number): readonly HistoryCall[] => {
  const { reference } = history[index]!;
  return reference === undefined ? [] : history.slice(index + 1).filter((call) => call.reference === reference);
};

export const isQuery = ({ operation }: HistoryCall): boolean => /(^|\/)query$/.test(operation);
export const isRefund = ({ operation }: HistoryCall): boolean => operation.endsWith("/refund");
export const isVoid = ({ operation }: HistoryCall): boolean => operation.endsWith("/void");
/** True if it creates an order. */
export const makesOrder = ({ operation }: HistoryCall): boolean => /\/(create|sale|recurring)$/.test(operation);
