import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { checkoutServiceOf } from "../../../../src/server/pages/checkout/lane-service.js";
import { created } from "../../../support/client.js";
import { startTestSandbox, type TestSandbox } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const card = { number: "4111111111111111", holder: "A B", expiry: "12/30", cvc: "123" };

it("a payment uses the order that its page was looked up with", async () => {
  const { lane, client } = await sandbox.lane();
  const { id } = await created(client);
  const { session } = (await lane.store.views.order(id))!;
  const read = vi.spyOn(lane.store.views, "order");
  const service = checkoutServiceOf(lane, { hasTestPanel: false });
  const looked = (await service.look(session))!;
  expect(looked.view).toMatchObject({ orderId: id, status: "OPEN" });
  expect(await looked.pay({ method: "CARD", card })).toEqual({ kind: "paid" });
  expect(read).toHaveBeenCalledTimes(1);
  expect((await service.look(session))?.view).toMatchObject({ status: "SUCCESS" });
});

it("a payment of another session is of that session's order", async () => {
  const { lane, client } = await sandbox.lane();
  const orders = [await created(client), await created(client)];
  const [first, second] = await Promise.all(orders.map(async ({ id }) => (await lane.store.views.order(id))!.session));
  const service = checkoutServiceOf(lane, { hasTestPanel: false });
  await service.look(first!);
  const session = await service.look(second!);
  expect(await session!.pay({ method: "CARD", card })).toEqual({ kind: "paid" });
  expect((await service.look(first!))?.view).toMatchObject({ status: "OPEN" });
  expect((await service.look(second!))?.view).toMatchObject({ status: "SUCCESS" });
  for (const none of ["unknown", ""]) expect(await service.look(none)).toBeUndefined();
});
