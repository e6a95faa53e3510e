import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { control, startTestSandbox } from "../support/sandbox.js";
import { blocks } from "./blocks.js";

/** Where Debian's php-guzzlehttp-guzzle and php-symfony-http-client are. */
const clients = [
  ["callByGuzzle", "/usr/share/php/GuzzleHttp/autoload.php"],
  ["callBySymfony", "/usr/share/php/Symfony/Component/HttpClient/autoload.php"],
] as const;
const { text } = blocks.find((one) => one.file === "docs/first-order.md" && one.text.includes("GuzzleHttp"))!;

it.for(clients)(
  "%s signs what it sends, reads a refusal, takes no 502 or cut for an answer, and posts once",
  async ([name, autoload], context) => {
    context.skip(!existsSync(autoload), `this machine has no ${autoload}`);
    await using sandbox = await startTestSandbox({ signature: "enforce" });
    for (const fault of ["connection-reset", "http-502"])
      await control(sandbox.url, "POST", "next", { fault, placed: "after-commit" });
    const program = `require '${autoload}';
      ${text}
      $sale = ['userId' => 'user1', 'tokenId' => 351, 'amount' => 20.5, 'lineItems' => [['quantity' => 1, 'priceData' => ['name' => 'Tea é/', 'unitAmount' => 20.5]]]];
      foreach (['A-1', 'A-2', 'A-3', 'A-3'] as $reference) {
          try {
              echo ${name}('tokenization/sale', ['merchantReference' => $reference] + $sale)['responseCode'], "\\n";
          } catch (RuntimeException $lost) {
              echo substr($lost->getMessage(), 0, 9), "\\n";
          }
      }`;
    const child = spawn("php", ["-r", program], {
      env: {
        ...process.env,
        NO_PROXY: "*",
        PAYMENT_SANDBOX_URL: sandbox.url,
        PAYMENT_SANDBOX_MERCHANT_ID: "3",
        PAYMENT_SANDBOX_PRIVATE_KEY_FILE: packagePath("fixtures/keys/demo-merchant.private.pem"),
      },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (said += part));
    await once(child, "close");
    expect(said).toBe("no answer\nno answer\n0000\n2002\n");
    expect((await control(sandbox.url, "GET", "requests")).body.requests).toHaveLength(4);
  },
);
