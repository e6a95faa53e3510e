import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { thisMachine, whyNot } from "../../../build/release/targets.js";
import { packageText } from "../../../src/package/files.js";
import { type Program, passesBlackBox, runProgram } from "../../support/black-box.js";
import { executable, noExecutable } from "../../support/executable.js";
import { isProof } from "../../support/proof.js";
import { type TestFolder, testFolder } from "../../support/sandbox.js";

const run = promisify(execFile);
/** A seventh more if this machine has no `strip`. */
const MOST_BYTES = spawnSync("strip", ["--version"]).error ? 135_000_000 : 116_000_000;

let folder: TestFolder;
let program: Program;
/** What a machine without Node has. */
const tools = ["bash", "sh", "cat", "curl", "env", "sed", "test"];

beforeAll(async () => {
  if (noExecutable !== undefined) return;
  folder = testFolder();
  const bin = join(folder.path, "bin");
  mkdirSync(bin);
  symlinkSync(await executable(), join(bin, "payment-sandbox"));
  for (const tool of tools) {
    const at = ["/usr/bin", "/bin"].map((path) => join(path, tool)).find((path) => existsSync(path));
    if (at !== undefined) symlinkSync(at, join(bin, tool));
  }
  const env = { PATH: bin, HOME: join(folder.path, "home"), XDG_CACHE_HOME: join(folder.path, "cache") };
  program = { file: join(bin, "payment-sandbox"), cwd: folder.path, env };
}, 300_000);
afterAll(() => folder?.[Symbol.dispose]());

describe.skipIf(noExecutable !== undefined)("the executable, where there is no Node", () => {
  it("is below 116 MB", () => {
    expect(statSync(program.file).size).toBeLessThan(MOST_BYTES);
  });

  it("unpacks itself once, however many start at a time, and mends what was harmed", async () => {
    const fresh = { ...program, env: { ...program.env, XDG_CACHE_HOME: join(folder.path, "raced") } };
    const started = await Promise.all([1, 2].map(() => runProgram(fresh, ["--version"])));
    const { version } = JSON.parse(packageText("package.json"));
    expect(started.map(({ stdout }) => stdout)).toEqual(Array(2).fill(`${version}\n`));
    const cache = join(folder.path, "raced/payment-sandbox");
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^\d.*-[0-9a-f]{16}$/)]);
    const main = join(cache, readdirSync(cache)[0]!, "dist/cli/main.js");
    const whole = readFileSync(main, "utf8");
    writeFileSync(main, "throw new Error('harmed')");
    expect(await runProgram(fresh, ["--version"])).toMatchObject({ code: 0 });
    expect(readFileSync(main, "utf8")).toBe(whole);
  });

  it("names files in answers of `docs` that are there", async () => {
    const answers = await Promise.all(
      ["kit java", "verify webhook", "judge in ci"].map((words) => runProgram(program, ["docs", ...words.split(" ")])),
    );
    const links = answers.flatMap(({ stdout }) => [
      ...stdout.matchAll(/(?:\]| {2})\(([^)#:\s]*payment-sandbox\/[^)#:\s]+)/g),
    ]);
    const paths = links.map(([, path]) => resolve(program.cwd, path!));
    expect(paths.length).toBeGreaterThan(2);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("finds no Node", async () => {
    await expect(run("sh", ["-c", "command -v node"], { env: program.env })).rejects.toMatchObject({ stdout: "" });
  });

  passesBlackBox(() => program);
});

// Each command works as test/package/readme-commands.system.test.ts types it, and what it needs is unpacked as above.
describe.runIf(isProof && noExecutable === undefined)("the README's five minutes, by the executable", () => {
  let server: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const env = { ...program.env, PAYMENT_SANDBOX_PORT: "0" };
    server = spawn("sh", ["-c", "exec payment-sandbox start"], { env, stdio: ["ignore", "pipe", "ignore"] });
    const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
    url = line.replace("payment-sandbox ready at ", "");
  });
  afterAll(async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  });

  const readme = packageText("README.md");
  const block = (part: string): string =>
    [...readme.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text]) => text!).find((text) => text.includes(part))!;
  const type = async (line: string): Promise<string> => {
    const typed = line.replaceAll("npx payment-sandbox", "payment-sandbox").replaceAll("http://localhost:4655", url);
    const env = { ...program.env, PAYMENT_SANDBOX_URL: url };
    return (await run("bash", ["-eo", "pipefail", "-c", typed], { cwd: folder.path, env })).stdout;
  };

  it("make an order, pay it, find it paid, and force what comes next", async () => {
    expect(JSON.parse(await type(block("hosted-checkout/create")))).toMatchObject({ responseCode: "0000" });
    expect(await type(block("payment-sandbox pay A-1"))).toContain("is SUCCESS");
    expect(JSON.parse(await type(block("hosted-checkout/query")))).toMatchObject({ order: { status: "SUCCESS" } });
    expect(await type(block("_sandbox/rules"))).toMatch(/"origin":"control".*"origin":"next"/s);
    await expect(type(block("hosted-checkout/query"))).rejects.toMatchObject({ code: 1 });
    expect(await type("npx payment-sandbox why")).toContain("connection-reset");
  });
});

describe("a target of the executable", () => {
  const linux = { platform: "linux", arch: "x64", isMusl: false };
  it.each([
    ["linux-x64", linux, undefined],
    ["linux-x64", { ...linux, isMusl: true }, "linux-x64 is made on Linux x64 with glibc, this is linux x64 with musl"],
    ["linux-x64", { ...linux, arch: "arm64" }, "linux-x64 is made on Linux x64 with glibc, this is linux arm64"],
    ["darwin-arm64", linux, /^darwin-arm64 is not made: nobody has tried it.*code signing/],
    ["win32-x64", { ...linux, platform: "win32" }, /^win32-x64 is not made/],
    ["amiga", linux, /^there is no target "amiga", expected one of linux-x64, linux-arm64, darwin-x64/],
  ] as const)("%s on %j", (target, machine, expected) => {
    const said = whyNot(target, machine);
    if (expected instanceof RegExp) expect(said).toMatch(expected);
    else expect(said).toBe(expected);
  });

  it("is looked up on the machine that runs", () => {
    expect(thisMachine()).toMatchObject({ platform: process.platform, arch: process.arch });
  });
});
