import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCalibration } from "../../src/config/calibration.js";
import { defaultPolicy } from "../../src/facts/assumptions.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { run } from "./cli.js";

describe("payment-sandbox calibrate", () => {
  it("writes what it saw, without signatures and whole card numbers", async () => {
    // An order that is returned spares the wait for one to close.
    const policy = { ...defaultPolicy, "duplicate-reference": "return-existing" } as const;
    await using sandbox = await startTestSandbox({ signature: "enforce", policy });
    using folder = testFolder();
    const { exitCode, stdout, stderr } = await run(["calibrate", "--against", sandbox.url, "--out", "seen.yaml"], {
      cwd: folder.path,
    });
    expect({ exitCode, stderr: stderr.includes("duplicate-reference") }).toEqual({ exitCode: 0, stderr: true });
    expect(stdout).toMatch(/duplicate-reference +return-existing\n/);
    expect(stdout).toContain("wrote seen.yaml\n");
    const path = join(folder.path, "seen.yaml");
    const { assumptions, responseCodes, target } = readCalibration(path);
    expect(target).toBe(sandbox.url);
    expect(assumptions["duplicate-reference"]).toMatchObject({ choice: "return-existing", confidence: "sure" });
    expect(responseCodes["order-not-found"]).toMatchObject({ code: "2001", message: "order not found" });
    expect(readFileSync(path, "utf8")).not.toMatch(/[A-Za-z0-9+/]{80}|\d{16}/);
  });

  it("asks for consent before it sends anything to another machine", async () => {
    const { exitCode, stderr } = await run(["calibrate", "--against", "https://payments.example", "--merchant", "17"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/payments\.example is not on this machine: --yes agrees/);
  });

  it("exits with 1 where the target is no payment service, and writes nothing", async () => {
    await using sandbox = await startTestSandbox();
    using folder = testFolder();
    const { exitCode, stderr } = await run(["calibrate", "--against", `${sandbox.url}/checkout`], { cwd: folder.path });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^payment-sandbox: .*tokenization\/query-token answered .*: .*\n$/);
  });
});
