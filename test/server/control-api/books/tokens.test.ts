import { describe, expect, it } from "vitest";
import { requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

describe("POST tokens", () => {
  it("stores a card, told as query-token tells it, and charges it", async () => {
    const { url, client } = await sandbox.lane();
    const made = await control(url, "POST", "tokens", { merchantId: 3, userId: "amy", card: "master-credit" });
    expect(made).toMatchObject({
      http: 201,
      body: {
        userId: "amy",
        maskedPan: "5454********5454",
        cardBrand: "MASTERCARD",
        cardSubBrand: "MASTERCARD_CREDIT",
        expiryDate: "203012",
      },
    });
    const { body } = await client("tokenization/query-token", { merchantId: 3, userId: "amy" });
    expect(body.list).toEqual([made.body]);
    const sale = await client("tokenization/sale", requests.sale({ userId: "amy", tokenId: made.body.tokenId }));
    expect(sale.body.responseCode).toBe("0000");
  });

  it("stores a card with the last month that is asked for, and a charge of an expired one says so", async () => {
    const { url, client } = await sandbox.lane();
    const token = { merchantId: 3, userId: "amy", card: "visa-credit", expiryDate: "202001" };
    const { body } = await control(url, "POST", "tokens", token);
    expect(body.expiryDate).toBe("202001");
    const sale = await client("tokenization/sale", requests.sale({ userId: "amy", tokenId: body.tokenId }));
    expect(sale.body.responseCode).toBe("2010");
    expect((await control(url, "POST", "tokens", { ...token, expiryDate: "202013" })).body.message).toContain("YYYYMM");
    await control(url, "PUT", "scenario", { name: "old card", given: { tokens: [{ ...token, tokenId: 600 }] } });
    const { tokens } = (await control(url, "GET", "tokens?userId=amy")).body;
    expect(tokens).toContainEqual(expect.objectContaining({ tokenId: 600, expiryDate: "202001" }));
  });

  it("gives no id twice, whatever ids were asked for", async () => {
    const { url } = await sandbox.lane();
    const give = async (tokenId?: number) =>
      (await control(url, "POST", "tokens", { merchantId: 3, userId: "amy", card: "visa", tokenId })).body.tokenId;
    const first = await give();
    await give(first + 1);
    const ids = [first, first + 1, await give(), await give()];
    expect(new Set(ids).size).toBe(4);
    const { body } = await control(url, "GET", "tokens?userId=amy");
    expect(body.tokens).toHaveLength(4);
  });

  it("takes no token away from another user", async () => {
    const { url } = await sandbox.lane();
    const { http, body } = await control(url, "POST", "tokens", {
      merchantId: 3,
      userId: "eve",
      card: "visa",
      tokenId: 351,
    });
    expect([http, body.message]).toEqual([409, "token 351 belongs to user user1"]);
  });

  const wrong = [
    [{ userId: "a", card: "visa" }, "merchantId"],
    [{ merchantId: 3, card: "visa" }, "userId"],
    [{ merchantId: 3, userId: "a", card: "4111" }, 'card: is "4111", expected a test card\'s name'],
    [{ merchantId: 3, userId: "a", card: "visa-credt" }, "did you mean visa-credit?"],
    [{ merchantId: 3, userId: "a", card: "visa", expiry: "203012" }, "unknown member: expiry"],
    [{ merchantId: 3, userId: "a", card: "visa", tokenId: -1 }, "tokenId"],
  ] as const;
  it.each(wrong)("refuses %j by name", async (body, message) => {
    const answer = await sandbox.control("POST", "tokens", body);
    expect([answer.http, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
