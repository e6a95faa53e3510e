import type { KeyObject } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import { limits } from "../../facts/limits.js";
import { demoPrivateKey } from "../../package/demo-keys.js";
import { InvalidInput } from "../../package/errors.js";
import { readPrivateKey } from "../../signing/keys.js";
import { signedEnvelope } from "../../signing/sign.js";
import { fault, requestTextOf } from "../request-text.js";

const MORE = `
Reads the parameters of a call as JSON on stdin and prints the body to post, {"request": "…", "signature": "…"}. The text
is signed as it stands. The text of an envelope's request, or a whole envelope, is taken too: it is signed anew.

Examples:
  echo '{"merchantId":3,"merchantReference":"A-1"}' | payment-sandbox sign |
    curl -s -H 'Content-Type: application/json' -d @- http://localhost:4655/hosted-checkout/query
  payment-sandbox sign --key my-merchant.private.pem < request.json

Exit codes: 0 signed, 2 usage, or stdin holds no request (stdin:line:column: what is wrong, what was expected)`;

export function signCommand(program: Command): void {
  program
    .command("sign")
    .description("read a request on stdin, print its signed envelope")
    .option(
      "--key <pem>",
      "file of the private key (default: $PAYMENT_SANDBOX_PRIVATE_KEY_FILE, else the demo merchant's)",
    )
    .addHelpText("after", MORE)
    .action(async ({ key }: { key?: string }) => {
      const privateKey = keyOf(key);
      const request = requestTextOf(await textOfStdin());
      process.stdout.write(`${JSON.stringify(signedEnvelope(request, privateKey))}\n`);
    });
}

function keyOf(option: string | undefined): KeyObject {
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

/** Reads no more than the service takes. */
async function textOfStdin(): Promise<string> {
  if (process.stdin.isTTY) throw fault("there is no request on stdin");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limits.bodyMaxBytes.value) throw fault("stdin:1:1: more than 1 MB");
  }
  try {
    // A byte order mark is left out.
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw fault("stdin:1:1: not UTF-8");
  }
}
