import type * as z from "zod";
import type { Command, Result } from "../app/commands/command.js";
import type { Instant } from "../domain/money.js";
import type { Order, Transaction } from "../domain/order.js";
import type { AssumptionId, Policy } from "../facts/assumptions.js";
import type { Subject } from "../scenario/subject.js";
import { type Params, paramsUnder } from "./params.js";
import type { OrderShape } from "./project.js";

/** What a projection may use besides the result. */
export interface View {
  readonly now: Instant;
  /** Where the lane's pages begin, without a trailing slash. */
  readonly baseUrl: string;
  readonly policy: Policy;
}

export type Json = Record<string, unknown>;
export type Accepted = Exclude<Result, { kind: "declined" | "refused" | "forced" | "lost" }>;

/** What a successful answer carries besides responseCode; the OpenAPI document tells it member by member. */
export interface AnswerShape {
  readonly message?: string;
  /** Members that are texts; `?` after the name: not in each answer. */
  readonly texts?: readonly string[];
  /** The app's payload of WeChat Pay, where the shopper pays in an app. */
  readonly wechat?: true;
  readonly order?: OrderShape | "direct";
  readonly transaction?: true;
  readonly tokens?: true;
}

/** An endpoint of the service, as data. */
export interface Endpoint<P = unknown> {
  /** Without the first slash: also the name of the operation in scenario files. */
  readonly path: string;
  /** The table of its parameters, as a lane with these choices reads it. */
  readonly params: (policy: Policy) => z.ZodType<P>;
  readonly command: (params: P) => Command;
  /** What rules can match, of the parameters alone. */
  readonly subject: (params: P) => Omit<Subject, "operation">;
  readonly answer: AnswerShape;
  readonly project: (result: Accepted, view: View) => Json;
  /** Guesses that its successful answers rest on, beyond spelling: each of them, or by what came of the call. */
  readonly assumed?: readonly AssumptionId[] | ((result: Accepted) => readonly AssumptionId[]);
}

/** What an endpoint's own file states: its table is written with the parameters of a lane. */
type Stated<P> = Omit<Endpoint<P>, "params"> & { readonly params: (p: Params) => z.ZodType<P> };

/** Ties the types of a table together; the table is made once for the same choices. */
export function endpoint<P>({ params, ...rest }: Stated<P>): Endpoint {
  const made = new WeakMap<Policy, z.ZodType<P>>();
  const paramsOf = (policy: Policy): z.ZodType<P> => {
    const known = made.get(policy);
    if (known) return known;
    const schema = params(paramsUnder(policy));
    made.set(policy, schema);
    return schema;
  };
  return { ...rest, params: paramsOf } as unknown as Endpoint;
}

/** What a table reads. */
export type Given<Table extends (p: Params) => z.ZodType> = z.output<ReturnType<Table>>;

type OfOrder = Extract<Accepted, { kind: "order" }>;

/** The result of a command on an order; any other result is a defect. */
function ofOrder(result: Accepted): OfOrder {
  if (result.kind !== "order") throw new Error(`expected an order, found ${result.kind}`);
  return result;
}

export const orderOf = (result: Accepted): Order => ofOrder(result).order;

/** The order and the transaction that the command made; a repeated reference is answered with the sale that was made then. */
export function orderAndTransaction(result: Accepted): { readonly order: Order; readonly transaction: Transaction } {
  const { order, transaction = order.transactions[0] } = ofOrder(result);
  if (!transaction) throw new Error("expected an order and its transaction");
  return { order, transaction };
}
