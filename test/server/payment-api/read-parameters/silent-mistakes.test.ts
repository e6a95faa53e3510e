import { expect, it } from "vitest";
import { type Params, requests, sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const item = (unitAmount: number, quantity = 1) => [{ quantity, priceData: { name: "x", unitAmount } }];
const wrong = (amount: string, items: string, which: string) =>
  `amount is ${amount}, and its line items come to ${items}: ${which} seems to be in cents, but both are in dollars`;

it.each<[string, Params, string | null]>([
  ["an amount in cents", { amount: 1990, lineItems: item(19.9) }, wrong("1990.00", "19.90", "the amount")],
  ["items in cents", { amount: 39.8, lineItems: item(1990, 2) }, wrong("39.80", "3980.00", "unitAmount")],
  ["a discount", { amount: 15, lineItems: item(19.9) }, null],
  ["the same sum", { amount: 19.9, lineItems: item(19.9) }, null],
  [
    "an empty notify address",
    { callbackUrl: { notify: "" } },
    'no notification can be sent to callbackUrl.notify "": it is empty',
  ],
  ["no notify address", { callbackUrl: {} }, null],
])("%s is carried out, and warned of if nobody can mean it", async (_, over, warning) => {
  const { client } = await sandbox.lane();
  const { body, headers } = await client("tokenization/sale", requests.sale(over));
  expect([body.responseCode, headers.get("X-Sandbox-Warnings")]).toEqual(["0000", warning]);
});

it.each<[string, Params, string | null]>([
  [
    "another method",
    { paymentMethods: "CARD,ALIPAYHK", defaultPaymentMethod: "APPLEPAY" },
    "defaultPaymentMethod APPLEPAY is not among paymentMethods (CARD, ALIPAYHK): the page preselects the first, CARD",
  ],
  ["one of them", { paymentMethods: "CARD,ALIPAYHK", defaultPaymentMethod: "ALIPAYHK" }, null],
  ["a method where none are listed", { defaultPaymentMethod: "ALIPAYHK" }, null],
])(
  "%s as defaultPaymentMethod is carried out, and warned of if the page cannot preselect it",
  async (_, over, told) => {
    const { client } = await sandbox.lane();
    const { body, headers } = await client("hosted-checkout/create", requests.create(over));
    expect([body.responseCode, headers.get("X-Sandbox-Warnings")]).toEqual(["0000", told]);
  },
);

it("a query, which takes no notify address, is not told that it is empty", async () => {
  const { client } = await sandbox.lane();
  const { id } = await sold(client);
  const { headers } = await client("direct/query", { merchantId: 3, orderId: id, notifyUrl: "" });
  expect(headers.get("X-Sandbox-Warnings")).toBe("notifyUrl is not a parameter of direct/query");
});
