import { endpoint, orderOf } from "../../endpoint.js";
import { orderJson, success } from "../../project.js";
import { cardTypeGuess, keyOf, keySubject, orderKeyParams } from "../order-key.js";

const shape = { cardType: true } as const;

export const directQuery = endpoint({
  path: "direct/query",
  params: orderKeyParams,
  command: (given) => ({ kind: "query-order", key: keyOf(given) }),
  subject: keySubject,
  assumed: cardTypeGuess,
  answer: { message: "Success", order: shape },
  project: (result, view) => success({ order: orderJson(orderOf(result), view, shape) }),
});
