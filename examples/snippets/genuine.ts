// Verifies a notification in a handler of a web framework. Node.js 22.18 and newer import it as it is, also from JavaScript.
import { verify } from "node:crypto";
import { readFileSync } from "node:fs";

/** An order was paid. Every value is a text, also the amount. */
export interface OrderPaid {
  orderId: string;
  merchantReference: string;
  status: string;
  amount: string;
  cardType: string;
  maskedPan: string;
  updateTime: string;
  tokenId?: undefined;
}

/** A card was stored. */
export interface CardStored {
  tokenId: string;
  userId: string;
  merchantId: string;
  maskedPan: string;
  expiryDate: string;
  updateTime: string;
  cardBrand?: string;
  cardSubBrand?: string;
}

/**
 * The notification in a body, which may be a text, or parsed already. Undefined if it is none, or if its signature is wrong.
 * `publicKey` is a PEM: in a test with the library, `await lane.notificationPublicKey()`.
 */
export function genuine(body: unknown, publicKey = keyInFile()): OrderPaid | CardStored | undefined {
  try {
    const { signature, ...fields } = typeof body === "string" ? JSON.parse(body) : body;
    // A list of one text would read as that text.
    if (!Object.values(fields).every((value) => /string|number/.test(typeof value))) return undefined;
    const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    const text = Buffer.from(pairs.sort().join("&"));
    return verify("sha256", text, publicKey, Buffer.from(signature, "base64")) ? fields : undefined;
  } catch {
    return undefined; // No JSON, or no signature.
  }
}

function keyInFile(): string {
  const { PAYMENT_SANDBOX_PUBLIC_KEY_FILE: file } = process.env;
  if (file) return readFileSync(file, "utf8");
  throw new Error(
    "PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec, eval its env, or give genuine the key",
  );
}
