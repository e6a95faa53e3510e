import "../support/dist.js";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { startTestSandbox } from "../support/sandbox.js";
import { type Kit, kits } from "./languages.js";

/** Runs a command beside its kit, with the built sandbox as the one that the kit starts. */
function run(
  [command, ...args]: readonly string[],
  { folder, url }: { readonly folder: string; readonly url?: string | undefined },
): Promise<{ status: number | null; output: string }> {
  const { PAYMENT_SANDBOX_URL: _, ...inherited } = process.env;
  const child = spawn(command!, args, {
    cwd: packagePath(folder),
    env: {
      ...inherited,
      ...(url !== undefined && { PAYMENT_SANDBOX_URL: url }),
      PAYMENT_SANDBOX_COMMAND: `${process.execPath} ${packagePath("bin/payment-sandbox.js")}`,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (status) => resolve({ status, output })),
  );
}

/** Runs the kit's own tests, against the sandbox at this address or one that the kit starts. */
async function expectToPass({ folder, commands }: Kit, url?: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "payment-sandbox-kit-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  for (const command of commands(scratch)) {
    const { status, output } = await run(command, { folder, url });
    expect(status, output).toBe(0);
  }
}

it.for(kits)("a kit is told that an address has no http://: $name", { timeout: 180_000 }, async (kit, { skip }) => {
  if (kit.lacks) return skip(`this machine has no ${kit.lacks}`);
  const scratch = mkdtempSync(join(tmpdir(), "payment-sandbox-kit-"));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  let said = "";
  for (const command of kit.commands(scratch))
    said = (await run(command, { folder: kit.folder, url: "localhost:5150" })).output;
  expect(said).toContain(
    'PAYMENT_SANDBOX_URL: expected an address such as http://localhost:4655, found "localhost:5150"',
  );
});

describe("the kits pass their own tests against a sandbox", () => {
  it.for(kits)("that they start: $name", { timeout: 180_000 }, async (kit, { skip }) => {
    if (kit.lacks) return skip(`this machine has no ${kit.lacks}`);
    await expectToPass(kit);
  });

  it.for(kits)("that a lane's address names: $name", { timeout: 180_000 }, async (kit, { skip }) => {
    if (kit.lacks) return skip(`this machine has no ${kit.lacks}`);
    await using sandbox = await startTestSandbox({ signature: "enforce" });
    await expectToPass(kit, `${sandbox.url}/lane/dev`);
  });
});
