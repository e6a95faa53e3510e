import * as z from "zod";
import { settle } from "../../app/time/settlement.js";
import { wholeSchema } from "../../app/views/schema-parts.js";
import { named } from "../../scenario/values/public-schemas.js";
import { call, ok } from "../call.js";
import { merchantId } from "../http/parameters.js";

/** The end of the business day, triggered manually. */
export const settlementCalls = [
  call({
    method: "POST",
    path: "/settle",
    summary: "Ends the business day",
    body: named(
      "Settle",
      z.strictObject({ merchantId: merchantId.optional().describe("all merchants when left out") }),
    ),
    answers: { 200: z.strictObject({ settled: wholeSchema("how many orders were settled", 2) }) },
    run: async ({ lane, body }) => ok({ settled: await settle(lane, body.merchantId) }),
  }),
] as const;
