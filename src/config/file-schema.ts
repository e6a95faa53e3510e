import * as z from "zod";
import { minorUnitsOf } from "../domain/money.js";
import { assumptions } from "../facts/assumptions.js";
import { allCodes } from "../facts/codes.js";
import { limits } from "../facts/limits.js";
import { type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { LOG_FORMATS, MAX_SEED, SIGNATURES } from "./readers.js";

const names = z.union([z.array(z.string().min(1)), z.string().min(1)], { error: "a list of texts" });
const address = z.url({ protocol: /^https?$/, error: "an address such as http://localhost:4655" });
const balance = z
  .number({ error: "an amount such as 100.00" })
  .min(-9_999_999.99)
  .max(9_999_999.99)
  .refine((amount) => minorUnitsOf(amount) !== undefined, { error: "at most two decimals" });

const merchant = z.strictObject({
  id: z.int().min(1).max(limits.idMax.value),
  publicKeys: z.array(z.string().min(1)).optional(),
  unsettledBalance: z.strictObject({ HKD: balance.optional(), USD: balance.optional() }).optional(),
  capabilities: z
    .partialRecord(
      z.enum(paymentMethods as readonly [PaymentMethod, ...PaymentMethod[]]),
      z.strictObject({ refund: z.boolean().optional(), void: z.boolean().optional() }),
    )
    .optional(),
});

/** Only where more than one choice is built. */
const built = assumptions.filter(({ choices }) => choices.length > 1);
const policy = z.strictObject(
  Object.fromEntries(
    built.map(({ id, choices }) => [id, z.enum(choices as readonly [string, ...string[]]).optional()]),
  ),
);

const code = z.strictObject({
  code: z
    .union([z.string().min(1), z.int().min(0)], { error: "a code such as 2005" })
    .transform(String)
    .refine((text) => text !== "0000", { error: "another code than 0000, which means success" })
    .optional(),
  message: z.string().optional(),
});
const codes = z.strictObject(Object.fromEntries(Object.keys(allCodes).map((name) => [name, code.optional()])));

/** The config file: the options of the command line, and what no flag can say. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  baseUrl: address.optional(),
  allowedHosts: names.optional(),
  adminToken: z.string().min(1).optional(),
  dataDir: z.string().min(1).optional(),
  scenario: names.optional(),
  seed: z.int().min(0).max(MAX_SEED).optional(),
  signature: z.enum(SIGNATURES).optional(),
  magic: z.boolean().optional(),
  noMagic: z.boolean().optional(),
  debugHeaders: z.boolean().optional(),
  noDebugHeaders: z.boolean().optional(),
  testPanel: z.boolean().optional(),
  noTestPanel: z.boolean().optional(),
  allowNotify: names.optional(),
  notifyTimeout: z.number().gt(0).max(3600).optional(),
  notifyCa: z.string().min(1).optional(),
  readyFile: z.string().min(1).optional(),
  logFormat: z.enum(LOG_FORMATS).optional(),
  watch: z.boolean().optional(),
  merchants: z.array(merchant).optional(),
  assumptions: policy.optional(),
  responseCodes: codes.optional(),
  dailySettlement: z.boolean().optional(),
  notificationKey: z.string().min(1).optional(),
});
export type ConfigFile = z.output<typeof configSchema>;
export type ConfigMerchant = z.output<typeof merchant>;
