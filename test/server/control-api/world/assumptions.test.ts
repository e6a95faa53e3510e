import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../../src/core/facts/assumptions.js";
import { created, reference, requests, sold } from "../../../support/client.js";
import { control, startTestSandbox, testFolder } from "../../../support/sandbox.js";

const put = (url: string, body: unknown) => control(url, "PUT", "assumptions", body);
const chosenIn = async (url: string, id: string): Promise<string> => {
  const { body } = await control(url, "GET", "provenance");
  return body.assumptions.find((one: { id: string }) => one.id === id).chosen;
};
const settledVoid = async (url: string) => chosenIn(url, "void-open-order");

describe("PUT assumptions", () => {
  it("chooses for this lane alone, from the next call on, and answers what provenance tells", async () => {
    await using sandbox = await startTestSandbox();
    const [a, b] = [await sandbox.lane(), await sandbox.lane()];
    const orderOf = async ({ client }: typeof a) => ({ merchantId: 3, orderId: (await created(client)).id });
    const answered = await put(a.url, { "void-open-order": "void" });
    expect(answered).toEqual({ http: 200, body: (await control(a.url, "GET", "provenance")).body });
    expect((await a.client("hosted-checkout/void", await orderOf(a))).body).toMatchObject({ responseCode: "0000" });
    expect((await b.client("hosted-checkout/void", await orderOf(b))).body).toMatchObject({ responseCode: "2008" });
    expect([await settledVoid(a.url), await settledVoid(b.url)]).toEqual(["void", "refuse"]);
  });

  it("leaves what it does not name, and can go back to the first choice", async () => {
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, cancel: "closed" } });
    const { url } = await sandbox.lane();
    await put(url, { "void-open-order": "void" });
    await put(url, { "token-brand": "ecmc" });
    expect(await Promise.all(["void-open-order", "token-brand", "cancel"].map((id) => chosenIn(url, id)))).toEqual([
      "void",
      "ecmc",
      "closed",
    ]);
    await put(url, { cancel: "stay-open" });
    expect(await chosenIn(url, "cancel")).toBe("stay-open");
  });

  it.each([
    [{ "void-open-oder": "void" }, /^unknown member "void-open-oder"; did you mean void-open-order\?$/],
    [{ "void-open-order": "voyd" }, /void-open-order is "voyd", expected one of refuse, void.*did you mean void\?$/],
    [{ "test-cards": "default" }, /unknown member "test-cards", expected one of .*void-open-order/],
    [["void"], /body/],
  ])("refuses %j, and nothing is chosen", async (body, message) => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    const told = await put(url, body);
    expect([told.http, told.body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await settledVoid(url)).toBe("refuse");
  });

  it("is gone after a reset, which brings the server's choices back", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    await put(url, { "void-open-order": "void" });
    await control(url, "POST", "reset");
    expect(await settledVoid(url)).toBe("refuse");
  });

  it("is part of a snapshot, wherever it is loaded", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    await put(url, { "void-open-order": "void" });
    await control(url, "POST", "snapshots", { name: "chosen" });
    await put(url, { "void-open-order": "refuse" });
    const other = await sandbox.lane();
    for (const each of [url, other.url]) {
      await control(each, "POST", "snapshots/chosen/load");
      expect(await settledVoid(each)).toBe("void");
    }
  });

  it("is there after a restart", async () => {
    using folder = testFolder();
    {
      await using first = await startTestSandbox({ dataDir: folder.path });
      await put(first.url, { "void-open-order": "void" });
    }
    await using second = await startTestSandbox({ dataDir: folder.path });
    expect(await settledVoid(second.url)).toBe("void");
  });

  it("keeps the books in order where a reference was used twice under a choice that is no longer in force", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await put(url, { "duplicate-reference": "free-after-closed" });
    const merchantReference = reference();
    await created(client, { merchantReference });
    await control(url, "PUT", "clock", { action: "advance", by: "1h" });
    await created(client, { merchantReference });
    await put(url, { "duplicate-reference": "refuse" });
    expect((await control(url, "GET", "invariants")).body).toMatchObject({ holds: true });
    expect((await client("hosted-checkout/create", requests.create({ merchantReference }))).body.responseCode).toBe(
      "2002",
    );
  });

  it("response-codes: swaps all codes and messages at once, but for the words that clients look for", async () => {
    await using sandbox = await startTestSandbox({ responseCodes: { "order-not-found": { code: "77" } } });
    const { url, client } = await sandbox.lane();
    const { id: orderId } = await sold(client);
    await put(url, { "response-codes": "renumbered" });
    const twice = { merchantId: 3, orderId, amount: 1 };
    await client("hosted-checkout/refund", twice);
    expect((await client("hosted-checkout/refund", twice)).body).toEqual({
      responseCode: "5004",
      message: `ALREADY_REFUNDED: order ${orderId}`,
    });
    const unsigned = await client("hosted-checkout/refund", twice, { signature: "bm8=" });
    expect(unsigned.body).toEqual({ responseCode: "4002", message: "invalid signature" });
    // What the user said of a code is known, whatever the rest is.
    const nobody = await client("hosted-checkout/query", { merchantId: 3, orderId: 9 });
    expect(nobody.body).toMatchObject({ responseCode: "77" });
  });

  it("envelope-faults: answers HTTP 200 in the same form", async () => {
    await using sandbox = await startTestSandbox();
    const { url, client } = await sandbox.lane();
    await put(url, { "envelope-faults": "http-200" });
    const { http, body } = await client("hosted-checkout/query", {}, { body: "{}" });
    expect([http, body.responseCode]).toEqual([200, "1400"]);
  });
});

describe("a scenario's assume", () => {
  const chosen = { name: "chosen", assume: { "void-open-order": "void" } };

  it("is put into the lane by PUT scenario, which says so", async () => {
    await using sandbox = await startTestSandbox();
    const { url } = await sandbox.lane();
    const { body } = await control(url, "PUT", "scenario", chosen);
    expect(body.assume).toEqual(chosen.assume);
    expect(await settledVoid(url)).toBe("void");
  });

  it("of the start holds in each new lane, and again after a reset", async () => {
    const scenario = { ...chosen, rules: [], expect: [] } as never;
    await using sandbox = await startTestSandbox({ scenarios: [{ scenario }] });
    const { url } = await sandbox.lane();
    await put(url, { "void-open-order": "refuse" });
    await control(url, "POST", "reset");
    expect(await settledVoid(url)).toBe("void");
  });
});
