import { describe, expect, it } from "vitest";
import { type SandboxLane, startSandbox } from "../../../src/index.js";
import { ofFile } from "../../support/of-file.js";

const lineItems = [{ quantity: 1, priceData: { unitAmount: 20, name: "Tea" } }];

const scenario = { name: "noon", clock: "2030-01-01T12:00:00+08:00", rules: [] };
const sandbox = ofFile(await startSandbox({ seed: 5, scenario }));

/** What some calls of every kind leave behind. */
async function facts(lane: SandboxLane) {
  const sale = (merchantReference: string) =>
    lane.call("tokenization/sale", { amount: 20, merchantReference, userId: "user1", tokenId: 351, lineItems });
  const answers = [
    await sale("A-1"),
    await lane.call("hosted-checkout/create", { amount: 20, merchantReference: "A-2", lineItems }),
    await lane.call("tokenization/query-token", { userId: "user1" }),
  ].map(({ body }) => JSON.stringify(body).replaceAll(`/lane/${lane.name}`, ""));
  const token = await lane.putToken({ merchantId: 3, userId: "user2", card: "4111111111111111" });
  const [order] = await lane.orders({ merchantReference: "A-1" });
  const { ledger, transactions } = await lane.order(order!.id);
  const requests = (await lane.requests()).map(({ id, operation, at }) => [id, operation, at]);
  return { answers, token, ledger, transactions, requests, merchant: await lane.merchant(3) };
}

describe("a new lane in memory, which is a copy of a prepared one", () => {
  it("gives the same calls the same answers as the first lane", async () => {
    expect(await facts(await sandbox.lane("copy"))).toEqual(await facts(await sandbox.lane()));
  });

  it("has a seed of its own", async () => {
    const [one, other] = [await sandbox.lane("seed-6", { seed: 6 }), await sandbox.lane("seed-7", { seed: 7 })];
    const ids = [(await facts(one)).transactions[0]?.id, (await facts(other)).transactions[0]?.id];
    expect(ids[0]).not.toBe(ids[1]);
    const again = await sandbox.lane("seed-6-again", { seed: 6 });
    expect((await facts(again)).transactions[0]?.id).toBe(ids[0]);
  });

  it("is a whole lane before its first call", async () => {
    const lane = await sandbox.lane("untouched");
    expect(await lane.orders()).toEqual([]);
    expect((await lane.invariants()).holds).toBe(true);
    const fresh = await sandbox.lane("saved");
    await fresh.snapshot("before-its-first-call");
    const fork = await fresh.fork("before-its-first-call", "forked");
    expect((await fork.tokens({ merchantId: 3 })).map(({ tokenId }) => tokenId)).toEqual(
      (await lane.tokens({ merchantId: 3 })).map(({ tokenId }) => tokenId),
    );
    await (await sandbox.lane("moved")).clock.advance("1d");
    await (await sandbox.lane("reset")).reset({ seed: 9 });
    await (await sandbox.lane("dropped")).drop();
    const { lanes } = (await (await sandbox.fetch("/_sandbox/lanes")).json()) as { lanes: { name: string }[] };
    expect(lanes.map(({ name }) => name)).not.toContain("dropped");
  });

  it("does not see what a dropped lane held", async () => {
    for (let n = 0; n < 3; n++) {
      const lane = await sandbox.lane(`first-${n}`);
      await facts(lane);
      await lane.drop();
    }
    const next = await sandbox.lane("next");
    expect(await next.orders()).toEqual([]);
    expect(await next.requests()).toEqual([]);
  });
});
