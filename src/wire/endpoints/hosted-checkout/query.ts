import { endpoint, orderOf } from "../../endpoint.js";
import { orderJson, success } from "../../project.js";
import { keyOf, keySubject, orderKeyParams } from "../order-key.js";

export const query = endpoint({
  path: "hosted-checkout/query",
  params: orderKeyParams,
  command: (given) => ({ kind: "query-order", key: keyOf(given) }),
  subject: keySubject,
  assumed: ["query-order"],
  project: (result, { now }) => success({ order: orderJson(orderOf(result), now, { cardType: true, email: true }) }),
});
