import type { Currency, Instant, MinorUnits } from "../../../core/domain/money.js";
import type { Order, Transaction } from "../../../core/domain/order.js";
import type { ParametersOf } from "../../../core/domain/parameters.js";
import type { AssumptionId, Policy } from "../../../core/facts/assumptions.js";
import type { Parameters } from "../../../core/facts/parameters/parameters.js";
import type { Subject } from "../../../core/scenario/values/subject.js";
import type { Command } from "../../../lane/commands/command.js";
import type { Result } from "../../../lane/journal/result.js";
import type { Json } from "../../../package/json.js";
import { paramsOf, type ReadParams } from "../read-parameters/params.js";
import type { OrderShape } from "./project.js";

/** Inputs of a projection besides the result. */
export interface View {
  readonly now: Instant;
  /** The addresses of its pages start with `baseUrl`, which has no trailing slash. */
  readonly lane: { readonly baseUrl: string };
  readonly policy: Policy;
}

export type Accepted = Exclude<Result, { kind: "declined" | "refused" | "forced" | "lost" }>;

/** What the document's examples show of an order with this status, and of the transaction that led to it. */
export const exampleOrders = {
  OPEN: { netAmount: 0, type: "SALE" },
  SUCCESS: { netAmount: 50, type: "SALE" },
  REFUNDED: { netAmount: 0, type: "REFUND" },
  VOIDED: { netAmount: 0, type: "SALE_VOID" },
} as const;

/** Members of a successful answer besides responseCode, for the OpenAPI document. */
export interface AnswerShape {
  readonly message?: string;
  /** Members that are strings. `?` after a name: not in every answer. */
  readonly texts?: readonly string[];
  /** The data with which an app opens WeChat Pay, if the shopper pays in an app. */
  readonly wechat?: true;
  readonly order?: OrderShape | "direct";
  /** The order's status in the document's example. Default: OPEN. */
  readonly exampleStatus?: keyof typeof exampleOrders;
  readonly transaction?: true;
  readonly tokens?: true;
}

/** An endpoint of the service, as data. */
export interface Endpoint<P = unknown> {
  /** Without the first slash. Scenario files use it as the operation's name. */
  readonly path: string;
  /** Reads its parameters, given the lane's choices. */
  readonly params: (policy: Policy) => (params: object) => ReadParams<P>;
  readonly command: (params: P) => Command;
  /** The members that rules can match, as far as the parameters show them. */
  readonly subject: (params: P) => Subject;
  readonly answer: AnswerShape;
  readonly project: (result: Accepted, view: View) => Json;
  /** Assumptions behind each successful answer that no choice in the code shows. */
  readonly assumed?: readonly AssumptionId[];
  /** The same for only some of its successful answers. */
  readonly assumedFor?: (result: Accepted) => readonly AssumptionId[];
}

/** An endpoint as its file declares it. Its parameters are in `src/core/facts/parameters/parameters.ts`. */
type Stated<P extends keyof Parameters> = Omit<Endpoint<ParametersOf<P>>, "params" | "path" | "subject"> & {
  readonly path: P;
  /** True if each of its calls is a recurring charge. */
  readonly isRecurring?: true;
  /** The check that looks at more than one parameter, once each is valid. */
  readonly problem?: (given: ParametersOf<P>, policy: Policy) => string | undefined;
};

/** Checks an endpoint's types. Makes the readers of its parameters only once for the same choices, because that is slow. */
export function endpoint<P extends keyof Parameters>({
  problem: problemOf = () => undefined,
  isRecurring,
  ...rest
}: Stated<P>): Endpoint {
  const made = new WeakMap<Policy, (params: object) => ReadParams<ParametersOf<P>>>();
  const params = (policy: Policy) => {
    const known = made.get(policy);
    if (known) return known;
    const readEach = paramsOf(rest.path, policy);
    const read: typeof readEach = (params) => {
      const result = readEach(params);
      const problem = result.problems ? undefined : problemOf(result.data, policy);
      return problem === undefined ? result : { problems: [problem] };
    };
    made.set(policy, read);
    return read;
  };
  const subject = (given: Matched): Subject => ({
    operation: rest.path,
    merchantId: String(given.merchantId),
    orderId: given.orderId,
    merchantReference: given.merchantReference,
    userId: given.userId,
    tokenId: given.tokenId,
    reason: given.reason,
    amountMinor: given.amount,
    currency: given.currency,
    isRecurring: isRecurring ?? given.isRecurring,
    paymentMethod: given.paymentType,
  });
  return { ...rest, params, subject } as unknown as Endpoint;
}

/** The parameters that rules can match. Each endpoint has some of them. */
interface Matched {
  readonly merchantId: number;
  readonly orderId?: number;
  readonly merchantReference?: string;
  readonly userId?: string;
  readonly tokenId?: number;
  readonly reason?: string;
  readonly amount?: MinorUnits;
  readonly currency?: Currency;
  readonly isRecurring?: boolean;
  readonly paymentType?: string;
}

type OfOrder = Extract<Accepted, { kind: "order" }>;

/** The result of a command on an order. Throws if it is any other result. */
export function ofOrder(result: Accepted): OfOrder {
  if (result.kind !== "order") throw new Error(`expected an order, found ${result.kind}`);
  return result;
}

export const orderOf = (result: Accepted): Order => ofOrder(result).order;

/**
 * The order, and the transaction that the command made. A repeated reference returns the sale from its first call.
 */
export function orderAndTransaction(result: Accepted): { readonly order: Order; readonly transaction: Transaction } {
  const { order, transaction = order.transactions[0] } = ofOrder(result);
  if (!transaction) throw new Error("expected an order and its transaction");
  return { order, transaction };
}
