import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPrivateKey } from "../../../core/signing/keys.js";
import { signedEnvelope } from "../../../core/signing/signature.js";
import { demoPrivateKey } from "../../../package/demo-keys.js";
import { packagePath } from "../../../package/files.js";
import { quoted } from "../../../package/typed.js";
import { signsWithDemoKey } from "../../../server/demo-key.js";
import type { Settings } from "../../../server/options/settings.js";

/** The signed envelope of a first order of the demo merchant. The same reference gives the same bytes. */
export function firstOrder(merchantReference: string): string {
  const request = JSON.stringify({
    merchantId: 3,
    merchantReference,
    currency: "HKD",
    amount: 699,
    lineItems: [{ quantity: 1, priceData: { name: "A first order", unitAmount: 699 } }],
  });
  return `${JSON.stringify(signedEnvelope(request, readPrivateKey(demoPrivateKey())), null, 2)}\n`;
}

/**
 * A curl command that can be pasted into any shell, because its body is in a file. Undefined if the demo key would be
 * refused, or if the file can't be written.
 */
export function tryOut(
  { url, caFile }: { readonly url: string; readonly caFile?: string | undefined },
  { dataDir, merchants }: Pick<Settings, "dataDir" | "merchants">,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (!signsWithDemoKey(merchants)) return undefined;
  const file = dataDir === undefined ? packagePath("fixtures/first-order.json") : freshOrder(dataDir);
  if (file === undefined) return undefined;
  const word = (text: string): string => wordFor(text, platform);
  const trust = caFile === undefined ? "" : ` --cacert ${word(caFile)}`;
  return `curl -s${trust} -H Content-Type:application/json -d ${word(`@${file}`)} ${url}/hosted-checkout/create`;
}

/** Quotes one word for a system's shell. A word that needs no quotes stays as it is. */
function wordFor(text: string, platform: NodeJS.Platform): string {
  if (platform !== "win32") return quoted(text);
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text}"`;
}

/**
 * A data folder may already have an order with the shipped reference, from an earlier start. Undefined if the file can't
 * be written: it is only a hint.
 */
function freshOrder(dataDir: string): string | undefined {
  const file = join(dataDir, "first-order.json");
  try {
    writeFileSync(file, firstOrder(`TRY-${Date.now().toString(36).toUpperCase()}`), { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}
