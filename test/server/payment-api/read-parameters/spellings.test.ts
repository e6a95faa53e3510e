import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, reference, requests } from "../../../support/client.js";
import { pageTable } from "../../../support/page-table.js";
import { startTestSandbox, type TestLane, type TestSandbox } from "../../../support/sandbox.js";

let sandbox: TestSandbox;
let lane: TestLane;
let client: Client;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  lane = await sandbox.lane();
  client = lane.client;
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** A call with one value written exactly so. */
const sent = async (path: string, params: object, member: string, text: string) => {
  const request = JSON.stringify({ ...params, [member]: "HERE" }).replace('"HERE"', () => text);
  return client(path, {}, { request });
};

/** What is wrong with a value, without the words that each refusal begins with. */
const wrong = (message: string, member: string): string =>
  message
    .replace(`invalid parameter: ${member}: `, "")
    .replace(/^.*not valid JSON: (unexpected \S+) at line 1.*$/, "$1");

/** The spellings on the page: the text, what it is answered, and who writes it so. */
const spellings = (head: string) =>
  pageTable("docs/amounts-and-times.md", head).map(
    ([writer, text, answer]) => [text!, answer!.replace(/^(refused|HTTP 400): /, ""), writer] as const,
  );

describe("an amount as real software spells it", () => {
  it.each(spellings("| written by | text | what the sandbox does |"))(
    "%s is answered %s (%s)",
    async (text, answer) => {
      for (const [path, params] of [
        ["tokenization/sale", requests.sale()],
        ["hosted-checkout/create", requests.create()],
      ] as const) {
        const { body, text: told } = await sent(path, { ...params, merchantReference: reference() }, "amount", text);
        const booked = /"amount":([\d.]+)/.exec(told)?.[1];
        expect(body.responseCode === "0000" ? booked : wrong(body.message, "amount")).toBe(answer);
      }
    },
  );
});

/** Texts of the same encoders for other amounts: decimal types, other languages' printing, an answer's 50.00 again. */
const others: readonly (readonly [text: string, answer: string])[] = [
  ...["50", "50.0", "5E+1", "5E1", "5.0E1", "5.0000000000000000E+001", "5.00000000000000E+01", '"50"'].map(
    (text) => [text, "50.00"] as const,
  ),
  ...["1234.5", '"1234.5"', "1234.50", '"0.12345e4"'].map((text) => [text, "1234.50"] as const),
  ...["100", "1E+2", '"1e+02"'].map((text) => [text, "100.00"] as const),
  ['"1e+05"', "100000.00"],
  ["1.99899999999999984368e+01", "19.99"],
  ["20.0", "20.00"],
  ["10.0", "10.00"],
  ["0.25", "0.25"],
  // Six or eight digits: the money is wrong before it is sent.
  ["1.2345679e+06", "1234567.90"],
  ["1234567.9", "1234567.90"],
  ["1.23456789e+06", "1234567.89"],
  ...["1.23456789E7", "1.0E+7", "1E+7", "1.0e7", '"1e+16"', '"1.0E+14"', "9.00719925474099e+15"].map(
    (text) => [text, "expected at most 9999999.99"] as const,
  ),
  ...["0E-8", "0"].map((text) => [text, "expected an amount above 0"] as const),
  ["1998.9999999999998", "expected at most two decimals"],
];

describe("another amount as real software spells it", () => {
  it.each(others)("%s is answered %s", async (text, answer) => {
    const { body, text: told } = await sent("tokenization/sale", requests.sale(), "amount", text);
    const booked = /"amount":([\d.]+)/.exec(told)?.[1];
    expect(body.responseCode === "0000" ? booked : wrong(body.message, "amount")).toBe(answer);
  });
});

describe("an order's id as a text of real software", () => {
  it.each([
    ["Gson's Map, Lua", (id: number) => `"${id}.0"`],
    ["Go's fmt.Sprint of a float64", (id: number) => `"${id / 1e5}e+05"`],
    ["a number with a fraction", (id: number) => `${id}.0`],
    ["JavaScript", (id: number) => `"${id}"`],
  ])("of %s is the order", async (_, written) => {
    const { body } = await client("tokenization/sale", requests.sale());
    const asked = await sent("hosted-checkout/query", { merchantId: 3 }, "orderId", written(body.order.id));
    expect(asked.body.order?.merchantReference).toBe(body.order.merchantReference);
  });
});

describe("an instant as real software spells it", () => {
  it.each(spellings("| written by | text | what the sandbox reads |"))(
    "%s is answered %s (%s)",
    async (text, answer) => {
      const { body } = await sent("hosted-checkout/create", requests.create(), "expiryTime", text);
      if (body.responseCode !== "0000") expect(wrong(body.message, "expiryTime")).toBe(answer);
      else {
        const order = await lane.lane.store.views.order(body.order.id);
        expect(new Date(order!.expiresAt).toISOString()).toBe(answer);
      }
    },
  );
});
