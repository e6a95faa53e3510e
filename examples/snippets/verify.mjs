// A notification's body on stdin → "valid" (exit 0) or "invalid" (exit 1).
import { verify } from "node:crypto";
import { readFileSync } from "node:fs";

if (!process.env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE)
  throw new Error("PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env");
const publicKey = readFileSync(process.env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE);

function isGenuine(body) {
  try {
    const { signature, ...fields } = JSON.parse(body);
    // A list of one text would read as that text.
    if (!Object.values(fields).every((value) => /string|number/.test(typeof value))) return false;
    const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    const text = pairs.sort().join("&");
    return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false; // No JSON, or no signature.
  }
}

const valid = isGenuine(readFileSync(0, "utf8"));
console.log(valid ? "valid" : "invalid");
process.exit(valid ? 0 : 1);
