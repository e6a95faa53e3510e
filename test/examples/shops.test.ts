import "../support/dist.js";
import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../src/package/files.js";
import { languages } from "./languages.js";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One line of a CI job: a sandbox around a shop. */
const exec = (
  options: readonly string[],
  shop: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) => run("exec", options, shop, environment);

function run(
  command: "exec" | "judge",
  options: readonly string[],
  shop: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve) => {
    const args = ["bin/payment-sandbox.js", command, ...options, "--", ...shop];
    execFile(
      process.execPath,
      args,
      { cwd: packageRoot, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const said = ({ stdout }: Ended): Record<string, unknown> =>
  JSON.parse(stdout.split("\n").find((line) => line.startsWith("{"))!);

/** Run by hand, as it is. */
function alone([file = "", ...args]: readonly string[]): Promise<Ended> {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith("PAYMENT_SANDBOX_"));
  return new Promise((resolve) =>
    execFile(file, args, { cwd: packageRoot, env: Object.fromEntries(env), timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  );
}

describe.each(languages)("the shop in $name", ({ shop, isHere, tellsBeliefs }) => {
  it.runIf(isHere)("is paid, hears of it, and gives the money back", async () => {
    const ended = await exec([], shop);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(said(ended)).toMatchObject({ notified: true, status: "REFUNDED", consistent: true });
  });

  it.runIf(isHere)("says in one line how it is run where no sandbox is told", async () => {
    const { code, stdout, stderr } = await alone(shop);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^PAYMENT_SANDBOX_URL is not set: run it by npx payment-sandbox exec -- \w+ examples\/\S+\n$/,
    );
  });

  it.runIf(isHere)("tries again when its first refund is refused", async () => {
    const ended = await exec(["--scenario", "examples/refund-refused.scenario.yaml"], shop);
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(said(ended)).toMatchObject({ status: "REFUNDED" });
  });

  it.runIf(isHere)("goes red when it takes a refused refund for done", async () => {
    const ended = await exec(["--scenario", "examples/refund-refused.scenario.yaml"], shop, {
      SHOP_WRONG: "ignore-refusal",
    });
    expect(ended, ended.stderr).toMatchObject({ code: 4 });
    expect(ended.stderr).toContain("SHOP-1");
  });

  it.runIf(isHere)("refunds when its void is refused", async () => {
    const ended = await exec(["--scenario", "examples/void-refused.scenario.yaml"], shop, { SHOP_THEN: "void" });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
  });

  it.runIf(isHere && tellsBeliefs)("is accused of nothing by the judge where an answer is lost", async () => {
    // By all its mutants: see docs/judge.md. Here by the one at which a shop is wrong most easily.
    const lost = "refund#1/after-commit/connection-reset";
    const ended = await run("judge", ["--only", lost], shop, { SHOP_WAIT_MS: "500" });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain("survived            refund#1/after-commit/connection-reset");
    expect(ended.stdout).toContain("0 unresolved, 0 unstable");
  });
});
