import { endpoint, orderOf } from "../../endpoint.js";
import { orderJson, success } from "../../project.js";
import { cardTypeGuess, keyOf, keySubject, orderKeyParams } from "../order-key.js";

export const directQuery = endpoint({
  path: "direct/query",
  params: orderKeyParams,
  command: (given) => ({ kind: "query-order", key: keyOf(given) }),
  subject: keySubject,
  assumed: cardTypeGuess,
  project: (result, view) => success({ order: orderJson(orderOf(result), view, { cardType: true }) }),
});
