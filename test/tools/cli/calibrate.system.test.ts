import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assumptions, defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { readCalibration } from "../../../src/server/options/calibration.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";
import { run } from "./cli.js";

/** What an earlier run wrote: everything was seen but this. A whole run stands in test/tools/trust/calibrate.system.test.ts. */
function seenBefore(target: string, ...open: readonly string[]): string {
  const seen = assumptions.filter(({ id }) => !open.includes(id));
  return JSON.stringify({
    ...{ version: 1, madeBy: "0.1.0", date: "2026-01-05T02:00:00.000Z", target, merchantId: 3, userId: "user1" },
    assumptions: Object.fromEntries(
      seen.map(({ id, choices }) => [id, { choice: choices[0], confidence: "sure", evidence: [] }]),
    ),
    // Without it, the run begins anew.
    partial: true,
    ...{ responseCodes: {}, findings: {}, undetermined: {} },
  });
}

describe("payment-sandbox calibrate", () => {
  it("writes what it saw, without signatures and whole card numbers", async () => {
    // Under any other choice the probe waits twice for an order to close.
    const policy = { ...defaultPolicy, "duplicate-reference": "replace-open" } as const;
    await using sandbox = await startTestSandbox({ signature: "enforce", policy });
    using folder = testFolder();
    const path = join(folder.path, "seen.yaml");
    writeFileSync(path, seenBefore(sandbox.url, "amount-precision", "duplicate-reference"));
    const { exitCode, stdout, stderr } = await run(["calibrate", "--against", sandbox.url, "--out", "seen.yaml"], {
      cwd: folder.path,
    });
    expect({ exitCode, stderr: stderr.includes("duplicate-reference") }).toEqual({ exitCode: 0, stderr: true });
    expect(stdout).toMatch(/amount-precision +refuse: 0, -1 and 1\.005 are refused\n/);
    expect(stdout).toContain("wrote seen.yaml\n");
    const { assumptions: seen, responseCodes, target } = readCalibration(path);
    expect(target).toBe(sandbox.url);
    expect(seen["duplicate-reference"]).toMatchObject({ choice: "replace-open", confidence: "sure" });
    expect(responseCodes["order-not-found"]).toMatchObject({ code: "2001", message: "order not found" });
    expect(readFileSync(path, "utf8")).not.toMatch(/[A-Za-z0-9+/]{80}|\d{16}/);
  });

  it("says before the first call how many a plan or a run with a rate makes, and how long that takes", async () => {
    await using sandbox = await startTestSandbox();
    using folder = testFolder();
    writeFileSync(join(folder.path, "seen.yaml"), seenBefore(sandbox.url, "amount-precision"));
    const against = ["calibrate", "--against", sandbox.url, "--out", "seen.yaml"];
    const plan = await run([...against, "--plan"], { cwd: folder.path });
    const [counted, calls] = /^about (\d+) calls$/m.exec(plan.stdout) ?? [];
    expect(counted, plan.stdout).toBe(plan.stdout.trimEnd().split("\n").at(-1));
    expect(plan.stdout.match(/^ {4}\w/gm)).toHaveLength(Number(calls));
    const { stderr } = await run([...against, "--rate", "1000"], { cwd: folder.path });
    expect(stderr).toMatch(/^payment-sandbox: about \d+ calls, at most 1000 a second: 1 minute, and more if /);
  });

  it("asks for consent before it sends anything to another machine", async () => {
    const { exitCode, stderr } = await run(["calibrate", "--against", "https://payments.example", "--merchant", "17"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/payments\.example is not on this machine: --yes agrees/);
  });

  it("says before it sends anything that the file cannot be written, or is another caller's", async () => {
    using folder = testFolder();
    const against = (...options: string[]) =>
      run(["calibrate", "--against", "http://localhost:1", ...options], { cwd: folder.path });
    const of =
      "version: 1\nmadeBy: 0.1.0\ndate: 2026-01-05T02:00:00Z\ntarget: http://localhost:1\nmerchantId: 3\nuserId: anna\n";
    const empty = "assumptions: {}\nresponseCodes: {}\nfindings: {}\nundetermined: {}\n";
    writeFileSync(join(folder.path, "anna.yaml"), `${of}${empty}`);
    const [nowhere, other] = await Promise.all([
      against("--out", "no-folder/seen.yaml"),
      against("--out", "anna.yaml", "--resume"),
    ]);
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^payment-sandbox: --out: cannot write no-folder\/seen\.yaml: no-folder: no such file or directory\n$/,
      ),
    ]);
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      "payment-sandbox: --resume: anna.yaml is for merchant 3 and user anna at http://localhost:1, not for merchant 3 and user user1 at http://localhost:1 (--no-resume starts over)\n",
    ]);
  });

  it("exits with 1 where the target is no payment service, and writes nothing", async () => {
    await using sandbox = await startTestSandbox();
    using folder = testFolder();
    const { exitCode, stderr } = await run(["calibrate", "--against", `${sandbox.url}/checkout`], { cwd: folder.path });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^payment-sandbox: .*tokenization\/query-token answered .*: .*\n$/);
  });
});
