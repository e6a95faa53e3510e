import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { clientOf, requests } from "./client.js";
import { casesFor } from "./proof.js";
import { testFolder } from "./sandbox.js";

/** How the program under test is called. */
export interface Program {
  readonly file: string;
  /** Before the arguments. */
  readonly first?: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end. */
export const runProgram = (
  { file, first = [], cwd, env }: Program,
  args: readonly string[],
  input = "",
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(file, [...first, ...args], { cwd, env: env ?? process.env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });

/** Starts the program, does something, and stops it; answers its exit code. */
export async function withServer(
  { file, first = [], cwd, env }: Program,
  use: (url: string) => Promise<void>,
  signal: NodeJS.Signals = "SIGTERM",
  more: readonly string[] = [],
): Promise<number | null> {
  const child = spawn(file, [...first, "start", "--port", "0", "--log-format", "silent", ...more], {
    cwd,
    env: env ?? process.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  try {
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), "line"),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`expected a start, found exit ${code}: ${said}`))),
    ])) as [string];
    await use(line.replace("payment-sandbox ready at ", ""));
  } finally {
    child.kill(signal);
  }
  const [code] = child.exitCode === null && child.signalCode === null ? await once(child, "exit") : [child.exitCode];
  return code;
}

/** Creates an order, finds it again and opens its page. */
export async function makesAnOrder(url: string): Promise<void> {
  const client = clientOf(url);
  const created = await client("hosted-checkout/create", requests.create({ merchantReference: "PACKED-1" }));
  expect(created.body).toMatchObject({ responseCode: "0000", order: { status: "OPEN" } });
  const queried = await client("hosted-checkout/query", { merchantId: 3, merchantReference: "PACKED-1" });
  expect(queried.body.order.id).toBe(created.body.order.id);
  expect((await fetch(created.body.checkoutUrl)).status).toBe(200);
}

/** What any way to install the program must do. */
export function passesBlackBox(program: () => Program): void {
  it("makes an order, finds it again after it was killed, and stops by SIGTERM", async () => {
    using folder = testFolder();
    const dataDir = ["--data-dir", join(folder.path, "data")];
    await withServer(program(), makesAnOrder, "SIGKILL", dataDir);
    const code = await withServer(
      program(),
      async (url) => {
        const asked = { merchantId: 3, merchantReference: "PACKED-1" };
        expect((await clientOf(url)("hosted-checkout/query", asked)).body).toMatchObject({ responseCode: "0000" });
        expect((await fetch(`${url}/_sandbox/ui`)).status).toBe(200);
      },
      "SIGTERM",
      dataDir,
    );
    expect(code).toBe(143);
  });

  it("runs a command in a sandbox of its own, and holds the scenario's expectations", async () => {
    using folder = testFolder();
    const at = (name: string) => join(folder.path, name);
    writeFileSync(
      at("none.scenario.yaml"),
      "name: none\nexpect:\n  - calls: { operation: hosted-checkout/refund, count: 1 }\n",
    );
    const options = ["--scenario", at("none.scenario.yaml"), "--report", `junit=${at("report.xml")}`];
    const command = ["sh", "-c", `test -f "$PAYMENT_SANDBOX_PRIVATE_KEY_FILE" && : >'${at("done")}'`];
    const { code, stderr } = await runProgram(program(), ["exec", ...options, "--", ...command]);
    expect(code, stderr).toBe(4);
    expect(["done", "report.xml"].filter((name) => existsSync(at(name)))).toEqual(["done", "report.xml"]);
  });

  it("has its catalogue, its magic values, its keys and its schema by it", async () => {
    const said = await Promise.all(
      [
        ["scenarios", "refund-short-of-balance"],
        ["magic", "--json"],
        ["keys", "--private"],
      ].map((args) => runProgram(program(), args)),
    );
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(said[0]?.stdout).toContain("refund-short-of-balance");
    expect(JSON.parse(said[1]!.stdout)).toMatchObject({ cards: expect.any(Array), amounts: expect.any(Array) });
    expect(said[2]?.stdout).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  });

  it.each(
    casesFor([
      [["strat"], 2, /did you mean start\?/],
      [["start", "--config", "none.yaml"], 2, /no such file: none\.yaml/],
      [["pay", "1", "--url", "http://localhost:1"], 3, /no sandbox answers/],
    ] as const),
  )("%j ends with %d and one clear line", async (args, code, said) => {
    const ended = await runProgram(program(), args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  });
}
