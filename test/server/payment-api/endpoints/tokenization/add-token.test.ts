import { describe, expect, it } from "vitest";
import { formToken } from "../../../../../src/server/pages/visit.js";
import type { Client } from "../../../../support/client.js";
import { ofFile } from "../../../../support/of-file.js";
import { control, startTestSandbox, type TestLane, type TestSandbox, testFolder } from "../../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const addToken = async (client: Client, over: object = {}) =>
  (await client("tokenization/add-token", { merchantId: 3, userId: "Anna", ...over })).body;

const good = { "card-number": "4111 1111 1111 1111", "card-expiry": "12/30", "card-cvc": "864", country: "HK" };

/** What the browser sends when the form is filled. */
function press(url: string, what: "save" | "cancel", fields: Record<string, string> = {}): Promise<Response> {
  const token = formToken(url.split("/").at(-1) ?? "");
  return fetch(`${url}/${what}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token, ...fields }),
  });
}

const listOf = async ({ client }: TestLane, userId = "anna") =>
  (await client("tokenization/query-token", { merchantId: 3, userId })).body.list;

describe("add-token", () => {
  it("answers the page's address twice, with the message SUCCESS", {
    tags: [
      "facts:4/no-top-level-result-or",
      "facts:4/success-message-success-on-order",
      "facts:5/tokenization-add-token-answer",
    ],
  }, async () => {
    const { client, url } = await sandbox.lane();
    const { text } = await client("tokenization/add-token", { merchantId: 3, userId: "anna" });
    const { data } = JSON.parse(text);
    expect(text).toBe(`{"responseCode":"0000","message":"SUCCESS","data":"${data}","checkoutUrl":"${data}"}`);
    expect(data).toMatch(new RegExp(`^${url}/card-entry/1-[\\w-]{24}$`));
  });

  it("saves a card that is listed and charged at once", async () => {
    const lane = await sandbox.lane();
    const { data } = await addToken(lane.client);
    const answer = await press(data, "save", { ...good, country: "CA" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `../${data.split("/").at(-1)}/result`]);
    const [token] = await listOf(lane);
    expect(token).toEqual({
      maskedPan: "4111********1111",
      userId: "Anna",
      tokenId: expect.any(Number),
      cardBrand: "VISA",
      cardSubBrand: "VISA_CREDIT",
      expiryDate: "203012",
    });
    const { body } = await lane.client("tokenization/sale", {
      merchantId: 3,
      userId: "ANNA",
      tokenId: token.tokenId,
      merchantReference: "S-1",
      amount: "50.00",
      lineItems: [{ quantity: 1, priceData: { name: "Tea", unitAmount: 50 } }],
    });
    expect(body.order).toMatchObject({ status: "SUCCESS", issuerCountryCode: "CA" });
    expect(body.transaction.maskedPan).toBe("411111XXXXXX1111");
  });

  it("keeps neither the number nor the CVC", async () => {
    const lane = await sandbox.lane();
    await press((await addToken(lane.client)).data, "save", { ...good, "card-number": "4000000000003220" });
    await press((await addToken(lane.client)).data, "save", good);
    const bytes = (await lane.lane.store.snapshot()).toString("latin1");
    expect(bytes).toContain("4111********1111");
    expect(bytes).not.toMatch(/4111111111111111|4000000000003220|"864"|cvc/);
  });

  it.each([
    ["a declining card", { "card-number": "4000000000009995" }, "insufficient-funds"],
    ["a lost card", { "card-number": "4000000000009987" }, "lost-card"],
  ])("saves nothing after the decline of %s, and lets the shopper try again", async (_, over, reason) => {
    const lane = await sandbox.lane();
    const { data } = await addToken(lane.client, { callbackUrl: { notify: "app://none" } });
    expect((await press(data, "save", { ...good, ...over })).status).toBe(200);
    expect([await listOf(lane), await lane.lane.store.views.notifications({})]).toEqual([[], []]);
    expect((await lane.lane.store.views.cardEntry(1))?.charges).toMatchObject([{ type: "SALE", declined: reason }]);
    expect((await press(data, "save", good)).status).toBe(303);
    expect(await listOf(lane)).toHaveLength(1);
  });

  it.each([
    ["another brand", { allowedCardType: "MASTER" }],
    ["another BIN", { allowedBinRanges: [{ binStart: "4200", binEnd: "4299" }] }],
  ])("takes no card of %s", { tags: ["facts:5/tokenization-add-token-request"] }, async (_, over) => {
    const lane = await sandbox.lane();
    const { data } = await addToken(lane.client, over);
    expect((await press(data, "save", good)).status).toBe(422);
    expect(await listOf(lane)).toEqual([]);
  });

  it("can be saved, declined and cancelled without a browser", async () => {
    const lane = await sandbox.lane();
    await addToken(lane.client);
    const simulate = (body: object) => control(lane.url, "POST", "card-entries/1/simulate", body);
    expect((await simulate({ action: "cancel" })).body.cardEntry.status).toBe("OPEN");
    expect((await simulate({ action: "decline", reason: "lost-card" })).body.charges).toMatchObject([
      { status: "DECLINED", declined: "lost-card" },
    ]);
    expect(
      (await simulate({ action: "save", card: "master-debit", expiryDate: "202712" })).body.cardEntry,
    ).toMatchObject({
      status: "SAVED",
      maskedPan: "5200********8210",
    });
    expect(await simulate({ action: "save" })).toMatchObject({
      http: 409,
      body: { code: "order-not-payable", fix: "call tokenization/add-token for another page" },
    });
    expect(await listOf(lane)).toMatchObject([{ cardSubBrand: "MASTERCARD_DEBIT", expiryDate: "202712" }]);
  });

  it("takes one card only", async () => {
    const lane = await sandbox.lane();
    const { data } = await addToken(lane.client);
    await Promise.all([press(data, "save", good), press(data, "save", good), press(data, "save", good)]);
    expect(await listOf(lane)).toHaveLength(1);
  });

  it("outlives a restart: an open page takes a card, and ids go on", async () => {
    using folder = testFolder();
    const saved = async ({ url }: TestSandbox, page: number) => {
      const { cardEntry, charges } = (await control(url, "POST", `card-entries/${page}/simulate`, { action: "save" }))
        .body;
      return { tokenId: cardEntry.tokenId as number, transactions: charges.map((charge: { id: number }) => charge.id) };
    };
    let path = "";
    let before = { tokenId: 0, transactions: [0] };
    {
      await using first = await startTestSandbox({ dataDir: folder.path });
      await addToken(first.client);
      path = new URL((await addToken(first.client)).data).pathname;
      before = await saved(first, 1);
      await first.client("tokenization/delete-token", { merchantId: 3, userId: "anna", tokenId: before.tokenId });
    }
    await using second = await startTestSandbox({ dataDir: folder.path });
    expect((await fetch(second.url + path)).status).toBe(200);
    const [last = 0] = before.transactions.slice(-1);
    expect(await saved(second, 2)).toEqual({ tokenId: before.tokenId + 1, transactions: [last + 1, last + 2] });
    expect((await addToken(second.client)).data).toMatch(/card-entry\/3-/);
  });

  it("goes with a snapshot", async () => {
    const lane = await sandbox.lane("with-a-snapshot");
    const { data } = await addToken(lane.client);
    await control(lane.url, "POST", "snapshots", { name: "open-page" });
    await press(data, "save", good);
    expect(await (await fetch(data)).text()).toContain('data-status="SAVED"');
    await control(lane.url, "POST", "snapshots/open-page/load");
    expect(await (await fetch(data)).text()).toContain('data-testid="card-number"');
    expect(await listOf(lane)).toEqual([]);
  });

  it("knows no page of another lane or with another proof", async () => {
    const [one, two] = [await sandbox.lane(), await sandbox.lane()];
    const { data } = await addToken(one.client);
    expect((await fetch(data.replace(one.url, two.url))).status).toBe(404);
    expect((await fetch(`${data}x`)).status).toBe(404);
    expect((await fetch(data)).status).toBe(200);
  });
});
