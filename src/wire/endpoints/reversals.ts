import * as z from "zod";
import type { OrderOrigin } from "../../domain/order.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import { type Endpoint, endpoint } from "../endpoint.js";
import { namesOrder, namesOrderError, type Params } from "../params.js";
import type { Answering } from "./answers.js";
import { keyOf, keySubject, orderKeyParams } from "./order-key.js";

const refundParams = (p: Params) => z.object({ ...p.orderKey, amount: p.amount }).refine(namesOrder, namesOrderError);

/** A refund endpoint. Both paths have the same parameters (spec 4.4), but different answers. */
export const refundAt = (path: string, answering: Answering): Endpoint =>
  endpoint({
    path,
    params: refundParams,
    command: (given) => ({ kind: "refund-order", key: keyOf(given), amount: given.amount }),
    subject: (given) => ({ ...keySubject(given), amountMinor: given.amount }),
    ...answering,
  });

interface VoidPath {
  /** The origins of the orders that this path is meant for. */
  readonly origins: readonly OrderOrigin[];
  readonly assumed?: readonly AssumptionId[];
}

/** A void endpoint. All paths have the same parameters (spec 4.5, 4.6), but different answers. */
export const voidAt = (path: string, { origins, assumed = [], ...answering }: Answering & VoidPath): Endpoint =>
  endpoint({
    path,
    params: orderKeyParams,
    command: (given) => ({ kind: "void-order", key: keyOf(given), origins }),
    subject: keySubject,
    assumed: ["void-paths", ...assumed],
    ...answering,
  });
