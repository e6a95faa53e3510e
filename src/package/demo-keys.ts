import { packagePath, packageText } from "./files.js";

/** The merchant that ships with the sandbox. */
export const demoMerchantId = 3;

/** The demo merchant's key pair. It signs play money only and is public on purpose. */
export const demoKeyFiles = {
  privateKey: packagePath("fixtures/keys/demo-merchant.private.pem"),
  publicKey: packagePath("fixtures/keys/demo-merchant.public.pem"),
} as const;

/** The demo merchant's private key, as PEM. */
export const demoPrivateKey = (): string => packageText("fixtures/keys/demo-merchant.private.pem");
export const demoPublicKey = (): string => packageText("fixtures/keys/demo-merchant.public.pem");
