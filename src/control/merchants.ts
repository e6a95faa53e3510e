import { Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { putMerchant, setBalance } from "../app/scenarios/given.js";
import { type MinorUnits, minorUnits } from "../domain/money.js";
import { type PaymentMethod, paymentMethods } from "../facts/methods.js";
import { readPublicKey } from "../signing/keys.js";
import type { ControlContext } from "./context.js";
import { failure, notFound, readJson } from "./errors.js";

const balance = z.number().min(-9_999_999.99).max(9_999_999.99).multipleOf(0.01);
export const merchantBody = z.strictObject({
  publicKeys: z
    .array(
      z
        .string()
        .refine(isPublicKey, { error: "expected an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo" }),
    )
    .optional(),
  unsettledBalance: z.strictObject({ HKD: balance.optional(), USD: balance.optional() }).optional(),
  capabilities: z
    .partialRecord(
      z.enum(paymentMethods as readonly [PaymentMethod, ...PaymentMethod[]]),
      z.strictObject({ refund: z.boolean().optional(), void: z.boolean().optional() }),
    )
    .optional(),
});

function isPublicKey(text: string): boolean {
  try {
    readPublicKey(text);
    return true;
  } catch {
    return false;
  }
}

export function merchantCalls({ laneOf }: ControlContext): Hono {
  const app = new Hono();
  app.get("/merchants", async (c) => {
    const lane = laneOf(c);
    return c.json({
      merchants: await Promise.all((await lane.store.views.merchants()).map((m) => merchantJson(lane, m.merchantId))),
    });
  });
  app.get("/merchants/:id", async (c) => {
    const lane = laneOf(c);
    const id = merchantIdOf(c.req.param("id"));
    if (id === undefined || !(await lane.store.views.merchant(id)))
      return notFound(c, `merchant ${c.req.param("id")}`, "PUT it, or send a request as this merchant");
    return c.json(await merchantJson(lane, id));
  });
  app.put("/merchants/:id", async (c) => {
    const id = merchantIdOf(c.req.param("id"));
    if (id === undefined)
      return failure(
        c,
        400,
        "invalid-id",
        `${c.req.param("id")} is no merchant id`,
        "use a whole number from 1 to 2147483647",
      );
    const body = await readJson(c, merchantBody);
    if ("response" in body) return body.response;
    const lane = laneOf(c);
    const { unsettledBalance, ...rest } = body.value;
    await putMerchant(lane, id, rest);
    const wished = { HKD: minor(unsettledBalance?.HKD), USD: minor(unsettledBalance?.USD) };
    await setBalance(lane, id, wished);
    return c.json(await merchantJson(lane, id));
  });
  return app;
}

const minor = (decimal: number | undefined): MinorUnits | undefined =>
  decimal === undefined ? undefined : minorUnits(Math.round(decimal * 100));

function merchantIdOf(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= 2_147_483_647 ? id : undefined;
}

async function merchantJson(lane: Lane, merchantId: number) {
  const { publicKeys, capabilities } = (await lane.store.views.merchant(merchantId))!;
  const { HKD, USD } = await lane.store.views.balances(merchantId);
  return { merchantId, publicKeys, unsettledBalance: { HKD: HKD / 100, USD: USD / 100 }, capabilities };
}
