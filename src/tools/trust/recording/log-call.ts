import { paymentOperations } from "../../../core/scenario/values/operations.js";
import { type Json, objectIn } from "../../../package/json.js";
import {
  isOrderAct,
  makesOrder,
  operationOf,
  orderIn,
  paramsIn,
  type Recorded,
  tellsRefusal,
  tellsSuccess,
} from "./exchange.js";

/** The outcome of a recorded call. */
type Outcome =
  | { readonly kind: "success" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string | undefined }
  /** No answer, or an answer that isn't a business answer. It is unknown whether the call was carried out. */
  | { readonly kind: "lost" };

/** True if a gateway says that there is no answer. */
export const isOutage = ({ response }: Recorded): boolean => [429, 500, 502, 503, 504].includes(response?.status ?? 0);

/** Operations whose merchantReference, if any, doesn't identify an order. */
const NAMES_NO_ORDER: readonly string[] = [
  "tokenization/query-token",
  "tokenization/add-token",
  "tokenization/delete-token",
];

/** A recorded call of the payment API or act on an order, and what it shows about an order. */
export interface LogCall {
  /** Its position among the payment calls in the log. */
  readonly index: number;
  readonly operation: string;
  readonly params: Json;
  readonly outcome: Outcome;
  /** The answer's JSON. Empty if there is none, or if it isn't the service's own. */
  readonly body: Json;
  readonly order: Json;
  /** Milliseconds since the epoch, on the service's clock. */
  readonly at: number;
  readonly recorded: Recorded;
  /**
   * The reference of the order that the call creates or identifies, with the merchant. Undefined if no answer
   * contains it.
   */
  readonly reference: string | undefined;
  /** The reference of the parent order of a recurring charge. */
  readonly parent: string | undefined;
  /** All calls about the order with this reference, oldest first. */
  readonly ofOrder: readonly LogCall[] | undefined;
  readonly ofParent: readonly LogCall[] | undefined;
}

/**
 * The payment calls, and acts on their orders, oldest first, with times on the service's clock. `keepsUnread`: also those that the service must have
 * refused unread, because they have no signature or no readable parameters.
 */
export function logCallsOf(recorded: readonly Recorded[], { keepsUnread = false } = {}): readonly LogCall[] {
  const read = recorded.flatMap((one) => readCall(one, keepsUnread));
  // A call without a time gets the time of the previous call.
  for (const [i, call] of read.entries()) if (Number.isNaN(call.at)) call.at = read[i - 1]?.at ?? 0;
  read.sort((a, b) => a.at - b.at);
  const aheadMs = clockAheadMs(read);
  const references = new Map(
    read.flatMap(({ order: { id, merchantReference: named } }) =>
      id !== undefined && typeof named === "string" ? [[String(id), named] as const] : [],
    ),
  );
  const isOneMerchant = new Set(read.map(({ params }) => String(params.merchantId))).size <= 1;
  const byReference = new Map<string, LogCall[]>();
  const callsAbout = (reference: string | undefined): LogCall[] | undefined => {
    if (reference === undefined) return undefined;
    const known = byReference.get(reference) ?? [];
    byReference.set(reference, known);
    return known;
  };
  return read.map((call, index) => {
    const { operation, params, order, at } = call;
    const { merchantReference, orderId, parentOrderId, merchantId } = params;
    // Two merchants may use the same reference.
    const named = (reference: string | undefined) =>
      isOneMerchant || reference === undefined ? reference : `${String(merchantId)}${OF}${reference}`;
    const written = typeof merchantReference === "number" ? String(merchantReference) : merchantReference;
    const [own] = [order.merchantReference, written, references.get(String(orderId))].filter(
      (one) => typeof one === "string",
    );
    const reference = NAMES_NO_ORDER.includes(operation) ? undefined : named(own);
    const parent = named(references.get(String(parentOrderId)));
    const ofOrder = callsAbout(reference);
    const made = { ...call, index, at: at + aheadMs, reference, parent, ofOrder, ofParent: callsAbout(parent) };
    ofOrder?.push(made);
    return made;
  });
}

/** A character that no reference contains. */
const OF = "\0";

/** The later calls about the same order. */
export const afterwards = ({ index, ofOrder = [] }: LogCall): readonly LogCall[] =>
  ofOrder.filter((call) => call.index > index);

export const isSuccessful = ({ outcome }: LogCall): boolean => outcome.kind === "success";

/** Without the acts on orders. */
export const callsOnly = (history: readonly LogCall[]): readonly LogCall[] =>
  history.filter(({ operation }) => !isOrderAct(operation));

/** A reference as the merchant wrote it. */
export const writtenReference = (reference: string | undefined): string | undefined => reference?.split(OF).at(-1);

/** A call as it stands in the log, with the log's own time. */
function readCall(recorded: Recorded, keepsUnread: boolean) {
  const { method, path, request, response, at } = recorded;
  const isSigned = method === "POST" && typeof objectIn(request)?.signature === "string";
  const params = isSigned || keepsUnread ? paramsIn(request) : undefined;
  const operation = operationOf(path);
  const isKnown = isOrderAct(operation) || paymentOperations.some((one) => one === operation);
  if ((params === undefined && !keepsUnread) || !isKnown) return [];
  const body = (response && !isOutage(recorded) && objectIn(response.body)) || {};
  const outcome = outcomeOf(response?.status, body);
  return [{ recorded, operation, params: params ?? {}, outcome, body, order: orderIn(body), at: Date.parse(at) }];
}

function outcomeOf(status: number | undefined, body: Json): Outcome {
  if (status === 200 && tellsSuccess(body)) return { kind: "success" };
  if (status !== 200 || !tellsRefusal(body)) return { kind: "lost" };
  const { responseCode: code, message } = body;
  return { kind: "refused", code: String(code), message: typeof message === "string" ? message : undefined };
}

/** How far the service's clock is ahead of the log's: the median over new orders. */
function clockAheadMs(calls: readonly Pick<LogCall, "operation" | "outcome" | "order" | "at">[]): number {
  const seen = calls.flatMap(({ operation, outcome, order, at }) => {
    if (outcome.kind !== "success" || !makesOrder(operation)) return [];
    // In any known spelling.
    const made = Date.parse(String(order.createTime).replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
    return Number.isNaN(made) ? [] : [made - at];
  });
  return seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
}
