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
