import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { enter, liveSandboxes } from "../../../src/tools/cli/client/registry.js";
import { testFolder } from "../../support/sandbox.js";
import { type Ran, run, runProcess, start } from "./cli.js";

let own: { readonly env: NodeJS.ProcessEnv };
beforeEach(() => {
  const folder = testFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  own = { env: { XDG_STATE_HOME: folder.path } };
});

/** A sandbox of this test, ended with it. */
async function started(args: readonly string[] = [], cwd?: string) {
  const { cli, url } = await start(args, { ...own, cwd });
  onTestFinished(() => cli[Symbol.asyncDispose]());
  return { cli, url, pid: cli.child.pid! };
}

// One that doesn't answer within the limit has null for its lanes, as on a busy machine, so lanes are polled for.
const status = async (...args: string[]) => JSON.parse((await run(["status", "--json", ...args], own)).stdout);
const shown = async (...args: string[]) => (await run(["status", ...args], own)).stdout;

type Sandbox = Awaited<ReturnType<typeof started>>;

const portOf = (url: string): number => Number(new URL(url).port);

/** True if nobody listens there. */
const isFree = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(Number(new URL(url).port), "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A process that has nothing to do with sandboxes. */
function bystander(): number {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid!;
}

const entryOf = (pid: number, listens: string) => ({
  url: listens,
  pid,
  cwd: "/shop",
  started: "2026-01-05T02:00:00.000Z",
  identity: { instance: "gone", listens, version: "0.2.0", data: null, stopsWithinMs: 100 },
});

describe("status", () => {
  it("lists url, process, start, version, data and lanes of each sandbox", async () => {
    using folder = testFolder();
    const [kept, other] = [await started(["--data-dir", folder.path]), await started()];
    await fetch(`${other.url}/_sandbox/lanes`, { method: "POST", body: '{"name":"refunds"}' });
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
    await expect
      .poll(() => status())
      .toEqual([
        {
          url: other.url,
          port: portOf(other.url),
          pid: other.pid,
          since,
          version,
          data: null,
          lanes: ["default", "refunds"],
        },
        { url: kept.url, port: portOf(kept.url), pid: kept.pid, since, version, data: folder.path, lanes: ["default"] },
      ]);
    await expect.poll(() => shown()).toContain("  in memory; lanes default, refunds; started in ");
    expect(await shown()).toContain(`${other.url}  port ${portOf(other.url)}, process ${other.pid}, since `);
    expect(await status("--port", `${portOf(other.url)}`)).toMatchObject([{ pid: other.pid }]);
    expect(await status("--url", kept.url)).toMatchObject([{ pid: kept.pid }]);
    expect(await run(["status", "--port", "1"], own)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("--port: no sandbox of yours runs at 1; these run: "),
    });
  });

  it("has null for the lanes of a sandbox whose token it was not given", async () => {
    const { url } = await started(["--host", "0.0.0.0", "--admin-token", "a-long-enough-token"]);
    expect(await status()).toMatchObject([{ url, lanes: null }]);
    await expect
      .poll(() => status("--admin-token", "a-long-enough-token"))
      .toMatchObject([{ url, lanes: ["default"] }]);
    await expect.poll(() => shown()).toContain("lanes unknown (needs a token: --admin-token); ");
    await expect.poll(() => shown("--admin-token", "another-long-token")).toContain("lanes unknown (token refused); ");
  });

  it("finds one behind HTTPS", async () => {
    const { url } = await started(["--https"]);
    expect(url).toMatch(/^https:/);
    await expect.poll(() => status()).toMatchObject([{ url, lanes: ["default"] }]);
  });

  it("says that none runs", async () => {
    expect(await run(["status"], own)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("No sandbox") });
    expect(await status()).toEqual([]);
  });
});

describe("stop", () => {
  it("ends the only sandbox in order, and its port is free at once", async () => {
    const { cli, url, pid } = await started();
    expect(await run(["stop"], own)).toEqual({ exitCode: 0, stdout: `stopped ${url}, process ${pid}\n`, stderr: "" });
    expect(await isFree(url)).toBe(true);
    expect((await cli.ended()).exitCode).toBe(143);
    expect(await run(["stop"], own)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no sandbox") });
  });

  it("takes the one that an option names, or a variable, or the one of this folder, and asks where several are left", async () => {
    using folder = testFolder();
    // At once, since each takes its time to start.
    const [byPort, byLane, envLane, envPort, here, ...left] = await Promise.all([
      ...[started(), started(), started(), started()],
      ...[started([], folder.path), started(), started()],
    ] as const);
    const variables = (url: string) => ({ PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_PORT: `${portOf(envPort.url)}` });
    const stop = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
      run(["stop", ...args], { env: { ...own.env, ...env }, cwd: folder.path });
    const expectStopped = async (ran: Promise<Ran>, { url, pid }: Sandbox) =>
      expect(await ran).toMatchObject({ exitCode: 0, stdout: `stopped ${url}, process ${pid}\n` });

    // An option counts before a variable, and a url before a port.
    await expectStopped(stop(variables(envLane.url), "--port", `${portOf(byPort.url)}`), byPort);
    const lane = `${byLane.url.replace("localhost", "127.0.0.1")}/lane/refunds`;
    await expectStopped(stop(variables(envLane.url), "--url", lane), byLane);
    await expectStopped(stop(variables(`${envLane.url}/lane/refunds`)), envLane);
    const { PAYMENT_SANDBOX_PORT } = variables("");
    await expectStopped(stop({ PAYMENT_SANDBOX_PORT }), envPort);
    await expectStopped(stop({}), here);
    expect(await stop({})).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("2 sandboxes run") });
    await expectStopped(stop({}, "--url", left[1].url), left[1]);
    for (const [name, value] of [
      ["PAYMENT_SANDBOX_URL", envLane.url],
      ["PAYMENT_SANDBOX_PORT", PAYMENT_SANDBOX_PORT],
    ] as const)
      expect(await stop({ [name]: value })).toMatchObject({
        exitCode: 1,
        stderr: `payment-sandbox: ${name}: no sandbox of yours runs at ${value}; these run: ${left[0].url}. One of exec, of a test or of an agent's client (mcp) ends with that program\n`,
      });
    expect(await status()).toMatchObject([{ url: left[0].url }]);
  });

  it.each([
    ["PAYMENT_SANDBOX_URL", "nowhere", "expected an address such as http://localhost:4655"],
    ["PAYMENT_SANDBOX_PORT", "many", "expected a port from 1 to 65535"],
  ])("refuses an invalid %s", async (variable, value, why) => {
    expect(await run(["stop"], { env: { ...own.env, [variable]: value } })).toMatchObject({
      exitCode: 2,
      stderr: `payment-sandbox: ${variable}: ${why}, found "${value}"\n`,
    });
  });

  it("asks for a name if the only one was started in another folder, and other commands tell of it", async () => {
    using folder = testFolder();
    using shop = testFolder();
    const { url, pid } = await started([], folder.path);
    const there = { ...own, cwd: shop.path };
    const { exitCode, stderr } = await run(["stop"], there);
    expect([exitCode, stderr.split("\n")]).toEqual([
      2,
      [
        "payment-sandbox: the only sandbox was started in another folder: name it with --port or --url",
        expect.stringContaining(`${url}  process ${pid}, in ${folder.path}`),
        "",
      ],
    ]);
    const asked = await run(["readyz"], there);
    expect(asked).toMatchObject({
      exitCode: 0,
      stderr: `payment-sandbox: asks ${url}, which was started in ${folder.path}\n`,
    });
    expect(await run(["readyz"], { ...own, cwd: folder.path })).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("ends all with --all, and never lists or signals a process on the registry's word", async () => {
    const pid = bystander();
    const both = await Promise.all([started(), started()]);
    enter(entryOf(pid, both[0].url), own.env);
    enter(entryOf(process.pid, "http://127.0.0.1:1"), own.env);
    expect(liveSandboxes(own.env)).toHaveLength(4);
    expect(await status()).toHaveLength(2);
    const { stdout } = await run(["stop", "--all"], own);
    expect(both.filter(({ url }) => !stdout.includes(`stopped ${url}`))).toEqual([]);
    expect(stdout).not.toContain(`process ${pid}\n`);
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(await status()).toEqual([]);
  });

  it("leaves a process alone that doesn't answer, and says what to do", async () => {
    const pid = bystander();
    const mute = createServer((socket) => void socket.on("error", () => {})).listen(0, "127.0.0.1");
    onTestFinished(() => void mute.close());
    await once(mute, "listening");
    const { port } = mute.address() as { port: number };
    enter(entryOf(pid, `http://127.0.0.1:${port}`), own.env);
    const { exitCode, stderr } = await run(["stop", "--port", String(port)], own);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`if it is yours: kill ${pid}`)]);
    expect(() => process.kill(pid, 0)).not.toThrow();
  });

  it("status and stop take the same ports", async () => {
    const stderr = 'payment-sandbox: --port: expected a port from 1 to 65535, found "x"\n';
    for (const command of ["status", "stop"])
      expect(await run([command, "--port", "x"], own)).toEqual({ exitCode: 2, stdout: "", stderr });
  });

  it.each([
    [["--port", "0"], 'payment-sandbox: --port: expected a port from 1 to 65535, found "0"\n'],
    [["--url", "x"], 'payment-sandbox: --url: expected an address such as http://localhost:4655, found "x"\n'],
    [["--all", "--port", "1"], "payment-sandbox: stop: expected one of --port, --url and --all\n"],
  ])("%j is one clear line and exit 2", async (args, stderr) => {
    expect(await run(["stop", ...args], own)).toEqual({ exitCode: 2, stdout: "", stderr });
  });
});

describe("nodes that share a base URL", () => {
  const BASE = "http://127.0.0.1:9";
  /** A node whose base URL leads through a proxy. */
  async function node(baseUrl: string) {
    const { pid } = await started(["--base-url", baseUrl]);
    const [{ port }] = (await status()) as [{ port: number }];
    return { pid, port };
  }

  it("are listed with the ports that they listen on", async () => {
    const [one, two] = [await node(BASE), await node(BASE)];
    expect(await status()).toMatchObject([
      { url: BASE, port: two.port, pid: two.pid },
      { url: BASE, port: one.port, pid: one.pid },
    ]);
    expect((await run(["status"], own)).stdout).toContain(`${BASE}  port ${one.port}, process ${one.pid}, since `);
    expect(await run(["stop", "--port", `${one.port}`], own)).toMatchObject({
      exitCode: 0,
      stdout: `stopped http://localhost:${one.port} (base URL ${BASE}), process ${one.pid}\n`,
    });
    expect(await status()).toMatchObject([{ pid: two.pid }]);
    // A command that finds the only one.
    const [asked] = (await run(["readyz"], own)).stderr.split("\n");
    expect(asked).toBe(`payment-sandbox: asks ${BASE} (port ${two.port} here)`);
  });

  it("are each named by that port alone, and by an address", async () => {
    const one = await node(BASE);
    const two = await node(`http://localhost:${one.port}`);
    const row = (option: string, { pid }: { pid: number }) =>
      expect.stringContaining(`  ${option}  process ${pid}, in `);
    const asked = await run(["readyz"], own);
    expect([asked.exitCode, asked.stderr.split("\n")]).toEqual([
      2,
      [
        "payment-sandbox: 2 sandboxes run: name one with --url",
        row(`--url http://localhost:${two.port}  http://localhost:${one.port}`, two),
        row(`--url http://localhost:${one.port}  ${BASE}`, one),
        "",
      ],
    ]);
    const unnamed = await run(["stop"], own);
    expect(unnamed.stderr.split("\n").slice(1, 3)).toEqual([
      row(`--port ${two.port}  http://localhost:${one.port}`, two),
      row(`--port ${one.port}  ${BASE}`, one),
    ]);
    expect(await run(["stop", "--port", "1"], own)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(
        `these run: http://localhost:${two.port} (base URL http://localhost:${one.port}), http://localhost:${one.port} (base URL ${BASE}).`,
      ),
    });
    // The address of one comes before the base URL of the other.
    const stop = () => run(["stop", "--url", `http://localhost:${one.port}`], own);
    expect((await stop()).stdout).toContain(`process ${one.pid}\n`);
    expect((await stop()).stdout).toContain(`process ${two.pid}\n`);
  });
});

describe("start --detach", () => {
  const detach = (...args: string[]): Promise<Ran> => runProcess(["start", "--detach", ...args], own);

  it("returns when the sandbox is ready, with its url and process", async () => {
    const { exitCode, stdout, stderr } = await detach("--port", "0", "--seed", "7");
    onTestFinished(async () => void (await run(["stop", "--all"], own)));
    const [, url, pid] = /^payment-sandbox ready at (\S+)\nprocess (\d+)\n$/.exec(stdout)!;
    expect(exitCode).toBe(0);
    expect(await status()).toMatchObject([{ url, pid: Number(pid) }]);
    expect(await (await fetch(`${url}/_sandbox/health`)).json()).toMatchObject({ seed: 7 });
    const log = join(own.env.XDG_STATE_HOME!, "payment-sandbox/logs", `${new URL(url!).port}.log`);
    expect(stderr).toBe(`log: ${log}\nstop it: npx payment-sandbox stop --port ${portOf(url!)}\n`);
    expect(await run(["stop"], own)).toMatchObject({ exitCode: 0 });
  });

  it("names its log by the port that it listens on, and keeps that of the former start beside it", async () => {
    onTestFinished(async () => void (await run(["stop", "--all"], own)));
    const at = async (port: string, seed: string) => {
      const { stderr } = await detach("--port", port, "--base-url", `http://localhost:${seed}`);
      return /^log: (.*)$/m.exec(stderr)![1]!;
    };
    const log = await at("0", "11");
    const [{ port }] = (await status()) as [{ port: number }];
    expect(log).toBe(join(own.env.XDG_STATE_HOME!, "payment-sandbox/logs", `${port}.log`));
    expect(await run(["stop", "--all"], own)).toMatchObject({ exitCode: 0 });
    expect(await at(`${port}`, "12")).toBe(log);
    const [former, now] = [`${log}.1`, log].map((file) => readFileSync(file, "utf8"));
    expect([former!.includes("localhost:11"), now!.includes("localhost:11")]).toEqual([true, false]);
    expect(now).toContain("localhost:12");
  });

  it("prints the generated token, and that a folder keeps its own seed", async () => {
    const data = testFolder();
    onTestFinished(() => data[Symbol.dispose]());
    const at = (seed: string) => detach("--port", "0", "--host", "0.0.0.0", "--data-dir", data.path, "--seed", seed);
    const ignored = `warning: ${data.path} has the seed 5, so the seed 99 is ignored.`;
    for (const seed of ["5", "99"]) {
      const { stderr } = await at(seed);
      expect([stderr.includes(ignored), /^admin token: \S{32}$/m.test(stderr)]).toEqual([seed === "99", true]);
      expect(await run(["stop", "--all"], own)).toMatchObject({ exitCode: 0 });
    }
  });

  it("that can't start says why, with the code of start", async () => {
    const { url } = await started();
    const taken = await detach("--port", new URL(url).port);
    expect(taken).toMatchObject({
      exitCode: 3,
      stdout: "",
      stderr: expect.stringContaining("is in use by a sandbox of yours"),
    });
    expect(await detach("--port", "x")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--port") });
  });
});
