import "../support/dist.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath, packageRoot } from "../../src/package/files.js";
import { freePort } from "../../src/tools/judge/run/shop/free-port.js";
import { commandShim } from "../support/command-shim.js";
import { ofFile } from "../support/of-file.js";
import { quickNpx } from "../support/quick-npx.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { type Block, checked, placeOf } from "./blocks.js";

// Those of the README are typed by test/package/readme-commands.system.test.ts, with the package alone.
const shell = checked("sh").filter(({ file }) => file !== "README.md");
const pages = [...new Set(shell.map(({ file }) => file))];

const folder = ofFile(testFolder());
/** One for all pages. */
const sandbox = ofFile(await startTestSandbox());
const bin = quickNpx(join(folder.path, "bin"));
ofFile(await commandShim(join(bin, "payment-sandbox")));

/** A program in the background listens, on a free port, before the next command is typed. */
async function listening(text: string): Promise<string> {
  const port = /\bendpoint\.mjs (\d+) & /.exec(text)?.[1];
  if (port === undefined) return text;
  const free = String(await freePort());
  const asked = `curl -s --retry 60 --retry-delay 1 --retry-connrefused -o /dev/null http://localhost:${free}\n`;
  return text.replaceAll(port, free).replace(/endpoint=\$!\n/, (line) => line + asked);
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Types commands in a shop's folder; what they say of the default address is meant of the sandbox of this page. */
async function type(commands: string, cwd: string, url: string): Promise<Ended> {
  const child = spawn("bash", ["-eo", "pipefail", "-c", commands.replaceAll(/(http:\/\/)?localhost:4655/g, url)], {
    cwd,
    env: {
      ...process.env,
      PATH: [join(folder.path, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
      // Where they start one of their own, they find it as in a new shell.
      ...(!commands.includes("start --detach") && { PAYMENT_SANDBOX_URL: url }),
      PAYMENT_SANDBOX_PORT: "0",
      XDG_STATE_HOME: join(folder.path, "state"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const [code] = await once(child, "close");
  return { code, said };
}

describe.each(pages)("the commands of %s", (file) => {
  const typed = shell.filter((block) => block.file === file);
  let shop: string;
  beforeAll(async () => {
    shop = join(folder.path, file.replaceAll("/", "-"));
    mkdirSync(join(shop, "node_modules/.bin"), { recursive: true });
    symlinkSync(join(folder.path, "bin/payment-sandbox"), join(shop, "node_modules/.bin/payment-sandbox"));
    cpSync(packagePath("examples"), join(shop, "examples"), { recursive: true });
    symlinkSync(packageRoot, join(shop, "node_modules/payment-sandbox"));
    writeFileSync(
      join(shop, "package.json"),
      JSON.stringify({ private: true, type: "module", scripts: { test: "true" } }),
    );
  });
  afterAll(async () => {
    if (typed.some(({ text }) => text.includes("start --detach")))
      await type("npx payment-sandbox stop --all || true", shop, sandbox.url);
  });

  // A search prints one chapter, so each begins with an empty lane. Those of the tutorial build on one another.
  const isFirst = ({ chapter }: Block, i: number): boolean =>
    i === 0 || (file !== "docs/first-order.md" && chapter !== typed[i - 1]!.chapter);
  it.each(typed.map((block, i): [string, Block, boolean] => [placeOf(block), block, isFirst(block, i)]))(
    "at %s work as typed",
    async (_, { text }, isInEmptyLane) => {
      if (isInEmptyLane) await sandbox.control("POST", "reset", {});
      for (const command of /# exits \d$/m.test(text) ? text.trim().split("\n") : [await listening(text)]) {
        const { code, said } = await type(command, shop, sandbox.url);
        expect(code, said).toBe(Number(/# exits (\d)$/.exec(command)?.[1] ?? 0));
        // An error of the control API.
        expect(said).not.toMatch(/"fix":/);
      }
    },
  );
});
