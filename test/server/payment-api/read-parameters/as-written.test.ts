import { describe, expect, it, vi } from "vitest";
import { assume } from "../../../../src/lane/choices.js";
import { type Answered, requests, signed } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox } from "../../../support/sandbox.js";
import { startShop } from "../../../support/shop.js";
import { allExchanges } from "../../../support/stores.js";

const sandbox = ofFile(await startTestSandbox());
const lane = await sandbox.lane();
const client = lane.client;

/** A call whose request has these texts in place of the values with their names. */
const calling = (
  path: string,
  params: object,
  texts: Readonly<Record<string, string>>,
  by = client,
): Promise<Answered> => by(path, {}, { request: withTexts(JSON.stringify(params), texts) });
const withTexts = (json: string, texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts).reduce((text, [name, value]) => text.replace(`"${name}"`, () => value), json);
const sale = (texts: Readonly<Record<string, string>>, over: object = {}, by = client) =>
  calling("tokenization/sale", { ...requests.sale(), ...over }, texts, by);
const warnings = ({ headers }: Answered) => headers.get("X-Sandbox-Warnings");
const provenance = ({ headers }: Answered) => headers.get("X-Sandbox-Provenance");

describe("a number for a text", () => {
  it("keeps all its digits in the order, the queries and the books", async () => {
    for (const digits of ["1234567890123456788", "1234567890123456789"]) {
      const answered = await sale({ REFERENCE: digits }, { merchantReference: "REFERENCE" });
      expect(answered.body.order.merchantReference).toBe(digits);
      expect(warnings(answered)).toBe("merchantReference: expected a text, found a number");
      expect(provenance(answered)).toBe("assumed: text-numbers, issuer-country");
      const { body } = await client("direct/query", { merchantId: 3, merchantReference: digits });
      expect(body.order.id).toBe(answered.body.order.id);
      const byNumber = await calling("direct/query", { merchantId: 3, merchantReference: "R" }, { R: digits });
      expect(byNumber.body.order.id).toBe(body.order.id);
    }
    const { body } = await sale({ REFERENCE: "1234567890123456789" }, { merchantReference: "REFERENCE" });
    expect(body.message).toMatch(/^merchantReference was used before/);
    expect((await lastCall()).reference).toBe("1234567890123456789");
  });

  it("keeps its digits in the notification", async () => {
    await using shop = await startShop();
    const callbackUrl = { notify: shop.notifyUrl };
    await sale({ REFERENCE: "9912345678901234567" }, { merchantReference: "REFERENCE", callbackUrl });
    await control("POST", "wait", { for: "notification", match: { merchantReference: "9912345678901234567" } });
    await vi.waitFor(() => expect(shop.heard).toHaveLength(1));
    expect(shop.heard[0]!.fields.merchantReference).toBe("9912345678901234567");
  });

  it.each([
    ["1.0", "1.0"],
    ["1e3", "1e3"],
    ["1E+2", "1E+2"],
    ["-0", "-0"],
    ["12345678901234567890123456789", "12345678901234567890123456789"],
  ])("written %s is the text %s", async (digits, text) => {
    const { body } = await sale({ REFERENCE: digits }, { merchantReference: "REFERENCE" });
    expect(body.order.merchantReference).toBe(text);
  });

  it("keeps its digits in inner texts, and as userId", async () => {
    const items = [{ quantity: 1, priceData: { unitAmount: 5, name: "NAME" } }];
    const { body } = await calling("hosted-checkout/create", requests.create({ lineItems: items }), {
      NAME: "100000000000000000001",
    });
    const order = await lane.lane.store.views.order(body.order.id);
    expect(order!.options.lineItems![0]!.name).toBe("100000000000000000001");
    const token = { merchantId: 3, userId: "1234567890123456789", card: "visa" };
    expect((await control("POST", "tokens", token)).http).toBe(201);
    const listed = await calling("tokenization/query-token", { merchantId: 3, userId: "U" }, { U: token.userId });
    expect(listed.body.list).toMatchObject([{ userId: token.userId }]);
  });

  it("keeps its digits in the journal of a call that is refused", async () => {
    await sale({ REFERENCE: "9007199254740993" }, { merchantReference: "REFERENCE", currency: "EUR" });
    expect((await lastCall()).reference).toBe("9007199254740993");
  });

  it("is refused if the lane chose so", async () => {
    const strict = await sandbox.lane();
    await assume(strict.lane, { "text-numbers": "refuse" });
    const answered = await sale({ REFERENCE: "42" }, { merchantReference: "REFERENCE" }, strict.client);
    expect(answered.body.message).toBe("invalid parameter: merchantReference: expected a text, not a number");
    expect([warnings(answered), provenance(answered)]).toEqual([null, "assumed: response-codes, text-numbers"]);
  });

  it.each(["3.0", '"3.0"'])("is no matter for an id: %s is merchant 3", async (text) => {
    const answered = await sale({ MERCHANT: text }, { merchantId: "MERCHANT" });
    expect([answered.body.responseCode, answered.body.order.merchantId, warnings(answered)]).toEqual(["0000", 3, null]);
  });
});

describe("a text for a true or false", () => {
  it.each([
    ['"true"', "isRecurring: expected true or false, found a text"],
    ['"0"', "isRecurring: expected true or false, found a text"],
    ['""', null],
    ["0", null],
    ["true", null],
  ])("written %s is taken, with the warning %s", async (text, warning) => {
    const answered = await sale({ FLAG: text }, { isRecurring: "FLAG" });
    expect([answered.body.responseCode, warnings(answered)]).toEqual(["0000", warning]);
    expect(provenance(answered)?.includes("text-flags")).toBe(warning !== null);
  });

  it("is refused if the lane chose so", async () => {
    const strict = await sandbox.lane();
    await assume(strict.lane, { "text-flags": "refuse" });
    const answered = await sale({ FLAG: '"true"' }, { isRecurring: "FLAG" }, strict.client);
    expect(answered.body.message).toBe("invalid parameter: isRecurring: expected true or false, not a text");
    expect(warnings(answered)).toBeNull();
  });
});

describe("an amount of many digits", () => {
  it.each([
    ["19.989999999999998", "0000"],
    ['"19.989999999999998"', "0000"],
    ["50.000000000000001", "0000"],
  ])("%s is read as a double, and says so", async (text, code) => {
    const answered = await sale({ AMOUNT: text }, { amount: "AMOUNT" });
    expect(answered.body.responseCode).toBe(code);
    expect(provenance(answered)).toBe("assumed: number-reading, issuer-country");
    const strict = await sandbox.lane();
    await assume(strict.lane, { "number-reading": "decimal" });
    const refused = await sale({ AMOUNT: text }, { amount: "AMOUNT" }, strict.client);
    expect(refused.body.message).toBe("invalid parameter: amount: expected at most two decimals");
    expect(provenance(refused)).toBe("assumed: response-codes, number-reading");
  });

  it.each(["1e-400", '"1e-400"'])("%s is 0 as a double, and told so", async (text) => {
    const refused = await sale({ AMOUNT: text }, { amount: "AMOUNT" });
    expect(refused.body.message).toBe(
      "invalid parameter: amount: expected an amount above 0, and a double reads this one as 0",
    );
    expect(provenance(refused)).toBe("assumed: response-codes, number-reading");
  });

  it.each(["50.0000000000000000", '"50.0000000000000000"', "19.99"])("%s rests on no reading", async (text) => {
    const answered = await sale({ AMOUNT: text }, { amount: "AMOUNT" });
    expect(provenance(answered)).toBe("assumed: issuer-country");
  });
});

it("an amount that is filled up with zeros and has no point is told, and read as it stands", async () => {
  const answered = await sale({ AMOUNT: '"000001999"' }, { amount: "AMOUNT" });
  expect(answered.text).toContain('"amount":1999.00');
  expect(warnings(answered)).toMatch(/^amount: leading zeros and no point/);
});

describe("a member that stands twice", () => {
  const twice = (request: string, path = "tokenization/sale") => client(path, {}, { request });

  it("is told, and its last value counts", async () => {
    const plain = JSON.stringify(requests.sale());
    const answered = await twice(plain.replace('"amount":50', '"amount":10,"amount":20'));
    expect(answered.body.transaction.amount).toBe(20);
    expect(warnings(answered)).toBe("duplicate member amount: only the last one counts");
  });

  it("is told where it stands: in an item, escaped, unknown", async () => {
    const plain = JSON.stringify(requests.sale({ extra: { a: 1 } }));
    const changed = plain
      .replace('"quantity":1', '"quantity":1,"quantit\\u0079":2')
      .replace('{"a":1}', '{"a" : 1, "a"\n:2}');
    expect(warnings(await twice(changed))).toBe(
      "unknown parameter extra; duplicate member lineItems[0].quantity: only the last one counts; duplicate member extra.a: only the last one counts",
    );
  });

  it("is told ten times at most", async () => {
    const plain = JSON.stringify(requests.sale());
    const many = Array.from({ length: 30 }, () => '"amount":10').join(",");
    const told = warnings(await twice(plain.replace('"amount":50', many)))!.split("; ");
    expect(told).toHaveLength(11);
    expect(told.at(-1)).toBe("19 more like the last one");
  });

  it("is told of the envelope too", async () => {
    const [first, second] = [requests.sale(), requests.sale()].map((params) => JSON.stringify(params)) as [
      string,
      string,
    ];
    const body = `{"request":${JSON.stringify(first)},"request":${JSON.stringify(second)},"signature":"${signed(second)}"}`;
    const answered = await client("tokenization/sale", {}, { body });
    expect(answered.body.order.merchantReference).toBe(JSON.parse(second).merchantReference);
    expect(warnings(answered)).toBe("the body has request twice: only the last one counts");
  });

  it.each([
    ["a name in a text", { email: 'a":b', extra: '"request":1' }],
    ["a text that begins with a colon", { email: ":x" }],
  ])("is not %s", async (_, over) => {
    expect(warnings(await client("tokenization/sale", requests.sale(over)))).toBe(
      "extra" in over ? "unknown parameter extra" : null,
    );
  });
});

const lastCall = async () => (await allExchanges(lane.lane.store.views)).at(-1)!;

const control = async (method: string, path: string, body: object) => {
  const response = await fetch(`${lane.url}/_sandbox/${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { http: response.status };
};
