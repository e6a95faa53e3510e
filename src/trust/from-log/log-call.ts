import { objectIn } from "../../package/json.js";
import { operationOf, orderIn, paramsIn, type Recorded } from "../recording/exchange.js";
import type { Json } from "../target/target.js";

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
  const read = recorded
    .flatMap((one) => {
      const params = one.method === "POST" && isSigned(one.request) ? paramsIn(one.request) : undefined;
      return params === undefined ? [] : [{ recorded: one, params, outcome: outcomeOf(one), sent: Date.parse(one.at) }];
    })
    .map(withKnownTime())
    .sort((a, b) => a.sent - b.sent);
  const isOneMerchant = new Set(read.map(({ params }) => String(params.merchantId))).size <= 1;
  const ahead = clockAhead(read);
  const references = new Map<string, string>();
  for (const { outcome } of read) {
    const { id, merchantReference } = outcome.kind === "success" ? outcome.order : {};
    if (id !== undefined && typeof merchantReference === "string") references.set(String(id), merchantReference);
  }
  return read.map(({ recorded: one, params, outcome, sent }, index) => {
    const operation = operationOf(one.path);
    const { merchantReference, orderId, parentOrderId } = params;
    const own = typeof merchantReference === "string" ? merchantReference : references.get(String(orderId));
    const byOrder = outcome.kind === "success" ? outcome.order.merchantReference : undefined;
    const named = typeof byOrder === "string" ? byOrder : own;
    // Two merchants may use the same reference.
    const ofMerchant = isOneMerchant || named === undefined ? named : `${String(params.merchantId)}${OF}${named}`;
    return {
      index,
      operation,
      params,
      outcome,
      at: sent + ahead,
      recorded: one,
      reference: NAMES_NO_ORDER.includes(operation) ? undefined : ofMerchant,
      parent: parentOf(references.get(String(parentOrderId)), isOneMerchant ? undefined : params.merchantId),
    };
  });
}

/** A character that no reference contains. */
const OF = "\0";

/** A reference as the merchant wrote it. */
export const writtenReference = (reference: string | undefined): string | undefined => reference?.split(OF).at(-1);

const parentOf = (reference: string | undefined, merchantId: unknown): string | undefined =>
  reference === undefined || merchantId === undefined ? reference : `${String(merchantId)}${OF}${reference}`;

/** A call without a time gets the time of the previous call. */
function withKnownTime<T extends { readonly sent: number }>(): (one: T) => T {
  let last = 0;
  return (one) => {
    if (!Number.isNaN(one.sent)) last = one.sent;
    return { ...one, sent: last };
  };
}

/** A call without a signature is refused before its parameters are read. */
const isSigned = (request: string): boolean => typeof objectIn(request)?.signature === "string";

function outcomeOf({ response }: Recorded): Outcome {
  const body = response?.status === 200 ? objectIn(response.body) : undefined;
  if (body === undefined || typeof body.responseCode !== "string") return { kind: "lost" };
  const { responseCode: code, message } = body;
  if (code !== "0000") return { kind: "refused", code, message: typeof message === "string" ? message : undefined };
  const order = orderIn(body);
  return { kind: "success", body, order };
}

/** How far the service's clock is ahead of the log's, in milliseconds: the median over new orders. */
function clockAhead(
  calls: readonly { readonly recorded: Recorded; readonly outcome: Outcome; readonly sent: number }[],
): number {
  const seen = calls.flatMap(({ recorded, outcome, sent }) => {
    if (outcome.kind !== "success" || !/(create|sale|recurring)$/.test(operationOf(recorded.path))) return [];
    const made = instantOf(outcome.order.createTime);
    return made === undefined ? [] : [made - sent];
  });
  return seen.sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
}

/** Milliseconds since the epoch, from a date in any known spelling. */
function instantOf(date: unknown): number | undefined {
  const at = Date.parse(String(date).replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(at) ? undefined : at;
}
