import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { afterEach, expect, it, vi } from "vitest";
import { addCalibrate } from "../../../src/tools/cli/service/calibrate.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { requests } from "../../support/client.js";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs the command in this process. */
async function run(...words: readonly string[]): Promise<{ readonly stdout: string; readonly exitCode: unknown }> {
  let stdout = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += text;
    return true;
  });
  const program = new Command().exitOverride();
  addCalibrate(program);
  await program.parseAsync(["node", "payment-sandbox", "calibrate", ...words]);
  return { stdout, exitCode: process.exitCode };
}

it("reads a log, writes a calibration and questions, and compares two of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calibrate-from-"));
  const [log, out, questions] = ["run.jsonl", "seen.yaml", "provider.md"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await using sandbox = await startSandbox({ assumptions: { "unpaid-card-type": "null" }, signature: "off" });
  const lane = await sandbox.lane();
  const lines: string[] = [];
  const ask = async (operation: string, params: object) => {
    const request = JSON.stringify(await lane.sign(params));
    const answer = await lane.fetch(`/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: request,
    });
    lines.push(
      JSON.stringify({
        time: Date.now(),
        url: `https://pay.example/${operation}`,
        request: JSON.parse(request),
        response: await answer.json(),
      }),
    );
  };
  await ask("hosted-checkout/create", requests.create({ merchantReference: "A-1" }));
  await ask("hosted-checkout/query", { merchantId: 3, merchantReference: "A-1" });
  writeFileSync(log, lines.join("\n"));
  const { stdout, exitCode } = await run(
    "--from",
    log,
    "--base",
    "https://pay.example",
    "--out",
    out,
    "--questions",
    questions,
    "--min-compared",
    "70",
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain("unpaid-card-type             null");
  expect(stdout).toMatch(/2 calls touch 4 assumptions; 4 of them are settled \(100 %\), which is \d.* of all \d+/);
  expect(readFileSync(questions, "utf8")).toContain("duplicate-reference");
  await expect(run("--from", log, "--out", out)).rejects.toThrow("already exists");
  const diff = await run("diff", out, out);
  expect([diff.exitCode, diff.stdout]).toEqual([0, "0 differences\n"]);
  await expect(run()).rejects.toThrow("expected --against <base-url>, or --from <file>");
});
