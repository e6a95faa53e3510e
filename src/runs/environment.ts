import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoMerchants } from "../app/fixtures.js";
import type { Settings } from "../config/settings.js";
import { demoKeyFiles } from "../package/demo-keys.js";
import { packagePath } from "../package/files.js";
import { publicForms } from "../signing/keys.js";

/** The variables by which a command finds the sandbox and its keys, as long as it is not disposed. */
export interface CommandEnvironment extends Disposable {
  readonly variables: Readonly<Record<string, string>>;
}

/** Writes the key that verifies notifications to a file, where it is not the one that ships. */
export function commandEnvironment(
  url: string,
  { notificationKey }: Pick<Settings, "notificationKey">,
): CommandEnvironment {
  const folder = notificationKey === undefined ? undefined : mkdtempSync(join(tmpdir(), "payment-sandbox-"));
  const publicKeyFile =
    folder === undefined
      ? packagePath("fixtures/keys/notification.public.pem")
      : join(folder, "notification.public.pem");
  if (notificationKey !== undefined)
    writeFileSync(publicKeyFile, publicForms(createPublicKey(createPrivateKey(notificationKey))).pem);
  return {
    variables: {
      PAYMENT_SANDBOX_URL: url,
      PAYMENT_SANDBOX_MERCHANT_ID: String(demoMerchants[0]?.merchantId),
      PAYMENT_SANDBOX_PRIVATE_KEY_FILE: demoKeyFiles.privateKey,
      PAYMENT_SANDBOX_PUBLIC_KEY_FILE: publicKeyFile,
    },
    [Symbol.dispose]: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
