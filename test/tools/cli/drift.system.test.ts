import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { isProof } from "../../support/proof.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";
import { run } from "./cli.js";

const calibration = (target: string, assumptions: object) => `version: 1
madeBy: 0.1.0
date: 2026-01-05T02:00:00.000Z
target: ${target}
merchantId: 3
userId: user1
assumptions: ${JSON.stringify(assumptions)}
responseCodes: {}
findings: {}
undetermined: {}
`;

/** A service that replaces an open order. Under any other choice the probe waits twice for an order to close. */
const spared = { ...defaultPolicy, "duplicate-reference": "replace-open" } as const;
/** Only a person could cancel an order. */
const unseen = { cancel: { choice: "stay-open", confidence: "likely" } };

describe("payment-sandbox drift", () => {
  it("exits with 8, and tells what changed", async () => {
    await using sandbox = await startTestSandbox({ signature: "enforce", policy: spared });
    using folder = testFolder();
    const seen = { "duplicate-reference": { choice: "refuse", confidence: "sure" }, ...unseen };
    writeFileSync(join(folder.path, "seen.yaml"), calibration(sandbox.url, seen));
    const { exitCode, stdout } = await run(["drift", "--against", sandbox.url, "--calibration", "seen.yaml"], {
      cwd: folder.path,
    });
    expect(exitCode).toBe(8);
    expect(stdout).toMatch(/^duplicate-reference\n {2}- refuse\n {2}\+ replace-open\n\d+ of \d+ charges were voided/);
    expect(stdout).toContain("could not be checked this time: cancel\n");
  });

  // Each run makes all calls of a calibration.
  it.runIf(isProof)("exits with 9 where too little could be compared, unless less is asked for", async () => {
    await using sandbox = await startTestSandbox({ signature: "enforce", policy: spared });
    using folder = testFolder();
    const drift = async (...more: string[]) => {
      const { url } = await sandbox.lane();
      writeFileSync(join(folder.path, `${basename(url)}.yaml`), calibration(url, unseen));
      const words = ["--against", url, "--calibration", `${basename(url)}.yaml`];
      return run(["drift", ...words, ...more], { cwd: folder.path });
    };
    const little = await drift();
    expect(little.exitCode).toBe(9);
    expect(little.stdout).toContain(
      "could not be checked this time: cancel\ntoo few entries could be compared: 0 %, expected at least 80 %\n",
    );
    expect((await drift("--min-compared", "0")).exitCode).toBe(0);
  });

  it("is told in one line where the calibration is another's, or cannot be read", async () => {
    using folder = testFolder();
    const run2 = (...options: string[]) =>
      run(["drift", "--against", "http://localhost:1", ...options], { cwd: folder.path });
    writeFileSync(join(folder.path, "seen.yaml"), calibration("http://localhost:1", {}));
    const [other, none] = await Promise.all([
      run2("--calibration", "seen.yaml", "--user", "anna"),
      run2("--calibration", "none.yaml"),
    ]);
    expect([other.exitCode, other.stderr]).toEqual([
      2,
      "payment-sandbox: seen.yaml was made with --merchant 3 --user user1: use the same\n",
    ]);
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      "payment-sandbox: no calibration none.yaml: create it with payment-sandbox calibrate\n",
    ]);
  });
});
