import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { type Packed, pack } from "../support/packed.js";
import { control } from "../support/sandbox.js";

const readme = packageText("README.md");
const examples = packageText("examples/README.md");
const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block!.replace(/^ {3}/gm, ""));
const inlineOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/`(npx payment-sandbox [^`]+)`/g)].map(([, command]) => command!)),
];

/** The block of the README that holds this text. */
function block(text: string, from: string = readme): string {
  const found = blocksOf(from).filter((one) => one.includes(text));
  if (found.length !== 1) throw new Error(`expected one block with ${text}, found ${found.length}`);
  return found[0]!;
}

let packed: Packed;
let shop: string;
let server: ChildProcess;
let url: string;

// Neither the clone's commands nor its variables: only Node, npm and what the folder holds.
const clean = Object.entries(process.env).filter(
  ([name]) => !/^(PAYMENT_SANDBOX_|npm_|NODE_PATH$|INIT_CWD$)/.test(name),
);
const others = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
const environment = {
  ...Object.fromEntries(clean),
  PATH: [dirname(process.execPath), ...others].join(delimiter),
};

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Types a command line in the folder; what it says of the default address is meant of the sandbox of this test. */
async function type(commands: string, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const line = url === undefined ? commands : commands.replaceAll("http://localhost:4655", url);
  const child = spawn("bash", ["-eo", "pipefail", "-c", line], {
    cwd: shop,
    env: { ...environment, ...(url !== undefined && { PAYMENT_SANDBOX_URL: url }), ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  const [code] = await once(child, "close");
  return { code, ...said };
}

const fine = async (commands: string): Promise<string> => {
  const ended = await type(commands);
  expect(ended, `${commands}\n${ended.stderr}`).toMatchObject({ code: 0 });
  return ended.stdout;
};

beforeAll(async () => {
  packed = pack();
  shop = join(packed.folder.path, "shop");
  mkdirSync(shop);
  copyFileSync(packed.tarball, join(shop, packed.name));
  await fine(block("npm install"));
  // Blocks name the default port, which another sandbox of this machine may have.
  server = spawn("bash", ["-c", `exec ${blocksOf(readme).find((one) => /^npx payment-sandbox start\s*$/.test(one))}`], {
    cwd: shop,
    env: { ...environment, PAYMENT_SANDBOX_PORT: "0", PAYMENT_SANDBOX_READY_FILE: join(shop, "ready.json") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
  url = line.replace("payment-sandbox ready at ", "");
}, 300_000);
afterAll(() => {
  // npx stands between; the sandbox told its own id.
  const ready = join(shop, "ready.json");
  if (existsSync(ready)) process.kill(JSON.parse(readFileSync(ready, "utf8")).pid, "SIGTERM");
  packed[Symbol.dispose]();
});

const isPay = (command: string): boolean => command.startsWith("npx payment-sandbox pay");

// In the README's order: each builds on what the ones above did.
describe("with the package alone, in an empty folder, the README's", () => {
  it("first block brings the examples", () => {
    expect(existsSync(join(shop, "examples/shop.mjs"))).toBe(true);
  });

  it("first order is made by sign and curl, paid, and found paid", async () => {
    expect(JSON.parse(await fine(block("hosted-checkout/create")))).toMatchObject({ responseCode: "0000" });
    await fine(inlineOf(readme).find(isPay)!);
    expect(JSON.parse(await fine(block("hosted-checkout/query")))).toMatchObject({ order: { status: "SUCCESS" } });
  });

  it("rules are put in by curl, and the next answer is cut off", async () => {
    expect(await fine(block("_sandbox/rules"))).toMatch(/"origin":"control".*"origin":"next"/s);
    expect((await type(block("hosted-checkout/query"))).stdout).toBe("");
    expect(JSON.parse(await fine(block("hosted-checkout/query")))).toMatchObject({ responseCode: "0000" });
  });

  it("exec runs npm test, and holds the scenario's expectations", async () => {
    const path = join(shop, "package.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...manifest, scripts: { test: "node refund.mjs" } }));
    writeFileSync(
      join(shop, "refund.mjs"),
      `import { sign } from "payment-sandbox";
       const body = JSON.stringify(sign({ merchantId: 3, merchantReference: "PAID-1", amount: 100 }));
       const headers = { "Content-Type": "application/json" };
       for (const _try of [1, 2])
         await fetch(process.env.PAYMENT_SANDBOX_URL + "/hosted-checkout/refund", { method: "POST", headers, body });`,
    );
    await fine(block("exec --scenario refund-short-of-balance"));
    expect(readFileSync(join(shop, "report.xml"), "utf8")).toContain("refund-short-of-balance");
  });

  it("page of scenario files begins with a valid one, and those of the examples are valid", async () => {
    const [, text] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(packageText("docs/scenarios.md"))!;
    writeFileSync(join(shop, "own.scenario.yaml"), text!);
    expect(existsSync(join(shop, "node_modules/payment-sandbox/scenario.schema.json"))).toBe(true);
    expect(await fine("npx payment-sandbox validate")).toBe("8 files valid\n");
  });

  it.each(inlineOf(readme).filter((command) => !isPay(command)))("command %s works as typed", async (command) => {
    const { body } = await control(url, "GET", "orders");
    await fine(command.replace(/<[^>]*orderId[^>]*>/, String(body.orders[0].id)));
  });

  it("judge finds what the shop does wrong", async () => {
    // One mutant of the many: all of them take a minute.
    const { code, stdout } = await type(
      block("judge -- node").replace("judge --", "judge --only 'sale#1/after-commit/connection-reset' --"),
    );
    expect(stdout).toContain("charged-twice");
    expect(code).toBe(6);
  });

  it("every block is tried here, but for those of a clone", () => {
    const tried = [
      "npm install",
      "hosted-checkout/create",
      "hosted-checkout/query",
      "_sandbox/rules",
      "exec --scenario",
      "judge -- node",
    ];
    const rest = blocksOf(readme).filter((one) => !tried.some((text) => one.includes(text)));
    expect(rest).toEqual(["npm ci && npx payment-sandbox start\nnpm ci && npm test\n", "npx payment-sandbox start\n"]);
  });
});

describe("with the package alone, the README of the examples", () => {
  it("says truly how a right shop and a wrong one end", async () => {
    const lines = block("SHOP_WRONG", examples).trim().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const { code, stderr } = await type(line);
      expect(code, stderr).toBe(Number(/# exits (\d)$/.exec(line)![1]));
    }
  });

  it("says truly how a query is signed", async () => {
    const query = block("hosted-checkout/query", examples);
    expect(JSON.parse(await fine(query))).toMatchObject({ responseCode: expect.any(String) });
  });
});
