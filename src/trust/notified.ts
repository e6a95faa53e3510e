import type { KeyObject } from "node:crypto";
import { canonicalText } from "../signing/canonical.js";
import { isSignedBy } from "../signing/verify.js";
import { objectIn } from "./exchange.js";

/** One base64 of 256 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{342}==$/;

/** What is wrong with the signature of a notification; undefined where nothing is. Without a key its form alone is looked at. */
export function signatureFault(body: string, key: KeyObject | undefined): string | undefined {
  const { signature, ...fields } = objectIn(body) ?? {};
  if (typeof signature !== "string" || !SIGNATURE.test(signature))
    return "carries no signature of 344 characters: look who calls there besides the service";
  if (!key || isSignedBy(canonicalText(textsIn(fields)), signature, [key])) return undefined;
  return "is not signed by the key of --notification-key: give the public key of this environment, or tell whoever runs the service";
}

const textsIn = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"));
