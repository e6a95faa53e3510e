import { expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../../src/core/facts/assumptions.js";
import { type Params, requests } from "../../../support/client.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const long = (chars: number): string => "x".repeat(chars);
const item = (name: string) => ({ lineItems: [{ quantity: 1, priceData: { unitAmount: 50, name } }] });
const range = (binStart: string, binEnd: string) => ({ allowedBinRanges: [{ binStart, binEnd }] });

const numbers = (binStart: number, binEnd: number) => ({ allowedBinRanges: [{ binStart, binEnd }] });

/** What a call of this kind with these parameters is answered under these choices: "taken", or what is wrong. */
type Case = readonly [policy: Partial<Policy>, kind: keyof typeof requests, over: Params, answer: string];

const cases: readonly Case[] = [
  [{}, "create", { currency: "" }, "currency: expected one of HKD, USD"],
  [{}, "sale", { currency: "" }, "currency: expected one of HKD, USD"],
  [{ "empty-currency": "hkd" }, "create", { currency: "" }, "taken"],
  [{ "empty-currency": "hkd" }, "create", { currency: "EUR" }, "currency: expected one of HKD, USD"],

  [{}, "create", range("4222", "4111"), "allowedBinRanges[0].binEnd: expected at least binStart"],
  [{}, "create", range("4222", "4222"), "taken"],
  [{}, "create", numbers(4111, 4222), "taken"],
  [{ "bin-range-order": "accept" }, "create", range("4222", "4111"), "taken"],
  [
    { "bin-range-order": "accept" },
    "create",
    range("4222", "41111"),
    "allowedBinRanges[0].binEnd: expected as many digits as binStart",
  ],

  [{}, "create", { allowedCardType: "UNIONPAY", ...range("4111", "4112") }, "taken"],
  [
    { "bin-range-brand": "refuse" },
    "create",
    { allowedCardType: "UNIONPAY", ...range("4111", "4112") },
    "allowedBinRanges: expected a range of UNIONPAY cards",
  ],
  [
    { "bin-range-brand": "refuse" },
    "create",
    { allowedCardType: "MASTER", ...range("4111", "4112") },
    "allowedBinRanges: expected a range of MASTER cards",
  ],
  [{ "bin-range-brand": "refuse" }, "create", { allowedCardType: "VISA", ...range("4111", "4112") }, "taken"],
  [
    { "far-expiry": "one-year" },
    "create",
    { expiryTime: "2999-01-01T00:00:00Z" },
    "expiryTime: expected an instant within a year",
  ],
  [{ "empty-callback": "refuse" }, "create", { showResultPage: false, callbackUrl: { fail: "app://f" } }, "taken"],
  [
    { "empty-callback": "refuse" },
    "create",
    { showResultPage: false, callbackUrl: { success: "" } },
    "callbackUrl: required when showResultPage is false",
  ],

  [{}, "create", { currency: null, callbackUrl: null }, "taken"],
  [{ "null-members": "refuse" }, "create", { currency: null }, "currency: expected a value, not null"],
  [
    { "null-members": "refuse" },
    "create",
    { lineItems: [{ quantity: 1, priceData: { unitAmount: 1, name: null } }] },
    "lineItems[0].priceData.name: expected a value, not null",
  ],
  [{ "null-members": "refuse" }, "create", { unknown: null, callbackUrl: { success: "app://null" } }, "taken"],

  [{}, "create", { merchantReference: "🍵".repeat(64) }, "taken"],
  [{}, "create", { merchantReference: "🍵".repeat(65) }, "merchantReference: expected a text of 1 to 64 characters"],
  [{ "text-length": "utf-16" }, "create", { merchantReference: "🍵".repeat(32) }, "taken"],
  [
    { "text-length": "utf-16" },
    "create",
    { merchantReference: "🍵".repeat(33) },
    "merchantReference: expected a text of 1 to 64 characters",
  ],
  [{ "text-length": "bytes" }, "create", { merchantReference: "🍵".repeat(16) }, "taken"],
  [
    { "text-length": "bytes" },
    "create",
    { merchantReference: "茶".repeat(22) },
    "merchantReference: expected a text of 1 to 64 characters",
  ],

  [{}, "sale", { userId: long(65) }, "userId: expected a text of 1 to 64 characters"],
  [{ "user-id-length": "up-to-56" }, "sale", { userId: long(57) }, "userId: expected a text of 1 to 56 characters"],

  [{ "email-form": "address" }, "sale", { email: "no address" }, "email: expected an e-mail address"],
  [{ "unpublished-lengths": "unlimited" }, "sale", item(long(1025)), "taken"],
  [{ "unpublished-lengths": "unlimited" }, "sale", { callbackUrl: { notify: long(2049) } }, "taken"],
  [{ "unpublished-lengths": "unlimited" }, "recurring", { reason: long(256) }, "taken"],
];

const paths = { create: "hosted-checkout/create", sale: "tokenization/sale", recurring: "tokenization/recurring" };
const short = (value: object): string => JSON.stringify(value).replace(/x{9,}/g, "x…");

it.each(cases.map(([policy, kind, over, answer]) => [short(policy), kind, short(over), answer, policy, over] as const))(
  "under %s: a %s with %s: %s",
  async (_, kind, _over, answer, policy, over) => {
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, ...policy } });
    const { client } = await sandbox.lane();
    const { body } = await client(paths[kind], requests[kind](over));
    expect(body.responseCode === "0000" ? "taken" : body.message).toBe(
      answer === "taken" ? answer : `invalid parameter: ${answer}`,
    );
  },
);
