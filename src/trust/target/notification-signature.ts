import type { KeyObject } from "node:crypto";
import { canonicalText } from "../../signing/canonical.js";
import { isSignedBy } from "../../signing/verify.js";
import { objectIn } from "../recording/exchange.js";

/** 256 bytes in standard base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{342}==$/;

/** The fault of a notification's signature, or undefined if there is none. Without a key, checks only the format. */
export function signatureFault(body: string, key: KeyObject | undefined): string | undefined {
  const { signature, ...fields } = objectIn(body) ?? {};
  if (typeof signature !== "string" || !SIGNATURE.test(signature))
    return "has no signature of 344 characters: check who else sends requests to this address";
  if (!key || isSignedBy(canonicalText(textsIn(fields)), signature, [key])) return undefined;
  return "is not signed by the key of --notification-key: give this environment's public key, or tell the service's operator";
}

const textsIn = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"));
