import type { Command } from "@commander-js/extra-typings";
import { limits } from "../../../core/facts/limits.js";
import { signedEnvelope } from "../../../core/signing/signature.js";
import { NotUtf8, utf8Text } from "../../../package/utf8.js";
import { privateKeyOf } from "../key-files.js";
import { notARequest, requestTextOf } from "./request-text.js";

const MORE = `
Reads the parameters of a call as JSON on stdin and prints the body to post, {"request": "…", "signature": "…"}. The text
is signed unchanged, but for white space around it. It also accepts an envelope, or the text of its request, and signs it
again.

Examples:
  echo '{"merchantId":3,"merchantReference":"A-1"}' | payment-sandbox sign |
    curl -s -H 'Content-Type: application/json' -d @- http://localhost:4655/hosted-checkout/query
  payment-sandbox sign --key my-merchant.private.pem < request.json

Exit codes: 0 signed, 2 usage, or stdin has no request (stdin:line:column: problem, expected)`;

export function addSign(program: Command): void {
  program
    .command("sign")
    .description("read a request from stdin, and print its signed envelope")
    .option("--key <pem>", "private key file (default: $PAYMENT_SANDBOX_PRIVATE_KEY_FILE, else the demo merchant's)")
    .addHelpText("after", MORE)
    .action(async ({ key }) => {
      const privateKey = privateKeyOf(key);
      const request = requestTextOf(await textOfStdin());
      process.stdout.write(`${JSON.stringify(signedEnvelope(request, privateKey))}\n`);
    });
}

/** Reads at most as much as the service accepts. */
async function textOfStdin(): Promise<string> {
  if (process.stdin.isTTY) throw notARequest("no request on stdin");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limits.bodyMaxBytes.value) throw notARequest("stdin:1:1: more than 1 MB");
  }
  try {
    return utf8Text(Buffer.concat(chunks)).replace(/^\ufeff/, "");
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw notARequest(`stdin:${error.problem.line}:${error.problem.column}: ${error.problem.what}`);
  }
}
