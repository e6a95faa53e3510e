import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { type Json, objectIn } from "../../../package/json.js";
import { makesOrder, operationOf, orderIn, paramsIn, type Recorded, referencesById } from "../recording/exchange.js";

/** The outcome of a recorded call. */
type Outcome =
  | { readonly kind: "success"; readonly body: Json; readonly order: Json }
  | { readonly kind: "refused"; readonly code: string; readonly message: string | undefined }
  /** No answer, or an answer that isn't a business answer. It is unknown whether the call was carried out. */
  | { readonly kind: "lost" };

/** Operations whose merchantReference, if any, doesn't identify an order. */
const NAMES_NO_ORDER: readonly string[] = [
  "tokenization/query-token",
  "tokenization/add-token",
  "tokenization/delete-token",
];

/** A recorded call of the payment API. */
export interface LogCall {
  /** Its position among the payment calls in the log. */
  readonly index: number;
  readonly operation: string;
  readonly params: Json;
  readonly outcome: Outcome;
  /** Milliseconds since the epoch, on the service's clock. */
  readonly at: number;
  /** Shortened, for use as evidence. */
  readonly recorded: Recorded;
  /**
   * The reference of the order that the call creates or identifies, with the merchant. Undefined if no answer
   * contains it.
   */
  readonly reference: string | undefined;
  /** The reference of the parent order of a recurring charge. */
  readonly parent: string | undefined;
}

/** The calls with readable parameters, oldest first, with times on the service's clock. */
export function logCallsOf(recorded: readonly Recorded[]): readonly LogCall[] {
  const read = recorded.flatMap(readCall);
  // A call without a time gets the time of the previous call.
  for (const [i, call] of read.entries()) if (Number.isNaN(call.at)) call.at = read[i - 1]?.at ?? 0;
  read.sort((a, b) => a.at - b.at);
  const aheadMs = clockAheadMs(read);
  const orders = read.flatMap(({ outcome }) => (outcome.kind === "success" ? [outcome.order] : []));
  const references = referencesById(orders);
  const isOneMerchant = new Set(read.map(({ params }) => String(params.merchantId))).size <= 1;
  return read.map((call, index) => {
    const { operation, params, outcome, at } = call;
    const { merchantReference, orderId, parentOrderId, merchantId } = params;
    // Two merchants may use the same reference.
    const named = (reference: string | undefined) =>
      isOneMerchant || reference === undefined ? reference : `${String(merchantId)}${OF}${reference}`;
    const inAnswer = outcome.kind === "success" ? outcome.order.merchantReference : undefined;
    const [own] = [inAnswer, merchantReference, references.get(String(orderId))].filter(
      (one) => typeof one === "string",
    );
    return {
      ...call,
      index,
      at: at + aheadMs,
      reference: NAMES_NO_ORDER.includes(operation) ? undefined : named(own),
      parent: named(references.get(String(parentOrderId))),
    };
  });
}

/** A character that no reference contains. */
const OF = "\0";

/** A reference as the merchant wrote it. */
export const writtenReference = (reference: string | undefined): string | undefined => reference?.split(OF).at(-1);

/** A call as it stands in the log, with the log's own time. A call without a signature is refused unread. */
function readCall(recorded: Recorded) {
  const { method, path, request, at } = recorded;
  const isSigned = method === "POST" && typeof objectIn(request)?.signature === "string";
  const params = isSigned ? paramsIn(request) : undefined;
  if (params === undefined) return [];
  return [{ recorded, operation: operationOf(path), params, outcome: outcomeOf(recorded), at: Date.parse(at) }];
}

function outcomeOf({ response }: Recorded): Outcome {
  const body = response?.status === 200 ? objectIn(response.body) : undefined;
  if (body === undefined || typeof body.responseCode !== "string") return { kind: "lost" };
  const { responseCode: code, message } = body;
  if (code !== SUCCESS_CODE)
    return { kind: "refused", code, message: typeof message === "string" ? message : undefined };
  return { kind: "success", body, order: orderIn(body) };
}

/** How far the service's clock is ahead of the log's: the median over new orders. */
function clockAheadMs(calls: readonly Pick<LogCall, "operation" | "outcome" | "at">[]): number {
  const seen = calls.flatMap(({ operation, outcome, at }) => {
    if (outcome.kind !== "success" || !makesOrder(operation)) return [];
    // In any known spelling.
    const made = Date.parse(String(outcome.order.createTime).replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
    return Number.isNaN(made) ? [] : [made - at];
  });
  return seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
}
