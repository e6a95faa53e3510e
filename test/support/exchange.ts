import type { Exchange } from "../../src/lane/ports/exchange.js";
import { FROZEN_AT } from "./sandbox.js";

export const exchange = (over: Partial<Exchange> = {}): Exchange => ({
  id: 1,
  at: FROZEN_AT,
  operation: "hosted-checkout/query",
  signature: "valid",
  responseCode: "0000",
  http: 200,
  request: "{}",
  response: "{}",
  explain: "",
  ...over,
});

/** Its members as data: a journal in memory reads the texts when they are asked for. */
export const plainExchange = (found: Exchange | undefined): Exchange | undefined =>
  found && { ...found, request: found.request, response: found.response, explain: found.explain };
