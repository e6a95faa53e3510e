// The request text on stdin → the envelope to post.
import { sign } from "node:crypto";
import { readFileSync } from "node:fs";

if (!process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE)
  throw new Error("PAYMENT_SANDBOX_PRIVATE_KEY_FILE is not set: run it inside payment-sandbox exec or eval its env");
const request = readFileSync(0, "utf8").trim();
const privateKey = readFileSync(process.env.PAYMENT_SANDBOX_PRIVATE_KEY_FILE);

const signature = sign("sha256", Buffer.from(request), privateKey).toString("base64");
console.log(JSON.stringify({ request, signature }));
