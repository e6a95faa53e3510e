// A notification endpoint: node endpoint.mjs [port]. Answers OK only if the service signed it.
import { verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

if (!process.env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE)
  throw new Error("PAYMENT_SANDBOX_PUBLIC_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env");
const publicKey = readFileSync(process.env.PAYMENT_SANDBOX_PUBLIC_KEY_FILE);

/** The notification in a body. Undefined if it is none, or if its signature is wrong. */
function genuine(body) {
  try {
    const { signature, ...fields } = JSON.parse(body);
    // A list of one text would read as that text.
    if (!Object.values(fields).every((value) => /string|number/.test(typeof value))) return undefined;
    const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    const text = Buffer.from(pairs.sort().join("&"));
    return verify("sha256", text, publicKey, Buffer.from(signature, "base64")) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** Of a paid order, or of a stored card, which has no status. */
const textOf = ({ merchantReference, status, amount, userId, tokenId, maskedPan }) =>
  tokenId ? `${userId} ${tokenId} ${maskedPan}` : `${merchantReference} ${status} ${amount}`;

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const notification = genuine(Buffer.concat(parts).toString());
  if (!notification) return response.writeHead(400).end("not genuine");
  // It can come twice, late or never. Store it once by orderId and status, and query the order before you ship.
  console.log(textOf(notification));
  response.end("OK");
}).listen(Number(process.argv[2] ?? 3000), "127.0.0.1");
