import { endpoint, orderOf } from "../../endpoint.js";
import { orderJson, success } from "../../project.js";
import { cardTypeGuess, keyOf, keySubject, namesOrder } from "../order-key.js";

const shape = { cardType: true } as const;

export const directQuery = endpoint({
  path: "direct/query",
  checks: namesOrder,
  command: (given) => ({ kind: "query-order", key: keyOf(given) }),
  subject: keySubject,
  assumed: cardTypeGuess,
  answer: { message: "Success", order: shape },
  project: (result, view) => success({ order: orderJson(orderOf(result), view, shape) }),
});
