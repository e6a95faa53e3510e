import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { settle } from "../../../lane/time/settlement.js";
import { wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { merchantId } from "../http/parameters.js";

/** The end of the business day, triggered manually. */
export const settlementCalls = [
  call("POST /settle", "Ends the business day", {
    body: namedObject("Settle", { merchantId: merchantId.optional().describe("all merchants when left out") }),
    answers: { 200: z.strictObject({ settled: wholeSchema("how many orders were settled", 2) }) },
    run: async ({ lane, body }) => ok({ settled: await settle(lane, body.merchantId) }),
  }),
];
