import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";

const key = createPrivateKey(readFileSync(new URL("../fixtures/keys/demo-merchant.private.pem", import.meta.url)));

/** An envelope signed by the demo merchant. */
export function envelope(params: object): string {
  const request = JSON.stringify(params);
  return JSON.stringify({ request, signature: sign("sha256", Buffer.from(request), key).toString("base64") });
}

/** A create of about 800 bytes in its envelope. */
export const createBody = (reference: string): string =>
  envelope({
    merchantId: "3",
    amount: 106,
    currency: "HKD",
    merchantReference: reference,
    callbackUrl: {
      success: "https://shop.example/success",
      fail: "https://shop.example/fail",
      cancel: "https://shop.example/cancel",
    },
    lineItems: [{ quantity: 1, priceData: { unitAmount: 106, name: "A thing worth having" } }],
    lang: "en",
    showLang: true,
  });

export const queryBody = (reference: string): string => envelope({ merchantId: "3", merchantReference: reference });

/** Bodies are signed beforehand: the client's work is not what is measured. */
export const prepare = (count: number, tag: string, body: (reference: string) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => body(`${tag}-${n}`));

/** Not signed: to sign a million bodies would take longer than all the rest. */
const unsigned = (params: object): string => JSON.stringify({ request: JSON.stringify(params), signature: "" });
const lineItems = [{ quantity: 1, priceData: { unitAmount: 106, name: "A thing worth having" } }];
export const createOf = (n: number): string =>
  unsigned({ merchantId: 3, amount: 106, currency: "HKD", merchantReference: `G-${n}`, lineItems });
export const queryOf = (n: number): string => unsigned({ merchantId: 3, merchantReference: `G-${n}` });
export const saleOf = (n: number): string =>
  unsigned({
    ...{ merchantId: 3, amount: 106, currency: "HKD", merchantReference: `S-${n}`, userId: "user1" },
    ...{ tokenId: 351, lineItems },
  });
export const refundOf = (n: number): string =>
  unsigned({ merchantId: 3, merchantReference: `S-${n}`, reason: "returned" });
