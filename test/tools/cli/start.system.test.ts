import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageText } from "../../../src/package/files.js";
import { firstOrder } from "../../../src/tools/cli/server/first-order.js";
import { startTestSandbox, testFolder } from "../../support/sandbox.js";
import { run, start } from "./cli.js";

const curlOf = (stderr: string): string => /^curl .*$/m.exec(stderr)![0];
const paste = (line: string) => JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));

describe("start", () => {
  // `stop` sends SIGTERM: test/tools/cli/stop.system.test.ts.
  it("says one line and a curl that works as pasted, keeps its port to itself, and ends by SIGINT with 130", async () => {
    const { cli, url } = await start(["--signature", "enforce"]);
    await using _ = cli;
    expect(cli.stdout).toBe(`payment-sandbox ready at ${url}\n`);
    expect(paste(curlOf(cli.stderr))).toMatchObject({ responseCode: "0000", order: { merchantId: 3, status: "OPEN" } });
    const port = new URL(url).port;
    const second = await run(["start", "--port", port]);
    expect([second.exitCode, second.stderr]).toEqual([
      3,
      expect.stringMatching(/^payment-sandbox: port \d+ is in use by a sandbox of yours: .*\n$/),
    ]);
    expect(await run(["exec", "--port", port, "--", "true"])).toMatchObject({
      ...{
        exitCode: 3,
        stderr: expect.stringContaining("is in use by a sandbox of yours: leave --port out, and exec"),
      },
    });
    const agent = await run(["mcp", "--port", port], { input: "" });
    expect([agent.exitCode, agent.stderr]).toEqual([
      3,
      expect.stringContaining(`is in use by a sandbox of yours: use it with --url ${url}, or take --port 0`),
    ]);
    cli.child.kill("SIGINT");
    expect(await cli.ended()).toMatchObject({ exitCode: 130 });
  });

  it.each([
    ["start", "start --port 0 picks a free one"],
    ["mcp", "use it with --url http://localhost:PORT, or take --port 0"],
  ])(
    "with %s, says of a port that the sandbox of another program has what holds it, and how to go on",
    async (name, next) => {
      await using other = await startTestSandbox();
      const { port } = new URL(other.url);
      const { exitCode, stderr } = await run([name, "--port", port], { input: "" });
      const holder = "a sandbox (one that an agent's client (mcp), exec or a test started, and that ends with it)";
      expect([exitCode, stderr]).toEqual([
        3,
        `payment-sandbox: port ${port} is in use by ${holder}: ${next.replace("PORT", port)}\n`,
      ]);
    },
  );

  it("writes a ready file that tells where it is, and removes it at the end unless it is another's by then", async () => {
    using folder = testFolder();
    const file = join(folder.path, "deep/ready.json");
    const { cli, url } = await start(["--ready-file", file, "--seed", "7"]);
    await using _ = cli;
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ url, pid: cli.child.pid, merchantId: 3, seed: 7 });
    const next = await start(["--ready-file", file]);
    await using __ = next.cli;
    cli.child.kill("SIGTERM");
    await cli.ended();
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: next.cli.child.pid });
    next.cli.child.kill("SIGTERM");
    await next.cli.ended();
    expect(existsSync(file)).toBe(false);
  });

  it("names no private key if the config has another public key for merchant 3, nor do env and call", async () => {
    using folder = testFolder();
    const { publicKey, privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const [config, ready, own] = ["c.json", "ready.json", "own.pem"].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(config, JSON.stringify({ merchants: [{ id: 3, publicKeys: [publicKey] }] }));
    writeFileSync(own, privateKey);
    const { cli, url } = await start(["--config", config, "--ready-file", ready]);
    await using _ = cli;
    expect(cli.stderr).toContain("3, signs with your own key: the config has its public key");
    expect(JSON.parse(readFileSync(ready, "utf8"))).not.toHaveProperty("privateKeyFile");
    const env = { PAYMENT_SANDBOX_URL: url };
    const printed = await run(["env"], { env });
    expect(printed.stdout).not.toContain("PRIVATE_KEY_FILE");
    expect(printed.stderr).toContain(
      "merchant 3 has its own key in this sandbox: set PAYMENT_SANDBOX_PRIVATE_KEY_FILE",
    );
    const query = ["call", "tokenization/query-token", "--demo"];
    expect((await run(query, { env })).stderr).toContain("this call was signed with the demo key: give --key <pem>");
    expect((await run([...query, "--key", own], { env })).stderr).not.toContain("demo key");
  });

  it.runIf(process.platform === "linux").each([
    ["below a file", "package.json/ready.json"],
    ["in /proc, which shows once it listens", "/proc/ready.json"],
  ])("ends with exit code 3 where the ready file cannot be written: %s", async (_, file) => {
    const ended = await run(["start", "--port", "0", "--ready-file", file]);
    expect(ended).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("cannot be written") });
  });

  it("keeps the seed of a data folder, and its curl works again after a restart", async () => {
    using folder = testFolder();
    const args = ["--data-dir", join(folder.path, "data"), "--ready-file", join(folder.path, "ready.json")];
    const seeds: unknown[] = [];
    for (const _round of [1, 2]) {
      const { cli, url } = await start(args);
      seeds.push(JSON.parse(readFileSync(join(folder.path, "ready.json"), "utf8")).seed);
      const answer = paste(curlOf(cli.stderr));
      expect(answer.responseCode).toBe("0000");
      expect(answer.checkoutUrl).toContain(`${url}/checkout/`);
      cli.child.kill("SIGTERM");
      await cli.ended();
    }
    expect(seeds[0]).toBe(seeds[1]);
  });

  it("exits with 3 and one line where the data folder cannot be made", async () => {
    using folder = testFolder();
    symlinkSync(join(folder.path, "nowhere"), join(folder.path, "link"));
    const { exitCode, stderr } = await run(["start", "--port", "0", "--data-dir", join(folder.path, "link", "data")]);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^payment-sandbox: the data folder .* cannot be used: .*; choose another --data-dir\n$/);
  });

  it("warns on stderr of what validate knows, and says everything as JSON where that is asked for", async () => {
    using folder = testFolder();
    const file = join(folder.path, "a.scenario.yaml");
    writeFileSync(file, "name: a\nrules:\n  - { chance: 0, then: { outcome: maintenance } }\n");
    const { cli } = await start(["--scenario", file, "--log-format", "json"]);
    await using _ = cli;
    const lines = cli.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ message: "started", merchantId: 3 }));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "warn",
        message: expect.stringMatching(/:3:\d+: a rule of chance 0 can never fire$/),
      }),
    );
  });

  it("prints a bearer token off loopback, and the control API asks for it", async () => {
    const { cli, url } = await start(["--host", "0.0.0.0"]);
    await using _ = cli;
    const token = /Bearer (\S+)/.exec(cli.stderr)![1]!;
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(401);
    const authorized = await fetch(`${url}/_sandbox/health`, { headers: { Authorization: `Bearer ${token}` } });
    expect(authorized.status).toBe(200);
  });

  it("watches scenario files: a change is told, an invalid one leaves the old rules", async () => {
    using folder = testFolder();
    const file = join(folder.path, "a.scenario.yaml");
    const write = (rule: string) => writeFileSync(file, `name: a\nrules:\n  - ${rule}\n`);
    write("then: { outcome: maintenance }");
    const { cli, url } = await start(["--scenario", file, "--watch"]);
    await using _ = cli;
    write("then: { outcome: rate-limited }");
    await cli.seen("stderr", "rule 1 changed");
    write("than: { outcome: maintenance }");
    await cli.seen("stderr", "did you mean then?");
    const answer = await fetch(`${url}/hosted-checkout/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ request: '{"merchantId":3,"merchantReference":"X"}', signature: "" }),
    });
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("too many requests") });
  });
});

describe("the shipped first order", () => {
  it("is what the demo merchant signs", () => {
    expect(packageText("fixtures/first-order.json")).toBe(firstOrder("TRY-1"));
  });
});
