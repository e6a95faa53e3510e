import type { Endpoint } from "../endpoint.js";
import { directQuery } from "./direct/query.js";
import { directRefund } from "./direct/refund.js";
import { directSale } from "./direct/sale.js";
import { directVoid } from "./direct/void.js";
import { create } from "./hosted-checkout/create.js";
import { query } from "./hosted-checkout/query.js";
import { hostedRecurring } from "./hosted-checkout/recurring.js";
import { refund } from "./hosted-checkout/refund.js";
import { voidOrder } from "./hosted-checkout/void.js";
import { addToken } from "./tokenization/add-token.js";
import { deleteToken } from "./tokenization/delete-token.js";
import { queryToken } from "./tokenization/query-token.js";
import { recurring } from "./tokenization/recurring.js";
import { sale } from "./tokenization/sale.js";
import { tokenVoid } from "./tokenization/void.js";

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
