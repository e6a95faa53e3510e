import { expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { ofFile } from "../../support/of-file.js";

const sandbox = ofFile(await startSandbox());

it("next with a decline declines the next order that is created, and no existing one", async () => {
  const lane = await sandbox.lane("next");
  const create = async () => (await lane.call("hosted-checkout/create", requests.create())).body.order.id;
  const existing = await create();
  await lane.next({ outcome: "do-not-honour" });
  expect((await lane.simulate(existing, "pay")).status).toBe("SUCCESS");
  expect((await lane.simulate(await create(), "pay")).status).toBe("OPEN");
  const other = await create();
  await lane.force({ when: { operation: "checkout/pay" }, times: 1, then: { outcome: "do-not-honour" } });
  expect((await lane.simulate(other, "pay")).status).toBe("OPEN");
});

it("runUntilIdle sends retries, and does not wait for orders to expire, as advance does", async () => {
  const lane = await sandbox.lane("idle");
  await lane.clock.freeze();
  const { id } = (await lane.call("hosted-checkout/create", requests.create())).body.order;
  await lane.clock.runUntilIdle();
  expect((await lane.order(id)).order.status).toBe("OPEN");
  await lane.clock.advance("30d");
  expect((await lane.order(id)).order.status).toBe("CLOSED");

  await using shop = await listening((_, response) => response.writeHead(500).end());
  await lane.call("tokenization/sale", requests.sale({ callbackUrl: { notify: `${shop.url}/notify` } }));
  await lane.waitFor({ for: "notification" });
  await lane.clock.runUntilIdle();
  const [notification] = await lane.notifications();
  expect(notification?.attempts.length).toBeGreaterThan(1);
});
