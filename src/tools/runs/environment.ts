import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publicForms } from "../../core/signing/keys.js";
import { demoKeyFiles, demoMerchantId } from "../../package/demo-keys.js";
import { packagePath } from "../../package/files.js";
import { stateFolder } from "../../package/state-folder.js";
import { makeFolder, temporaryFolder } from "../../package/writing.js";
import { signsWithDemoKey } from "../../server/demo-key.js";
import type { Settings } from "../../server/options/settings.js";
import type { RunningServer } from "../../server/server.js";

/** The variables with which a command finds the sandbox and its keys. Valid until disposed. */
export interface CommandEnvironment extends Disposable {
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * Writes the key that verifies notifications to a file, unless it is the shipped key. A variable about another sandbox is
 * undefined, so that the command doesn't inherit it. `caFile`: the certificate that the command must trust to call the
 * sandbox over HTTPS.
 */
export function commandEnvironment(
  url: string,
  { notificationKey, merchants }: Pick<Settings, "notificationKey" | "merchants">,
  { caFile, adminToken }: Partial<Pick<RunningServer, "caFile" | "adminToken">> = {},
): CommandEnvironment {
  let folder: string | undefined;
  const put = (name: string, text: string): string => {
    folder ??= temporaryFolder("payment-sandbox-");
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const publicKeyFile =
    notificationKey === undefined
      ? shippedPublicKey
      : put("notification.public.pem", publicForms(createPublicKey(createPrivateKey(notificationKey))).pem);
  return {
    variables: {
      ...ofAnother,
      PAYMENT_SANDBOX_ADMIN_TOKEN: adminToken,
      ...variablesOf(url, publicKeyFile, signsWithDemoKey(merchants)),
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

/** Variables that the sandbox of a command may lack. Inherited, they would be about another sandbox. */
const ofAnother = {
  PAYMENT_SANDBOX_LANE: undefined,
  PAYMENT_SANDBOX_PRIVATE_KEY_FILE: undefined,
  PAYMENT_SANDBOX_CA_FILE: undefined,
};

const shippedPublicKey = packagePath("fixtures/keys/notification.public.pem");

/** Without a private key if the demo merchant has other keys: only the user has their private key. */
const variablesOf = (url: string, publicKeyFile: string, hasDemoKey: boolean): Readonly<Record<string, string>> => ({
  PAYMENT_SANDBOX_URL: url,
  PAYMENT_SANDBOX_MERCHANT_ID: String(demoMerchantId),
  ...(hasDemoKey && { PAYMENT_SANDBOX_PRIVATE_KEY_FILE: demoKeyFiles.privateKey }),
  PAYMENT_SANDBOX_PUBLIC_KEY_FILE: publicKeyFile,
});

/** The keys of a sandbox that is already running. */
export interface RunningKeys {
  readonly notificationPublicKey: string;
  /** False if the demo merchant has other keys there. */
  readonly hasDemoKey: boolean;
}

/**
 * The same variables for a sandbox that is already running. If it has its own key, the key is stored in the state
 * folder.
 */
export function variablesFor(
  url: string,
  { notificationPublicKey, hasDemoKey }: RunningKeys,
): Readonly<Record<string, string>> {
  if (notificationPublicKey.trim() === readFileSync(shippedPublicKey, "utf8").trim())
    return withAuthority(variablesOf(url, shippedPublicKey, hasDemoKey));
  const folder = join(stateFolder(), "env");
  makeFolder(folder);
  const file = join(
    folder,
    `notification-${createHash("sha256").update(notificationPublicKey).digest("hex").slice(0, 16)}.pem`,
  );
  writeFileSync(file, notificationPublicKey);
  return withAuthority(variablesOf(url, file, hasDemoKey));
}

/** Over HTTPS, clients must trust the sandbox's own CA, if it exists. */
function withAuthority(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const caFile = join(stateFolder(), "https", "ca.pem");
  const isNeeded = variables.PAYMENT_SANDBOX_URL?.startsWith("https:") && existsSync(caFile);
  return isNeeded ? { ...variables, PAYMENT_SANDBOX_CA_FILE: caFile, NODE_EXTRA_CA_CERTS: caFile } : variables;
}

/** Node.js accepts only one file, so the user's own certificates are copied into it. */
function trustedByNode(caFile: string, users: string | undefined, put: (name: string, text: string) => string): string {
  if (!users || !existsSync(users)) return caFile;
  return put("trusted.pem", `${readFileSync(users, "utf8").trimEnd()}\n${readFileSync(caFile, "utf8")}`);
}
