import { expect, it } from "vitest";
import { created } from "../../../support/client.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

const LAST = "9999-12-31T23:59:59.999+00:00";

it("a notification, a page and an expiry that would fall behind it can be told, also after a restart", async () => {
  using folder = testFolder();
  {
    await using first = await startTestSandbox({ dataDir: folder.path });
    await first.control("PUT", "clock", { action: "freeze", at: "9999-12-31T23:59:00Z" });
    await first.control("POST", "rules", {
      then: { notify: { delay: "3650000d" }, page: { auto: "pay", after: "3650000d" } },
    });
    await created(first.client, { merchantReference: "LATE" });
    const { id } = await created(first.client, { callbackUrl: { notify: "http://127.0.0.1:9/late" } });
    expect((await first.control("POST", `orders/${id}/simulate`, { action: "pay" })).body.order.status).toBe("SUCCESS");
  }
  await using second = await startTestSandbox({ dataDir: folder.path });
  const { notifications } = (await second.control("GET", "notifications")).body;
  expect(notifications).toMatchObject([{ state: "due", nextAt: LAST }]);
  expect((await second.control("GET", "orders?merchantReference=LATE")).body.orders).toMatchObject([
    { status: "OPEN", expiryTime: LAST },
  ]);
  const moved = await second.control("PUT", "clock", { action: "set", at: LAST });
  expect([moved.http, moved.body.now]).toEqual([200, LAST]);
});
