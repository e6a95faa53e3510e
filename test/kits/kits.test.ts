import "../support/dist.js";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { freePort } from "../../src/tools/judge/run/shop/free-port.js";
import { blocks } from "../docs/blocks.js";
import { has } from "../examples/languages.js";
import { isProof } from "../support/proof.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { type Kit, kits } from "./languages.js";

interface Run {
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** Runs a command beside its kit, with the built sandbox as the one that the kit starts. */
function run(
  [command, ...args]: readonly string[],
  { folder, url, token }: Run & { readonly folder: string },
): Promise<{ status: number | null; output: string }> {
  const { PAYMENT_SANDBOX_URL: _, ...inherited } = process.env;
  const child = spawn(command!, args, {
    cwd: resolve(packagePath("."), folder),
    env: {
      ...inherited,
      ...(url !== undefined && { PAYMENT_SANDBOX_URL: url }),
      ...(token !== undefined && { PAYMENT_SANDBOX_ADMIN_TOKEN: token }),
      PAYMENT_SANDBOX_COMMAND: `${process.execPath} ${packagePath("bin/payment-sandbox.js")}`,
      // A job's own store is not the kit's.
      PAYMENT_SANDBOX_STORE: "postgres://nobody@127.0.0.1:9/none",
      PAYMENT_SANDBOX_DATA_DIR: "/dev/null/none",
      PYTHONDONTWRITEBYTECODE: "1",
      // Loading the machine's plugins takes four fifths of a short run.
      PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (status) => resolve({ status, output })),
  );
}

/** The shop of the README's test. */
const SHOP = `
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/checkout') {
    (new PaymentSandbox\\Lane('', getenv('PAYMENT_SANDBOX_URL')))->call('hosted-checkout/create', [
        'merchantReference' => $_POST['cart'], 'amount' => (int) $_POST['amount'],
        'lineItems' => [['quantity' => 1, 'priceData' => ['name' => 'Tea', 'unitAmount' => (int) $_POST['amount']]]],
        'callbackUrl' => ['notify' => "http://$_SERVER[HTTP_HOST]/notify"],
    ]);
} elseif ($path === '/notify') {
    touch(__DIR__ . '/paid');
    echo 'OK';
} else {
    echo is_file(__DIR__ . '/paid') ? 'paid' : 'open';
}
`;

const scratches = new Map<Kit, Promise<string>>();
afterAll(async () => {
  for (const scratch of scratches.values()) rmSync(await scratch, { recursive: true, force: true });
});

/** The kit's folder for what is built, filled once. */
function scratchOf(kit: Kit): Promise<string> {
  const made = scratches.get(kit) ?? built(kit);
  scratches.set(kit, made);
  return made;
}

async function built({ folder, build }: Kit): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "payment-sandbox-kit-"));
  const { status, output } = build ? await run(build(scratch), { folder }) : { status: 0, output: "" };
  expect(status, output).toBe(0);
  return scratch;
}

/** Runs the kit's own tests or one of them, against the sandbox at this address or one that the kit starts. */
const tested = async (kit: Kit, { only, ...how }: Run & { readonly only?: string } = {}) =>
  run(kit.test(await scratchOf(kit), only), { folder: kit.folder, ...how });

describe.for(kits)("the kit in $name", (kit) => {
  beforeEach(({ skip }) => skip(kit.lacks !== undefined, `this machine has no ${kit.lacks}`));

  it("passes its own tests against a sandbox that it starts", async () => {
    const { status, output } = await tested(kit);
    expect(status, output).toBe(0);
    // pytest shows only what a failed test prints.
    if (kit.name !== "Python")
      expect(output.match(/payment-sandbox: started a sandbox at http:\S+ for this process/g)).toHaveLength(1);
  });

  // The next test shows it by a lane of a team.
  it.runIf(isProof)("passes them against a sandbox that a lane's address names", async () => {
    await using sandbox = await startTestSandbox({ signature: "enforce" });
    const { status, output } = await tested(kit, { url: `${sandbox.url}/lane/dev` });
    expect(status, output).toBe(0);
  });

  it("makes lanes that a team's token opens, if the address is a lane of the team", async () => {
    const token = "token-of-a-team";
    const adminTokens = [{ name: "a", token, lanes: "team-a-*" }];
    await using sandbox = await startTestSandbox({ adminTokens, signature: "enforce" });
    const { status, output } = await tested(kit, { url: `${sandbox.url}/lane/team-a-17`, token, only: kit.orderTest });
    expect(status, output).toBe(0);
  });
});

it.for([
  { project: "pytest", needs: "cryptography", passed: 7 },
  { project: "flask", needs: "cryptography, flask", passed: 7 },
])("the project of examples/$project passes with the kit beside it", async ({ project, needs, passed }, context) => {
  const python = ["python3", "/usr/bin/python3"].find((command) => has(command, "-c", `import pytest, ${needs}`));
  context.skip(python === undefined, `this machine has no Python with pytest, ${needs}`);
  using folder = testFolder();
  cpSync(packagePath(`examples/${project}`), folder.path, { recursive: true });
  cpSync(packagePath("kits/python/payment_sandbox.py"), join(folder.path, "payment_sandbox.py"));
  const workers = has(python!, "-c", "import xdist") ? ["-p", "xdist", "-n", "2"] : [];
  const { status, output } = await run([python!, "-m", "pytest", "-q", "-p", "no:cacheprovider", ...workers], {
    folder: folder.path,
  });
  expect(status, output).toBe(0);
  expect(output).toContain(`${passed} passed`);
});

// PHP starts the quickest.
describe.for(kits.filter(({ name }) => isProof || name === "PHP"))("the kit in $name", (kit) => {
  beforeEach(({ skip }) => skip(kit.lacks !== undefined, `this machine has no ${kit.lacks}`));

  it("takes a notification by a server of four processes, as its README prints it, and ends them all", async (context) => {
    context.skip(kit.name !== "PHP" || process.platform !== "linux", "it is PHP's, and takes setsid");
    const port = String(await freePort());
    const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-kit-"));
    const { text } = blocks.find((block) => block.file === "kits/README.md" && block.text.includes("proc_open"))!;
    const use = `<?php require "${packagePath("kits/php/PaymentSandbox.php")}";\n`;
    writeFileSync(join(folder, "index.php"), `${use}${SHOP}`);
    const test = text.replaceAll("8099", port).replace("public/index.php", join(folder, "index.php"));
    writeFileSync(join(folder, "NotificationTest.php"), `${use}${test}`);
    // The workers would keep its output open.
    const command = ["phpunit", "--no-configuration", "--do-not-cache-result", "NotificationTest.php"];
    const { status, output } = await run(command, { folder });
    rmSync(folder, { recursive: true });
    expect(status, output).toBe(0);
  });

  it("is told that the sandbox at an https address speaks http", async () => {
    await using sandbox = await startTestSandbox();
    const { output } = await tested(kit, { url: sandbox.url.replace("http:", "https:"), only: kit.orderTest });
    expect(output).toContain(
      `If the sandbox was started without --https, it speaks http: use ${sandbox.url}/_sandbox/`,
    );
  });

  it("is told that an address has no http://", async () => {
    const { output } = await tested(kit, { url: "localhost:5150", only: kit.orderTest });
    expect(output).toContain(
      'PAYMENT_SANDBOX_URL: expected an address such as http://localhost:4655, found "localhost:5150"',
    );
  });
});
