import { createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/**
 * Writes the key that verifies notifications to a file, where it is not the one that ships. `caFile`: what a command must
 * trust to call the sandbox over HTTPS.
 */
export function commandEnvironment(
  url: string,
  { notificationKey }: Pick<Settings, "notificationKey">,
  caFile?: string,
): CommandEnvironment {
  let folder: string | undefined;
  const put = (name: string, text: string): string => {
    folder ??= mkdtempSync(join(tmpdir(), "payment-sandbox-"));
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const publicKeyFile =
    notificationKey === undefined
      ? packagePath("fixtures/keys/notification.public.pem")
      : put("notification.public.pem", publicForms(createPublicKey(createPrivateKey(notificationKey))).pem);
  return {
    variables: {
      PAYMENT_SANDBOX_URL: url,
      PAYMENT_SANDBOX_MERCHANT_ID: String(demoMerchants[0]?.merchantId),
      PAYMENT_SANDBOX_PRIVATE_KEY_FILE: demoKeyFiles.privateKey,
      PAYMENT_SANDBOX_PUBLIC_KEY_FILE: publicKeyFile,
      ...(caFile !== undefined && {
        PAYMENT_SANDBOX_CA_FILE: caFile,
        NODE_EXTRA_CA_CERTS: trustedByNode(caFile, process.env.NODE_EXTRA_CA_CERTS, put),
      }),
    },
    [Symbol.dispose]: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Node.js takes one file: what the user's own one has stays trusted. */
function trustedByNode(caFile: string, users: string | undefined, put: (name: string, text: string) => string): string {
  if (!users || !existsSync(users)) return caFile;
  return put("trusted.pem", `${readFileSync(users, "utf8").trimEnd()}\n${readFileSync(caFile, "utf8")}`);
}
