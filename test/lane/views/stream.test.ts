import { describe, expect, it } from "vitest";
import { type StreamFilter, streamPage } from "../../../src/lane/views/stream.js";
import type { StreamEntry } from "../../../src/lane/views/stream-entries.js";
import { created, requests, sold } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());
const world = await sandbox.lane();
const { client, url } = world;
await sold(client, { merchantReference: "Tea", callbackUrl: { notify: `${sandbox.url}/nowhere` } });
await control(url, "PUT", "clock", { action: "advance", by: "1m" });
await client("tokenization/sale", requests.sale({ amount: -1, merchantReference: "Bad" }));
const { id } = await created(client, { merchantReference: "Coffee" });
await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });

const page = (filter: StreamFilter) => streamPage(world.lane, filter);
const line = ({ source, kind, key, of }: StreamEntry): string =>
  source === "calls" ? `${kind} ${of.operation} ${of.responseCode}` : `${kind} ${key}`;
const found = async (filter: StreamFilter) => (await page(filter)).items.map(line);

describe("what happened in a lane", () => {
  it("is told newest first: effects above their cause, the move of the clock above what fell due", async () => {
    const all = await found({});
    expect(all.slice(0, 4)).toEqual([
      "money 3",
      "shopper checkout/pay 0000",
      "call hosted-checkout/create 0000",
      "call tokenization/sale 1001",
    ]);
    expect(all[4]).toBe("time 1");
    expect(all.filter((one) => one.startsWith("attempt"))).toEqual([
      "attempt 1-4",
      "attempt 1-3",
      "attempt 1-2",
      "attempt 1-1",
    ]);
    expect(all.slice(-3)).toEqual(["notification 1", "money 1", "call tokenization/sale 0000"]);
  });

  it.each<[StreamFilter, readonly string[]]>([
    [{ kind: "money" }, ["money 3", "money 1"]],
    [{ kind: "time" }, ["time 1"]],
    [{ kind: "shopper" }, ["shopper checkout/pay 0000"]],
    [{ onlyFailed: true, kind: "call" }, ["call tokenization/sale 1001"]],
    [{ onlyFailed: true, find: "TEA", kind: "notification" }, ["notification 1"]],
    [{ responseCode: "1001" }, ["call tokenization/sale 1001"]],
    [{ find: "amount" }, ["call tokenization/sale 1001"]],
    [{ operation: "tokenization/sale", merchantId: 4 }, []],
    [{ sources: ["notifications"], state: "due" }, ["notification 1"]],
    [{ state: "held" }, []],
    [{ find: "req-1" }, ["call tokenization/sale 0000"]],
    [{ find: "success", sources: ["calls"] }, ["call hosted-checkout/create 0000", "call tokenization/sale 0000"]],
    [{ find: "advance" }, ["time 1"]],
    [{ period: { before: 0 } }, []],
  ])("by %j is %j", async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it.each(["", "c", "x1", "c1'--", "c99999999999999999999"])(
    "starts from the newest for the unknown place %j",
    async (before) => {
      expect((await found({ before }))[0]).toBe("money 3");
    },
  );
});
