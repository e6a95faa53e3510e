import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { urlFromHere, urlOf } from "../../../src/tools/cli/client/address.js";
import { enter, liveSandboxes } from "../../../src/tools/cli/client/registry.js";
import { testFolder } from "../../support/sandbox.js";

/** A state folder of the test's own. */
function stateHome(): { env: NodeJS.ProcessEnv; running: string } {
  const folder = testFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return { env: { XDG_STATE_HOME: folder.path }, running: join(folder.path, "payment-sandbox", "running") };
}

const entry = (pid: number, started = "2026-01-05T02:00:00.000Z") => ({
  url: `http://localhost:${pid % 60_000}`,
  pid,
  cwd: "/shop",
  started,
});

/** The id of a process that has ended. */
async function gonePid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

describe("the registry", () => {
  it("has a sandbox from its start to its end, in a file that only its user can read", () => {
    const { env, running } = stateHome();
    const leave = enter(entry(process.pid), env);
    expect(liveSandboxes(env)).toEqual([entry(process.pid)]);
    expect(statSync(join(running, `${process.pid}.json`)).mode & 0o777).toBe(0o600);
    leave();
    expect(liveSandboxes(env)).toEqual([]);
  });

  it("forgets sandboxes whose process is gone, and passes over what is no entry", async () => {
    const { env, running } = stateHome();
    const pid = await gonePid();
    enter(entry(pid), env);
    writeFileSync(join(running, "1.json"), "no JSON");
    expect(liveSandboxes(env)).toEqual([]);
    expect(existsSync(join(running, `${pid}.json`))).toBe(false);
  });

  it("tells the newest first", () => {
    const { env } = stateHome();
    enter(entry(process.ppid, "2026-01-05T01:00:00.000Z"), env);
    enter(entry(process.pid), env);
    expect(liveSandboxes(env).map(({ pid }) => pid)).toEqual([process.pid, process.ppid]);
  });

  it("keeps no sandbox from starting where it cannot be written", () => {
    const { env } = stateHome();
    writeFileSync(join(env.XDG_STATE_HOME!, "payment-sandbox"), "a file");
    expect(() => enter(entry(process.pid), env)()).not.toThrow();
    expect(liveSandboxes(env)).toEqual([]);
  });
});

describe("the sandbox that a command talks to", () => {
  it("is named by flag, then environment, then the one that runs, then the default port", async () => {
    const { env } = stateHome();
    expect(await urlOf({}, env)).toBe("http://localhost:4655");
    enter(entry(process.pid), env);
    expect(await urlOf({}, env)).toBe(entry(process.pid).url);
    const withPort = { ...env, PAYMENT_SANDBOX_PORT: "8080" };
    expect(await urlOf({}, withPort)).toBe("http://localhost:8080");
    const withUrl = { ...withPort, PAYMENT_SANDBOX_URL: "http://b:1/" };
    expect(await urlOf({}, withUrl)).toBe("http://b:1");
    expect(await urlOf({ url: "http://a:1" }, withUrl)).toBe("http://a:1");
  });

  it("has the port of the config file, where one says it", async () => {
    const { env } = stateHome();
    const file = join(env.XDG_STATE_HOME!, "a.yaml");
    writeFileSync(file, "port: 8081\n");
    enter(entry(process.pid), env);
    expect(await urlOf({}, { ...env, PAYMENT_SANDBOX_CONFIG: file })).toBe("http://localhost:8081");
  });

  it("is the only one that was started in this folder", async () => {
    const { env } = stateHome();
    enter(entry(process.pid), env);
    enter({ ...entry(process.ppid), cwd: process.cwd(), url: "http://localhost:8082" }, env);
    expect(await urlOf({}, env)).toBe("http://localhost:8082");
  });

  it("is the one that was started in the nearest folder above", async () => {
    const { env } = stateHome();
    const [near, far] = [dirname(process.cwd()), dirname(dirname(process.cwd()))];
    enter({ ...entry(process.pid), cwd: far, url: "http://localhost:8081" }, env);
    enter({ ...entry(process.ppid), cwd: `${process.cwd()}-other` }, env);
    expect(await urlOf({}, env)).toBe("http://localhost:8081");
    enter({ ...entry(process.ppid), cwd: near, url: "http://localhost:8082" }, env);
    expect(await urlOf({}, env)).toBe("http://localhost:8082");
  });

  it("is in commands to copy only if it was started here or above", async () => {
    const { env } = stateHome();
    enter(entry(process.pid), env);
    enter(entry(process.ppid), env);
    expect(await urlFromHere({}, env)).toBe("http://localhost:4655");
    enter({ ...entry(process.ppid), cwd: dirname(process.cwd()), url: "http://localhost:8082" }, env);
    expect(await urlFromHere({}, env)).toBe("http://localhost:8082");
  });

  it("is not guessed where several run: each is told", async () => {
    const { env } = stateHome();
    enter(entry(process.pid), env);
    enter(entry(process.ppid), env);
    const told = await urlOf({}, env).catch((error) => error.lines as readonly string[]);
    expect(told).toHaveLength(3);
    expect(told[0]).toBe("2 sandboxes run: name one with --url");
    expect(`${told}`).toContain(`${entry(process.pid).url}  process ${process.pid}, in /shop, since `);
  });
});
