import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const key = createPrivateKey(readFileSync(new URL("../fixtures/keys/demo-merchant.private.pem", import.meta.url)));

/** An envelope signed by the demo merchant. */
export function envelope(params: object): string {
  const request = JSON.stringify(params);
  return JSON.stringify({ request, signature: sign("sha256", Buffer.from(request), key).toString("base64") });
}

/** A create of about 800 bytes in its envelope. */
export const createParams = (reference: string): object => ({
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
export const createBody = (reference: string): string => envelope(createParams(reference));

export const queryParams = (reference: string): object => ({ merchantId: "3", merchantReference: reference });
export const queryBody = (reference: string): string => envelope(queryParams(reference));

/** Bodies are signed beforehand: the client's work is not what is measured. */
export const prepare = (count: number, tag: string, body: (reference: string) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => body(`${tag}-${n}`));

const signed = promisify(sign);

/** The same, signed on all cores: twenty thousand take twenty seconds on one. */
export const prepareOnCores = (
  count: number,
  tag: string,
  params: (reference: string) => object,
): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const request = JSON.stringify(params(`${tag}-${n}`));
      const signature = await signed("sha256", Buffer.from(request), key);
      return JSON.stringify({ request, signature: signature.toString("base64") });
    }),
  );

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
