import { createPublicKey } from "node:crypto";
import { publicForms, readPublicKeys } from "../core/signing/keys.js";
import { demoMerchantId, demoPublicKey } from "../package/demo-keys.js";
import { once } from "../package/once.js";

/** True if the demo merchant's key is one of these public keys, so that its private key signs for the merchant. */
export function includesDemoKey(publicKeys: readonly string[]): boolean {
  const { pem, base64 } = demo();
  return publicKeys.some((key) => key === pem || readPublicKeys(key).some((one) => publicForms(one).base64 === base64));
}

const demo = once(() => ({ pem: demoPublicKey(), base64: publicForms(createPublicKey(demoPublicKey())).base64 }));

/** The merchants of a config, as far as their keys matter. */
type ConfiguredMerchants = readonly {
  readonly merchantId: number;
  readonly publicKeys?: readonly string[] | undefined;
}[];

/** True unless the config gives the demo merchant other keys. */
export function signsWithDemoKey(merchants: ConfiguredMerchants): boolean {
  const own = merchants.find(({ merchantId }) => merchantId === demoMerchantId)?.publicKeys;
  return own === undefined || includesDemoKey(own);
}
