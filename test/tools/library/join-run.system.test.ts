import "../../support/dist.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { joinRun } from "../../../src/tools/library/shared/join.js";
import { currentRun } from "../../../src/tools/library/shared/run.js";
import type { Sandbox } from "../../../src/tools/library/types.js";
import { beforeEnd } from "../../support/before-end.js";
import { clientOf, sold } from "../../support/client.js";
import { projectOf, runners, writeFiles } from "../../support/runner-projects.js";
import { testFolder } from "../../support/sandbox.js";

const lanesOf = async (sandbox: Sandbox): Promise<readonly { readonly name: string }[]> =>
  ((await (await sandbox.fetch("/_sandbox/lanes")).json()) as { lanes: { name: string }[] }).lanes;

describe("a worker of a run", () => {
  it("joins the sandbox that another one started, under a number of its own", async () => {
    const options = { seed: 11 };
    const [one, other] = await Promise.all([joinRun(options), joinRun(options)]);
    expect(other.url).toBe(one.url);
    expect(other.member).not.toBe(one.member);
    await Promise.all([one.stop(), other.stop()]);
  });

  it("with other options starts another", async () => {
    await using one = await joinRun({ seed: 12 });
    await using other = await joinRun({ seed: 13 });
    expect(other.url).not.toBe(one.url);
  });

  it("hears what is wrong with its options", async () => {
    await expect(joinRun({ seed: -1 })).rejects.toThrow(/startSandbox: seed/);
    await expect(joinRun({ scenario: "no-such-story" })).rejects.toThrow(/no-such-story/);
  });

  it("hears it in the name of the helper, and then ends", async () => {
    using folder = testFolder();
    const at = projectOf("node-test", join(folder.path, "wrong"));
    writeFiles(at, {
      "wrong.test.js": `import { test } from "node:test";
        import { laneOfTest } from "payment-sandbox/node-test";
        const lane = laneOfTest({ secnario: "x" });
        test("x", () => lane.orders());`,
    });
    const run = spawn(process.execPath, ["wrong.test.js"], { cwd: at, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void run.kill("SIGKILL"));
    let said = "";
    run.stdout.on("data", (chunk) => {
      said += String(chunk);
    });
    await once(run, "close");
    expect(said.match(/laneOfTest: unknown member "secnario", .*; did you mean scenario\?/g)).toHaveLength(1);
    expect(said).toMatch(/\bfail 1\b/);
  });

  it("starts a sandbox where one that was killed left its socket", async () => {
    const options = { seed: 14 };
    const { address } = currentRun(options);
    await (await joinRun({ seed: 12 })).stop(); // Makes the folder.
    const program = `require("net").createServer().listen(${JSON.stringify(address)}, () => console.log("listening"))`;
    const killed = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    await beforeEnd(killed, once(killed.stdout, "data"));
    killed.kill("SIGKILL");
    await once(killed, "close");
    expect(existsSync(address)).toBe(true);
    await using sandbox = await joinRun(options);
    expect((await sold(clientOf((await sandbox.lane("left")).url))).status).toBe("SUCCESS");
  });
});

describe("a shared sandbox", () => {
  it("answers as one in this process does", async () => {
    await using sandbox = await joinRun({});
    const lane = await sandbox.lane("answers", { seed: 5 });
    expect(await lanesOf(sandbox)).toContainEqual({
      name: "answers",
      url: lane.url,
      seed: 5,
      orders: 0,
      calls: 0,
    });
    expect((await lane.call("hosted-checkout/query", { merchantReference: "A-1" })).http).toBe(200);
    expect(await sandbox.notificationPublicKey()).toMatch(/BEGIN PUBLIC KEY/);
    await lane.next({ fault: "connection-reset", placed: "after-commit" });
    await expect(lane.call("hosted-checkout/query", { merchantReference: "A-1" })).rejects.toThrow("fetch failed");
    await expect(sandbox.lane("a/b")).rejects.toThrow("a/b is no lane's name");
  });

  it("drops a lane whose test is over", async () => {
    await using sandbox = await joinRun({});
    const lane = await sandbox.lane("over");
    await sold(clientOf(lane.url));
    const names = async (): Promise<readonly string[]> => (await lanesOf(sandbox)).map((one) => one.name);
    expect(await names()).toContain("over");
    sandbox.dropLater!(lane);
    await expect.poll(names).not.toContain("over");
  });

  it("ends if its run is killed", async () => {
    using folder = testFolder();
    const at = projectOf("node-test", join(folder.path, "killed"));
    writeFiles(at, {
      "hangs.test.js": `import { test } from "node:test";
        import { laneOfTest } from "payment-sandbox/node-test";
        const lane = laneOfTest();
        test("hangs", async () => {
          await lane.orders();
          console.log("LANE " + lane.url);
          await new Promise((never) => setTimeout(never, 600_000));
        });`,
    });
    const run = spawn(process.execPath, [...runners["node-test"].words(), "--test-isolation=none", "hangs.test.js"], {
      cwd: at,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    // If it ends before, so does its output.
    for await (const text of run.stdout.iterator({ destroyOnReturn: false })) {
      said += String(text);
      if (/LANE \S+\n/.test(said)) break;
    }
    const url = /LANE (\S+)/.exec(said)![1]!;
    expect((await fetch(`${url}/_sandbox/orders`)).status).toBe(200);
    run.kill("SIGKILL");
    await expect
      .poll(() =>
        fetch(url).then(
          () => "answers",
          () => "gone",
        ),
      )
      .toBe("gone");
  });
});
