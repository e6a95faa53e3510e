import * as z from "zod";
import { type MinorUnits, minorUnitsOf } from "../../../core/domain/money.js";
import { limits } from "../../../core/facts/limits.js";
import { balanceSchema } from "../../../core/scenario/values/number-or-digits.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { capabilitiesSchema, publicKeySchema } from "../../../core/scenario/values/schema-parts.js";
import type { Lane } from "../../../lane/lane.js";
import { readId } from "../../../lane/ports/name.js";
import { putMerchant } from "../../../lane/scenarios/given.js";
import { moneySchema, text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { notFound, refuse } from "../http/errors.js";

export const merchantBody = namedObject("MerchantChange", {
  publicKeys: z.array(publicKeySchema).optional().describe("replace the existing keys"),
  unsettledBalance: z
    .strictObject({
      HKD: balanceSchema().optional().describe("in Hong Kong dollars, with at most two decimals"),
      USD: balanceSchema().optional().describe("in US dollars, with at most two decimals"),
    })
    .optional()
    .describe("the balance that refunds are paid from; omitted currencies stay unchanged"),
  capabilities: capabilitiesSchema.optional().describe("omitted methods stay unchanged"),
});

const merchantSchema = namedObject("Merchant", {
  merchantId: wholeSchema("the merchant's id", 3),
  publicKeys: z.array(text("PEM, or base64", "-----BEGIN PUBLIC KEY-----…")).describe("as they were given"),
  unsettledBalance: z
    .strictObject({ HKD: moneySchema("in Hong Kong dollars"), USD: moneySchema("in US dollars", 0) })
    .describe("the balance that refunds are paid from"),
  capabilities: capabilitiesSchema.describe("exceptions from the methods' defaults"),
});

const params = { id: "the merchant's id" } as const;

export const merchantCalls = [
  call("GET /merchants", "The merchants", {
    answers: { 200: z.strictObject({ merchants: z.array(merchantSchema) }) },
    run: async ({ lane }) => {
      const known = await lane.store.views.merchants();
      return ok({ merchants: await Promise.all(known.map((m) => merchantJson(lane, m.merchantId))) });
    },
  }),
  call("GET /merchants/{id}", "A merchant: keys, unsettled balance, capabilities", {
    params,
    answers: { 200: merchantSchema },
    run: async ({ lane, params }) => {
      const id = merchantIdOf(params.id);
      if (id === undefined || !(await lane.store.views.merchant(id)))
        return notFound(`merchant ${params.id}`, "PUT it, or send a request as this merchant");
      return ok(await merchantJson(lane, id));
    },
  }),
  call("PUT /merchants/{id}", "Creates or changes a merchant", {
    params,
    body: merchantBody,
    answers: { 200: merchantSchema },
    prepare: async ({ params: { id } }) =>
      merchantIdOf(id) ??
      refuse(400, "invalid-id", `${id} is not a merchant id`, `use a whole number from 1 to ${limits.idMax.value}`),
    run: async ({ lane, body, prepared: id }) => {
      const { unsettledBalance, ...rest } = body;
      const wanted = { HKD: minor(unsettledBalance?.HKD), USD: minor(unsettledBalance?.USD) };
      await putMerchant(lane, id, { ...rest, unsettled: wanted });
      return ok(await merchantJson(lane, id));
    },
  }),
];

const minor = (decimal: number | undefined): MinorUnits | undefined =>
  decimal === undefined ? undefined : minorUnitsOf(decimal);

function merchantIdOf(text: string): number | undefined {
  const id = readId(text) ?? 0;
  return id >= 1 && id <= limits.idMax.value ? id : undefined;
}

async function merchantJson(lane: Lane, merchantId: number) {
  const { publicKeys, capabilities } = (await lane.store.views.merchant(merchantId))!;
  const { HKD, USD } = await lane.store.views.balances(merchantId);
  return { merchantId, publicKeys, unsettledBalance: { HKD: HKD / 100, USD: USD / 100 }, capabilities };
}
