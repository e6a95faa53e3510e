import type { KeyObject } from "node:crypto";
import { readPrivateKey, readPublicKey } from "../../core/signing/keys.js";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { NO_FILE, textOfNamed, whyNoFile } from "../../package/regular-file.js";

const readers = { private: readPrivateKey, public: readPublicKey } as const;

/** The RSA key in the file that `option` names. Throws InvalidInput. */
export function keyInFile(kind: keyof typeof readers, file: string, option: string): KeyObject {
  try {
    const why = whyNoFile(file);
    if (why !== undefined)
      throw new Error(
        `expected an RSA ${kind} key (PEM), ${why === NO_FILE ? "there is no such file" : `found ${why}`}`,
      );
    return readers[kind](textOfNamed(file, { isPem: true }));
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
