import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { settlement } from "../../../lane/time/settlement.js";
import { moneySchema, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { noSuch } from "../http/errors.js";
import { merchantId as merchantIdSchema } from "../http/parameters.js";

/** So many merchants a refusal names. */
const SHOWN = 10;

const settlementSchema = namedObject("Settlement", {
  settled: wholeSchema("how many orders were settled, refunded ones too", 2),
  paidOut: z
    .strictObject({ HKD: moneySchema("in Hong Kong dollars", 138.5), USD: moneySchema("in US dollars", 0) })
    .describe("what was paid out for them"),
});

/** The end of the business day, triggered manually. */
export const settlementCalls = [
  call("POST /settle", "Ends the business day", {
    body: namedObject("Settle", { merchantId: merchantIdSchema.optional().describe("all merchants when left out") }),
    answers: { 200: settlementSchema },
    run: async ({ lane, body: { merchantId } }) => {
      const { views } = lane.store;
      if (merchantId !== undefined && !(await views.merchant(merchantId))) {
        const known = (await views.merchants()).map((one) => String(one.merchantId));
        const fix = `leave merchantId out for all, or use one of the lane's: ${known.slice(0, SHOWN).join(", ")}`;
        return noSuch("merchant", String(merchantId), known, fix);
      }
      const { settled, paidOut } = await settlement(lane, merchantId);
      return ok({ settled, paidOut: { HKD: paidOut.HKD / 100, USD: paidOut.USD / 100 } });
    },
  }),
];
