import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { clientOf, requests } from "../../support/client.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";
import { Cli, run } from "./cli.js";

describe("record, compare and import", () => {
  it("keep a test run, tell what the sandbox answers otherwise at once and later, and make a scenario file of it", async () => {
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, "unpaid-card-type": "empty" } });
    using folder = testFolder();
    const out = join(folder.path, "run.jsonl");
    await using recording = new Cli(["record", "--target", sandbox.url, "--out", out, "--shadow"]);
    await recording.seen("stdout", "recording at http");
    const [, url] = /recording at (\S+)\n/.exec(recording.stdout)!;
    const client = clientOf(url!);
    const { body } = await client("hosted-checkout/create", requests.create());
    const query = { merchantId: 3, orderId: body.order.id };
    await client("hosted-checkout/query", query);
    await sandbox.control("POST", "next", { fault: "http-503", placed: "before-commit" });
    await client("hosted-checkout/query", query);
    const differs = `#2 hosted-checkout/query\n    order.cardType: "" there, left out here\n`;
    await recording.seen("stdout", differs);
    await recording.seen("stderr", `${sandbox.url} answered HTTP 503: it is down; run again later\n`);
    recording.child.kill("SIGINT");
    const { exitCode, stdout } = await recording.ended();
    expect(exitCode).toBe(130);
    expect(stdout).toMatch(/\nwrote 3 calls to \S+run\.jsonl\n3 of 3 calls compared, 2 differ\n$/);
    expect(readFileSync(out, "utf8")).not.toMatch(/[A-Za-z0-9+/]{80}/);

    const [compared, imported] = await Promise.all([run(["compare", out]), run(["import", out])]);
    expect(compared.exitCode).toBe(1);
    expect(compared.stdout).toContain(differs);
    expect(imported.stdout).toContain("fault: http-503");
    const kept = join(folder.path, "incident.scenario.yaml");
    expect(await run(["import", out, "--out", kept])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^wrote \S+yaml, made from 3 calls\nnext: .* exec --scenario \S+yaml -- <your test>\n$/,
      ),
    });
    const [, schema = ""] = /^# yaml-language-server: \$schema=(.*)/.exec(readFileSync(kept, "utf8")) ?? [];
    expect(readFileSync(join(folder.path, schema), "utf8")).toContain('"$schema"');

    const issue = join(folder.path, "issue.md");
    const reported = await run(["compare", out, "--issue", issue]);
    const report = readFileSync(issue, "utf8");
    expect([reported.exitCode, reported.stdout.indexOf(report) > 0]).toEqual([1, true]);
    expect(reported.stdout).toMatch(/wrote \S+issue\.md; nothing was sent\n$/);
    expect(report).toContain("in 3 recorded calls: 2 differ, and 1 with the settings below.");
    expect(report).toContain("assumptions:\n  unpaid-card-type: empty\n");
  });

  it("refuse a recording that holds nothing of theirs, and a file that cannot be written", async () => {
    using folder = testFolder();
    const [empty, one, below] = ["empty", "one", "below"].map((name) => join(folder.path, `${name}.jsonl`)) as [
      string,
      string,
      string,
    ];
    writeFileSync(empty, "");
    const call = { at: "x", durationMs: 1, method: "POST", path: "/direct/query", request: "{}", fault: "ECONNRESET" };
    writeFileSync(one, JSON.stringify(call));
    writeFileSync(below, JSON.stringify({ ...call, path: "/gateway/v2/direct/query" }));
    const pages = join(folder.path, "browser.har");
    writeFileSync(pages, JSON.stringify({ log: { entries: [] } }));
    expect((await run(["import", pages])).stderr).toMatch(/nothing to import\. A browser's archive has only pages: /);
    const all = await Promise.all([
      run(["compare", one]),
      run(["import", empty]),
      run(["import", one, "--out", join(folder.path, "none", "x.yaml")]),
      run(["import", below]),
      run(["compare", below, "--base", "http://127.0.0.1/gateway/v2"]),
    ]);
    expect(all.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 0, 2]);
    const [compared, imported, written, , withBase] = all.map(({ stderr }) => stderr);
    expect(compared).toMatch(/one\.jsonl has no payment API call with a complete answer: nothing to compare\n$/);
    expect(imported).toMatch(/empty\.jsonl holds no call of the payment API: there is nothing to import\n$/);
    expect(written).toMatch(/^payment-sandbox: --out: .*: no such file or directory/);
    expect(withBase).toMatch(/below\.jsonl has no payment API call with a complete answer/);
  });
});
