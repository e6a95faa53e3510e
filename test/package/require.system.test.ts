import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath, packageText } from "../../src/package/files.js";
import { fromRegistry } from "../support/from-registry.js";
import { ofFile } from "../support/of-file.js";
import { casesFor } from "../support/proof.js";
import { testFolder } from "../support/sandbox.js";

const { version: ownTypeScript } = JSON.parse(packageText("node_modules/typescript/package.json"));

const at = (path: string): string => join(folder.path, path);
const folder = ofFile(testFolder());
mkdirSync(at("node_modules"));
symlinkSync(packagePath("."), at("node_modules/payment-sandbox"));
symlinkSync(packagePath("node_modules/@playwright"), at("node_modules/@playwright"));

const shop = `
async function main(): Promise<void> {
  const sandbox = await startSandbox({ port: 0 });
  const lane: SandboxLane = await sandbox.lane("mine");
  const status: string | undefined = (await lane.orders())[0]?.status;
  const { request } = sign({ merchantId: 3 });
  console.log(lane.url, status, request);
  // @ts-expect-error There is no such member.
  lane.nothing();
}
void main;
`;

/** `moduleResolution: node` doesn't read `exports`, and knows one kind of module. */
const older = {
  "shop.ts": `import { sign, startSandbox, type SandboxLane } from "payment-sandbox";
import { laneOfTest } from "payment-sandbox/jest";
import { laneOfTest as laneOfNodeTest } from "payment-sandbox/node-test";
import { sandboxFixtures } from "payment-sandbox/playwright";
import type { SandboxFixtures } from "payment-sandbox/vitest";
const lanes: SandboxLane[] = [laneOfTest(), laneOfNodeTest(), (null as unknown as SandboxFixtures).lane];
void [lanes, sandboxFixtures];
${shop}`,
};

/** The same program as both kinds of module. */
const files = {
  "shop.cts": `import sandbox = require("payment-sandbox");
import fixtures = require("payment-sandbox/playwright");
import type { SandboxLane } from "payment-sandbox";
const { sign, startSandbox } = sandbox;
const playwright: fixtures.PlaywrightFixtures = fixtures.sandboxFixtures();
void playwright;
${shop}`,
  "shop.mts": `import { sign, startSandbox, type SandboxLane } from "payment-sandbox";
import { sandboxFixtures, type PlaywrightFixtures } from "payment-sandbox/playwright";
const playwright: PlaywrightFixtures = sandboxFixtures();
void playwright;
${shop}`,
};

describe("the types of the package", () => {
  it.each(
    casesFor([
      [ownTypeScript, "nodenext", "nodenext", files],
      ["5.9.3", "nodenext", "nodenext", files],
      ["5.4.5", "node16", "node16", files],
      ["5.4.5", "commonjs", "node", older],
    ] as const),
  )("fit require and import on TypeScript %s, %s", (version, module, moduleResolution, files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
    const lib = ["es2022", "dom"];
    const options = {
      target: "es2022",
      strict: true,
      noEmit: true,
      types: [],
      lib,
      skipLibCheck: module === "commonjs",
    };
    const compilerOptions = { ...options, module, moduleResolution };
    writeFileSync(at("tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
    const folderOf =
      version === ownTypeScript ? packagePath("node_modules/typescript") : fromRegistry("typescript", version);
    const tsc = join(folderOf, "bin/tsc");
    let said = "";
    try {
      execFileSync(process.execPath, [tsc, "-p", folder.path], { stdio: "pipe", encoding: "utf8" });
    } catch (error) {
      said = (error as { stdout: string }).stdout;
    }
    expect(said).toBe("");
  });
});

describe("require", () => {
  it("gives what import gives", () => {
    const script = `const names = (module) => Object.keys(module).sort();
      Promise.all(["payment-sandbox", "payment-sandbox/jest"].map(async (name) => [names(require(name)), names(await import(name))]))
        .then((both) => console.log(JSON.stringify(both)));`;
    const said = execFileSync(process.execPath, ["-e", script], { cwd: folder.path, encoding: "utf8" });
    const [[required, imported], [jestRequired, jestImported]] = JSON.parse(said);
    expect(required).toEqual(imported);
    expect(required).toContain("startSandbox");
    expect(jestRequired).toEqual(jestImported);
    expect(jestRequired).toContain("laneOfTest");
  });
});
