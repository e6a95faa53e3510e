import type { KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { readPrivateKey, readPublicKey } from "../../signing/keys.js";

const readers = { private: readPrivateKey, public: readPublicKey } as const;

/** The RSA key in the file that `option` names. Throws InvalidInput. */
export function keyInFile(kind: keyof typeof readers, file: string, option: string): KeyObject {
  try {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new Error(`expected an RSA ${kind} key (PEM), there is no such file`);
    return readers[kind](readFileSync(file, "utf8"));
  } catch (error) {
    throw new InvalidInput(`${option}: ${file}: ${(error as Error).message}`);
  }
}

/** The key from `--key`, else from the environment, else the demo merchant's key. Throws InvalidInput. */
export function privateKeyOf(option: string | undefined): KeyObject {
  if (option !== undefined) return keyInFile("private", option, "--key");
  const file = process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE || undefined;
  return file === undefined
    ? readPrivateKey(demoPrivateKey())
    : keyInFile("private", file, "PAYMENT_SANDBOX_PRIVATE_KEY_FILE");
}
