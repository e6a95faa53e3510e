import { packagePath, packageText } from "./files.js";

/** Where the demo merchant's pair lies. It signs play money only and is public on purpose. */
export const demoKeyFiles = {
  privateKey: packagePath("fixtures/keys/demo-merchant.private.pem"),
  publicKey: packagePath("fixtures/keys/demo-merchant.public.pem"),
} as const;

/** The keys themselves, as PEM. */
export const demoPrivateKey = (): string => packageText("fixtures/keys/demo-merchant.private.pem");
export const demoPublicKey = (): string => packageText("fixtures/keys/demo-merchant.public.pem");
