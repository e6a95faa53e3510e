import { type Endpoint, endpoint, orderOf } from "./endpoint.js";
import { namedOrderKey, namesOrder } from "./order-key.js";
import { type OrderShape, orderJson, success } from "./project.js";

/** A query of an order. Both paths have the same parameters (spec 4.7, 4.8), but different answers. */
const queryAt = (path: "hosted-checkout/query" | "direct/query", shape: OrderShape): Endpoint =>
  endpoint({
    path,
    problem: namesOrder,
    command: (given) => ({ kind: "query-order", key: namedOrderKey(given) }),
    answer: { message: "Success", order: shape, exampleStatus: "SUCCESS" },
    project: (result, view) => success({ order: orderJson(orderOf(result), view, shape) }),
  });

export const query = queryAt("hosted-checkout/query", { cardType: true, email: true });
export const directQuery = queryAt("direct/query", { cardType: true });
