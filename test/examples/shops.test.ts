import "../support/dist.js";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../src/package/files.js";
import { casesFor } from "../support/proof.js";
import { run } from "../support/run-command.js";
import { testFolder } from "../support/sandbox.js";
import { languages } from "./languages.js";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One line of a CI job: a sandbox around a shop. What the shop prints goes to a file. */
async function exec(
  options: readonly string[],
  shop: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  using folder = testFolder();
  const output = join(folder.path, "output");
  const command = ["sh", "-c", 'exec "$@" >"$OUTPUT"', "sh", ...shop];
  const env = { ...environment, OUTPUT: output };
  const ended = await run(["exec", ...options, "--", ...command], { cwd: packageRoot, env });
  return { ...ended, output: readFileSync(output, "utf8") };
}

const said = (output: string): Record<string, unknown> =>
  JSON.parse(output.split("\n").find((line) => line.startsWith("{"))!);

/** Run by hand, as it is. */
function alone([file = "", ...args]: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PAYMENT_SANDBOX_"));
  const env = { ...Object.fromEntries(inherited), ...settings };
  return new Promise((resolve) =>
    execFile(file, args, { cwd: packageRoot, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

const here = languages.filter(({ isHere }) => isHere);

describe.each(here)("the shop in $name", ({ shop }) => {
  it("is paid, hears of it, and gives the money back, though its first refund is refused", async () => {
    const ended = await exec(["--scenario", "examples/refund-refused.scenario.yaml"], shop);
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
    expect(said(ended.output)).toMatchObject({ notified: true, status: "REFUNDED", consistent: true });
  });
});

describe.each(casesFor(here))("the shop in $name", ({ shop }) => {
  it("says in one line how it is run where no sandbox is told", async () => {
    const { code, stdout, stderr } = await alone(shop);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^PAYMENT_SANDBOX_URL is not set: run it by npx payment-sandbox exec -- \w+ examples\/\S+\n$/,
    );
  });

  it("says in one line how it is run, too, where the sandbox is told but no key", async () => {
    const { code, stderr } = await alone(shop, { PAYMENT_SANDBOX_URL: "http://127.0.0.1:9" });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^PAYMENT_SANDBOX_PRIVATE_KEY_FILE is not set: run it by npx payment-sandbox exec -- /);
  });

  it("goes red when it takes a refused refund for done", async () => {
    const ended = await exec(["--scenario", "examples/refund-refused.scenario.yaml"], shop, {
      SHOP_WRONG: "ignore-refusal",
    });
    expect(ended, ended.stderr).toMatchObject({ exitCode: 4 });
    expect(ended.stderr).toContain("SHOP-1");
  });

  it("refunds when its void is refused", async () => {
    const ended = await exec(["--scenario", "examples/void-refused.scenario.yaml"], shop, { SHOP_THEN: "void" });
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
  });

  it("is accused of nothing by the judge where an answer is lost", async () => {
    // By all its mutants: see docs/judge.md. Here by the one at which a shop is wrong most easily.
    const lost = "refund#1/after-commit/connection-reset";
    const ended = await run(["judge", "--only", lost, "--", ...shop], {
      cwd: packageRoot,
      env: { SHOP_WAIT_MS: "500" },
    });
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
    expect(ended.stderr).toContain("survived            refund#1/after-commit/connection-reset");
    expect(ended.stdout).toContain("0 unresolved, 0 unstable");
  });
});
