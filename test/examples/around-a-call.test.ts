import "../support/dist.js";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { packagePath, packageText } from "../../src/package/files.js";
import { created, DEMO_MERCHANT, sold } from "../support/client.js";
import { control, startTestSandbox } from "../support/sandbox.js";
import { startShop } from "../support/shop.js";

const FOLDER = "examples/around-a-call";

/** A day that gives each of the files what it is about. */
it.each(readdirSync(packagePath(FOLDER)))("%s does what it tells, and its expectations are met", async (file) => {
  await using sandbox = await startTestSandbox();
  await using shop = await startShop(({ fields }) => fields.amount !== "150.00");
  const { url, client } = await sandbox.lane();
  const document = parse(packageText(`${FOLDER}/${file}`));
  expect((await control(url, "PUT", "scenario", document)).body.warnings ?? []).toEqual([]);

  const callbackUrl = { notify: shop.notifyUrl, success: shop.notifyUrl.replace("notify", "thanks") };
  const first = await sold(client, { merchantReference: "SHOP-1", callbackUrl });
  await sold(client, { merchantReference: "SHOP-2", callbackUrl });
  const onPage = await created(client, { merchantReference: "SHOP-3", callbackUrl });
  await control(url, "POST", `orders/${onPage.id}/simulate`, { action: "pay" });
  await client("hosted-checkout/refund", { merchantId: DEMO_MERCHANT, orderId: first.id, amount: 20 });
  await control(url, "PUT", "clock", { action: "run-until-idle" });
  for (const id of ["SHOP-1", "SHOP-2", "SHOP-3"])
    await control(url, "POST", "wait", {
      for: "notification",
      match: { merchantReference: id, acknowledged: true },
    });
  if (file.startsWith("returns"))
    await control(url, "POST", "wait", { for: "request", match: { operation: "checkout/return" }, count: 2 });

  const { body } = await control(url, "POST", "verify", { expect: document.expect });
  expect(body).toEqual({ passed: true, failures: [] });
});
