import { directSale } from "./direct/sale.js";
import type { Endpoint } from "./endpoint.js";
import { create } from "./hosted-checkout/create.js";
import { hostedRecurring } from "./hosted-checkout/recurring.js";
import { directQuery, query } from "./queries.js";
import { directRefund, directVoid, refund, tokenVoid, voidOrder } from "./reversals.js";
import { addToken } from "./tokenization/add-token.js";
import { deleteToken } from "./tokenization/delete-token.js";
import { queryToken } from "./tokenization/query-token.js";
import { recurring } from "./tokenization/recurring.js";
import { sale } from "./tokenization/sale.js";

/** Every endpoint of the service. To add one, write its file and add a line here. */
export const endpoints: readonly Endpoint[] = [
  create,
  query,
  refund,
  voidOrder,
  sale,
  recurring,
  queryToken,
  directQuery,
  directVoid,
  hostedRecurring,
  addToken,
  deleteToken,
  tokenVoid,
  directSale,
  directRefund,
];
