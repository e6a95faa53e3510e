import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { pack } from "../support/packed.js";
import { isProof } from "../support/proof.js";
import { quickNpx } from "../support/quick-npx.js";
import { control, type TestFolder, testFolder } from "../support/sandbox.js";

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

let folder: TestFolder;
let shop: string;
let url: string;
/** Of this test alone: commands find the sandbox that it started, and no other. */
let state: string;

// Neither the clone's commands nor its variables: only Node, npm and what the folder holds.
const clean = Object.entries(process.env).filter(
  ([name]) => !/^(PAYMENT_SANDBOX_|npm_|NODE_PATH$|INIT_CWD$)/.test(name),
);
const others = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
const environment = {
  ...Object.fromEntries(clean),
  PATH: [dirname(process.execPath), ...others].join(delimiter),
  // npm asks nothing of the registry but packages: a registry may be slow to answer about audits, or not know them.
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_prefer_offline: "true",
};

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Types a command line in the folder, as it stands. Only the port is another: the default one may be taken. */
async function type(commands: string): Promise<Ended> {
  const line = url === undefined ? commands : commands.replaceAll("http://localhost:4655", url);
  const child = spawn("bash", ["-eo", "pipefail", "-c", line], {
    cwd: shop,
    env: { ...environment, XDG_STATE_HOME: state },
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
  const packed = await pack();
  folder = testFolder();
  shop = join(folder.path, "shop");
  state = join(folder.path, "state");
  mkdirSync(shop);
  // Where `npm pack` puts it in a clone next to the project.
  mkdirSync(join(folder.path, "payment-sandbox"));
  copyFileSync(packed.tarball, join(folder.path, "payment-sandbox", packed.name));
  // npm installs into the nearest folder above that looks like a project, unless this one does.
  writeFileSync(join(shop, "package.json"), "{}");
  await fine(block("npm install"));
  // By npm's own npx; the commands that follow are typed without its second.
  const server = spawn(
    "bash",
    ["-c", `exec ${blocksOf(readme).find((one) => /^npx payment-sandbox start\s*$/.test(one))}`],
    {
      cwd: shop,
      env: {
        ...environment,
        XDG_STATE_HOME: state,
        PAYMENT_SANDBOX_PORT: "0",
        PAYMENT_SANDBOX_READY_FILE: join(shop, "ready.json"),
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const line of createInterface(server.stdout!)) {
    url = line.replace("payment-sandbox ready at ", "");
    break;
  }
  expect(url, "the sandbox ended before it was ready").toBeDefined();
  environment.PATH = [quickNpx(join(folder.path, "bin")), environment.PATH].join(delimiter);
}, 300_000);
afterAll(() => {
  // npx stands between; the sandbox told its own id.
  const ready = join(shop, "ready.json");
  if (existsSync(ready)) process.kill(JSON.parse(readFileSync(ready, "utf8")).pid, "SIGTERM");
  folder[Symbol.dispose]();
});

/** test/docs/shell-blocks.system.test.ts types them. */
const isInOutcomes = (command: string): boolean => packageText("docs/outcomes.md").includes(`\n${command}\n`);
const isPay = (command: string): boolean => command.startsWith("npx payment-sandbox pay");

// In the README's order: each builds on what the ones above did.
describe("with the package alone, in an empty folder, the README's", () => {
  it("first block brings the example shops", () => {
    expect(existsSync(join(shop, "examples/shops/charges-again.mjs"))).toBe(true);
    // docs/scenarios.md names it for editors.
    expect(existsSync(join(shop, "node_modules/payment-sandbox/scenario.schema.json"))).toBe(true);
  });

  it("first order is made by call, paid, and found paid", async () => {
    expect(JSON.parse(await fine(block("hosted-checkout/create")))).toMatchObject({ responseCode: "0000" });
    await fine(block("payment-sandbox pay A-1"));
    expect(JSON.parse(await fine(block("hosted-checkout/query")))).toMatchObject({ order: { status: "SUCCESS" } });
  });

  it("demo finds what a wrong shop does, and nothing in a right one", async () => {
    expect(await fine(block("payment-sandbox demo"))).toMatch(/charged-twice[\s\S]*books are right/);
  });

  it("env gives a shop the address and the keys", async () => {
    const shown = await fine(
      `${block("payment-sandbox env")} echo "$PAYMENT_SANDBOX_URL $PAYMENT_SANDBOX_MERCHANT_ID"`,
    );
    expect(shown).toBe(`${url} 3\n`);
  });

  it("rules are put in by curl, and the next answer is cut off", async () => {
    expect(await fine(block("_sandbox/rules"))).toMatch(/"origin":"control".*"origin":"next"/s);
    expect((await type(block("hosted-checkout/query"))).stdout).toBe("");
    expect(JSON.parse(await fine(block("hosted-checkout/query")))).toMatchObject({ responseCode: "0000" });
  });

  it("exec runs npm test", async () => {
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
    await fine(block("exec --report"));
    expect(readFileSync(join(shop, "report.xml"), "utf8")).toContain("<testsuite");
  });

  it.each(inlineOf(readme).filter((command) => !isPay(command) && (isProof || !isInOutcomes(command))))(
    "command %s works as typed",
    async (command) => {
      const { body } = await control(url, "GET", "orders");
      await fine(command.replace(/<[^>]*orderId[^>]*>/, String(body.orders[0].id)));
    },
  );

  // The demo judges the same shop.
  it.runIf(isProof)("judge finds what the shop does wrong", async () => {
    const { code, stdout } = await type(block("payment-sandbox judge"));
    expect(stdout).toContain("charged-twice");
    expect(code).toBe(6);
  });

  it("every block is tried here, but for those of a clone", () => {
    const tried = [
      "npm install",
      "hosted-checkout/create",
      "hosted-checkout/query",
      "_sandbox/rules",
      "payment-sandbox pay A-1",
      "exec --report",
      "payment-sandbox judge",
      "payment-sandbox demo",
      "payment-sandbox env",
    ];
    const rest = blocksOf(readme).filter((one) => !tried.some((text) => one.includes(text)));
    expect(rest).toEqual(["npm ci && npx payment-sandbox start\nnpm ci && npm test\n", "npx payment-sandbox start\n"]);
  });
});

describe("with the package alone, the README of the examples", () => {
  it("brings them, without tests that another runner would collect, and their scenario files are valid", async () => {
    await fine(/`(cp -r [^`]+)`/.exec(examples)![1]!);
    expect(["shop.mjs", "runners"].map((name) => existsSync(join(shop, "examples", name)))).toEqual([true, false]);
    expect(await fine("npx payment-sandbox validate")).toBe("7 files valid\n");
  });

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
