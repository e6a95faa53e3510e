import type { KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { readPrivateKey } from "../../signing/keys.js";

/** The key from `--key`, else from the environment, else the demo merchant's key. Throws InvalidInput. */
export function privateKeyOf(option: string | undefined): KeyObject {
  const variable = process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE || undefined;
  const file = option ?? variable;
  if (file === undefined) return readPrivateKey(demoPrivateKey());
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new Error("expected an RSA private key (PEM), there is no such file");
    return readPrivateKey(readFileSync(file, "utf8"));
  } catch (error) {
    const name = option === undefined ? "PAYMENT_SANDBOX_PRIVATE_KEY_FILE" : "--key";
    throw new InvalidInput(`${name}: ${file}: ${(error as Error).message}`);
  }
}
