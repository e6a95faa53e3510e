import "../support/dist.js";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { blocks, placeOf } from "./blocks.js";

describe("a block that is marked so", () => {
  it.each(
    blocks.filter(({ remarks }) => remarks.run !== undefined).map((block) => [placeOf(block), block.text] as const),
  )("at %s runs to its end", (place, text) => {
    // Below the package: the block finds it by its name.
    const folder = packagePath(`dist/.docs-run-${process.pid}`);
    mkdirSync(folder);
    const file = join(folder, "block.mts");
    writeFileSync(file, text);
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(status, `${place}\n${stderr}`).toBe(0);
  });
});

describe("the Python of first-order.md", () => {
  const [whole = "", withUrllib = ""] = blocks
    .filter(({ file, text }) => file === "docs/first-order.md" && text.includes("def call(operation, params)"))
    .map(({ text }) => text);
  const query = whole.trimEnd().split("\n").at(-1);
  const faults = ["connection-reset", "truncated-body", "truncated-head", "html-body"];
  const losses = `
for fault in ${JSON.stringify(faults)}:
    rule = {"fault": fault, "placed": "after-commit"}
    requests.post(f"{os.environ['PAYMENT_SANDBOX_URL']}/_sandbox/next", json=rule, timeout=20).raise_for_status()
    try:
        print(call("hosted-checkout/query", {"merchantId": 3, "orderId": 1}))
    except NoAnswer:
        print("nobody knows")
`;

  it.skipIf(spawnSync("python3", ["-c", "import requests, cryptography"]).status !== 0).each([
    ["requests", whole + losses],
    ["urllib", `${whole}\n${withUrllib}\n${query}\n${losses}`],
  ])("with %s reads refusals, and says of a broken answer that nobody knows", (name, text) => {
    const command = ["exec", "--", "python3", "-c", text];
    const { stdout, stderr } = spawnSync(process.execPath, [packagePath("bin/payment-sandbox.js"), ...command], {
      encoding: "utf8",
    });
    const said = stdout.trim().split("\n");
    expect(said.slice(-faults.length), stderr).toEqual(faults.map(() => "nobody knows"));
    const refusals = said.slice(0, -faults.length);
    expect(refusals).toEqual(Array(name === "urllib" ? 2 : 1).fill(expect.stringContaining("order not found")));
  });
});

describe("the program that pays on the checkout page", () => {
  const params = { merchantId: 3, merchantReference: "P-1", amount: 50 };
  const lineItems = [{ quantity: 1, priceData: { unitAmount: 50, name: "Tea" } }];
  const envelope = JSON.stringify({ request: JSON.stringify({ ...params, lineItems }), signature: "" });
  const python = `
import os, requests
created = requests.post(f"{os.environ['PAYMENT_SANDBOX_URL']}/hosted-checkout/create", json=${envelope}, timeout=20)
checkout_url = created.json()["checkoutUrl"]
`;
  const php = `
$header = 'Content-Type: application/json';
$http = ['method' => 'POST', 'header' => $header, 'content' => '${envelope.replaceAll("\\", "\\\\")}'];
$url = getenv('PAYMENT_SANDBOX_URL') . '/hosted-checkout/create';
$checkoutUrl = json_decode(file_get_contents($url, false, stream_context_create(['http' => $http])), true)['checkoutUrl'];
`;

  it.for([
    { language: "python", command: ["python3", "-c"], needs: "import requests", create: python },
    { language: "php", command: ["php", "-r"], needs: "exit(extension_loaded('curl') ? 0 : 1);", create: php },
  ])("tells a mistake and a decline from a payment in $language", ({ language, command, needs, create }, { skip }) => {
    skip(spawnSync(command[0]!, [command[1]!, needs]).status !== 0, `this machine lacks what ${language} needs`);
    const { text } = blocks.find((block) => block.file === "docs/outcomes.md" && block.language === language)!;
    const numbers = ["378282246310005", "4000000000000002", "4242424242424242"];
    const tries = numbers.map((number) => text.replace("4242424242424242", number)).join("");
    const options = ["exec", "--signature", "off", "--", ...command, create + tries];
    const { stdout, stderr } = spawnSync(process.execPath, [packagePath("bin/payment-sandbox.js"), ...options], {
      encoding: "utf8",
    });
    const said = stdout.replaceAll('"', "").replaceAll("'", "");
    expect(said, stderr).toBe("422 [invalid-input]\n200 [do-not-honour]\n303 []\n");
  });
});
