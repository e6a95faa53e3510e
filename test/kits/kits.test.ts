import "../support/dist.js";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { kits } from "./languages.js";

/** Runs a command beside its kit, with the built sandbox as the one that the kit starts. */
function run(
  [command, ...args]: readonly string[],
  folder: string,
): Promise<{ status: number | null; output: string }> {
  const { PAYMENT_SANDBOX_URL: _, ...inherited } = process.env;
  const child = spawn(command!, args, {
    cwd: packagePath(folder),
    env: {
      ...inherited,
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

describe("the kits pass their own tests against a sandbox that they start", () => {
  it.for(kits)("$name", { timeout: 180_000 }, async ({ folder, commands, lacks }, { skip }) => {
    if (lacks) return skip(`this machine has no ${lacks}`);
    const scratch = mkdtempSync(join(tmpdir(), "payment-sandbox-kit-"));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    for (const command of commands(scratch)) {
      const { status, output } = await run(command, folder);
      expect(status, output).toBe(0);
    }
  });
});
