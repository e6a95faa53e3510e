import { expect, it, vi } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";
import { startHangingShop } from "../../../support/shop.js";

const sandbox = ofFile(await startTestSandbox());

it("a handler that resends its own notification is refused, and not waited for until its time limit", async () => {
  await using shop = await startHangingShop();
  const { url, lane, client } = await sandbox.lane();
  // The wait of 4 s is over at once.
  const waited = vi.spyOn(lane.deliveries, "attempted").mockResolvedValue();
  const { body } = await client("hosted-checkout/create", requests.create({ callbackUrl: { notify: shop.notifyUrl } }));
  const paid = control(url, "POST", `orders/${body.order.id}/simulate`, { action: "pay" });
  await shop.heardOne;
  const { http, body: refused } = await control(url, "POST", "notifications/1/resend", {});
  shop.letAnswer();
  await paid;
  expect(waited.mock.calls).toEqual([[1, 4000]]);
  expect([http, refused.message]).toEqual([409, expect.stringContaining("its handler has not answered")]);
});
