import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath, packageText } from "../../src/package/files.js";
import { makesAnOrder, type Program, passesBlackBox, withServer } from "../support/black-box.js";
import { fromRegistry } from "../support/from-registry.js";
import { type Packed, pack } from "../support/packed.js";
import { casesFor, isProof } from "../support/proof.js";
import { type TestFolder, testFolder } from "../support/sandbox.js";

/** The one that runs these tests passes the black box. */
const RUNTIMES = ["24.21.0", "22.23.3", "26.10.0"];
const platform = `${process.platform}-${process.arch}`;

let packed: Packed;
let folder: TestFolder;
let shop: string;

beforeAll(async () => {
  packed = await pack();
  folder = testFolder();
  shop = join(folder.path, "shop");
  mkdirSync(installed("."), { recursive: true });
  writeFileSync(join(shop, "package.json"), '{"private":true,"type":"module"}');
  // npm does the same in readme-commands.system.test.ts, and takes four seconds for it.
  execFileSync("tar", ["-xzf", packed.tarball, "-C", installed("."), "--strip-components", "1"]);
  symlinkSync(packagePath("node_modules/better-sqlite3"), join(shop, "node_modules/better-sqlite3"));
}, 300_000);
afterAll(() => folder[Symbol.dispose]());

const installed = (path: string): string => join(shop, "node_modules/payment-sandbox", path);

/** The installed bin, run by this Node. */
const programOf = (node: string): Program => ({ file: node, first: [installed("bin/payment-sandbox.js")], cwd: shop });

// readme-commands.system.test.ts types the commands of the packed package, and the executable passes the same black box.
describe.runIf(isProof)("the packed tarball, as a program", () => {
  passesBlackBox(() => programOf(process.execPath));
});

describe("the packed tarball", () => {
  it("holds what runs and documents, and no tests or sources", () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "bin/payment-sandbox.js",
        "dist/cli/main.js",
        "dist/index.js",
        "dist/pages/script.js",
        "examples/README.md",
        "examples/shop.mjs",
        "examples/snippets/sign.php",
        "examples/screenshots/checkout-desktop-en.png",
        "examples/refund-refused.scenario.yaml",
        "fixtures/keys/demo-merchant.private.pem",
        "scenarios/magic.scenario.yaml",
      ]),
    );
    expect(packed.files.filter((path) => /^(test|src|bench|build|node_modules|\.ci)\//.test(path))).toEqual([]);
  });

  it("holds all that its README leans on", () => {
    const linked = [...packageText("README.md").matchAll(/(?:\]\(|src=")((?!https?:|#)[^)"#]+)/g)].map(
      ([, path]) => path,
    );
    expect(linked.length).toBeGreaterThan(3);
    const isThere = (path: string) => packed.files.some((file) => file === path || file.startsWith(path));
    expect(linked.filter((path) => !isThere(path!))).toEqual([]);
  });

  it("says where it comes from", () => {
    const { repository, homepage, bugs } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    const address = "https://github.com/payment-sandbox/payment-sandbox";
    expect({ repository, homepage, bugs }).toEqual({
      repository: { type: "git", url: `git+${address}.git` },
      homepage: `${address}#readme`,
      bugs: { url: `${address}/issues` },
    });
  });

  it("carries the licences of what is bundled", () => {
    expect(readFileSync(installed("dist/THIRD-PARTY-NOTICES.txt"), "utf8")).toMatch(/== hono [\s\S]*== zod /);
  });

  it("needs one package at run time", () => {
    const { dependencies } = JSON.parse(readFileSync(packagePath("package.json"), "utf8"));
    expect(Object.keys(dependencies)).toEqual(["better-sqlite3"]);
  });

  it("has no script that npm would run, or warn about, when it is installed", () => {
    const { scripts } = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    const onInstall = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
    expect(Object.keys(scripts).filter((name) => onInstall.includes(name))).toEqual([]);
  });

  it.each(casesFor(RUNTIMES, 0))("creates and queries an order on Node %s, and stops by SIGTERM", async (version) => {
    const node = await runtime(version);
    const code = await withServer(programOf(node), async (url) => {
      await makesAnOrder(url);
    });
    expect(code).toBe(143);
  });

  it.runIf(isProof)("says what it needs on an old Node, before anything native loads", async () => {
    const node = await runtime("20.20.2");
    const child = spawn(node, [installed("bin/payment-sandbox.js"), "start"], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, "exit");
    expect(code).toBe(2);
    expect(said).toMatch(
      /needs Node\.js 22\.14 or newer, this is 20\.20\.2\. Run: npx -y node@24 \S+payment-sandbox\.js start\n$/,
    );
  });

  it("starts as a library", async () => {
    const script = join(shop, "library.mjs");
    writeFileSync(
      script,
      `import { startSandbox } from "payment-sandbox";
       await using sandbox = await startSandbox({ port: 0 });
       const lane = await sandbox.lane("mine");
       const { status } = await fetch(lane.url + "/_sandbox/health");
       console.log(status, lane.url.endsWith("/lane/mine"));`,
    );
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toBe("200 true\n");
  });
});

/** A Node of this version, from the package that carries it for this platform. */
const runtime = async (version: string): Promise<string> =>
  process.versions.node === version ? process.execPath : join(fromRegistry(`node-${platform}`, version), "bin/node");
