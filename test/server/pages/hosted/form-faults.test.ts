import { expect, it } from "vitest";
import { faultsText, NAMES } from "../../../../src/server/pages/hosted/form-faults.js";

const MAGIC = "Use a test card: payment-sandbox magic lists them.";

it.each([
  [{ number: "number" }, {}, "card-number is missing", NAMES],
  [{ number: "number" }, { "card-number": "4111 1111 1111 1112" }, "card-number: its check digit is wrong", MAGIC],
  [{ number: "number" }, { "card-number": "4111" }, "card-number: it has not 12 to 19 digits", MAGIC],
  [
    { number: "brand" },
    { "card-number": "378282246310005" },
    "card-number: no card of that brand is taken",
    "Use another card, such as 4111111111111111.",
  ],
  [
    { number: "brand" },
    { "card-number": "5555 5555 5555 4444" },
    "card-number: allowedCardType is VISA, and the card is of MASTER",
    "Use another card, such as 4111111111111111.",
  ],
  [
    { expiry: "expired" },
    { "card-expiry": "01/2020" },
    "card-expiry: 01/20 is past on the lane's clock",
    "Use a later card-expiry, or set the lane's clock back.",
  ],
  [
    { number: "number", cvc: "cvc" },
    { "card-number": "4111111111111112" },
    "card-number: its check digit is wrong; card-cvc is missing",
    NAMES,
  ],
] as const)("faults %j of the fields %j are told one by one", (faults, fields, message, fix) => {
  const page = { limits: { allowedCardType: "VISA" }, brands: ["VISA"] } as const;
  expect(faultsText(faults, fields as Record<string, string>, page)).toEqual({ message, fix });
});
