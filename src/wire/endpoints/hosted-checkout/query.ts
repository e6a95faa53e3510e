import { endpoint, orderOf } from "../../endpoint.js";
import { orderJson, success } from "../../project.js";
import { cardTypeGuess, keyOf, keySubject, orderKeyParams } from "../order-key.js";

export const query = endpoint({
  path: "hosted-checkout/query",
  params: orderKeyParams,
  command: (given) => ({ kind: "query-order", key: keyOf(given) }),
  subject: keySubject,
  assumed: (result) => ["query-order", ...cardTypeGuess(result)],
  project: (result, view) => success({ order: orderJson(orderOf(result), view, { cardType: true, email: true }) }),
});
