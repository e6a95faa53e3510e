import "../../support/dist.js";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { nodeFault } from "../../../bin/node-version.js";
import { packagePath, packageText } from "../../../src/package/files.js";
import { requireNode } from "../../../src/package/node.js";
import { testFolder } from "../../support/sandbox.js";

const needs = /^payment-sandbox needs Node\.js 22\.14 or newer, this is /;

describe("the version of Node.js", () => {
  it.each([
    ["20.20.2", true],
    ["22.13.1", true],
    ["9.11.2", true],
    ["22.14.0", false],
    ["22.14.0-nightly", false],
    ["23.0.0", false],
    ["100.0.0", false],
  ])("%s is too old: %s", (version, isTooOld) => {
    expect(nodeFault(version) !== undefined).toBe(isTooOld);
  });

  it("that is needed is the one that the package asks for", () => {
    const { engines } = JSON.parse(packageText("package.json"));
    expect(nodeFault("0.10.0")).toContain(`Node.js ${engines.node.replace(">=", "")} or newer`);
  });

  it("is told by an error where it is too old", () => {
    expect(() => requireNode("20.20.2")).toThrow(needs);
    expect(() => requireNode("24.0.0")).not.toThrow();
  });
});

/** A Node.js of this machine that is too old, such as one that `npx` has put a newer one before. */
function oldNode(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return folders.map((folder) => join(folder, "node")).find((file) => existsSync(file) && isTooOld(file));
}

const isTooOld = (node: string): boolean => {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return stdout !== null && nodeFault(stdout.trim().replace("v", "")) !== undefined;
};

/** Starts a sandbox by the built package, and prints the error that this throws. */
const script = `
  import { startSandbox } from ${JSON.stringify(pathToFileURL(packagePath("dist/index.js")).href)};
  startSandbox().then(() => console.log("started"), (error) => console.log(error.message));
`;

describe("on an old Node.js", () => {
  it("the library throws an error, where native code would end the process", ({ skip }) => {
    const node = oldNode();
    if (node === undefined) return skip("there is no Node.js older than 22.14 on the PATH outside of node_modules");
    const { signal, status, stdout } = spawnSync(node, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect({ signal, status }).toEqual({ signal: null, status: 0 });
    expect(stdout).toMatch(needs);
  });

  it("the command line says so, exits with 2, and names a command that works there", ({ skip }) => {
    const node = oldNode();
    if (node === undefined) return skip("there is no Node.js older than 22.14 on the PATH outside of node_modules");
    using folder = testFolder();
    const bin = packagePath("bin/payment-sandbox.js");
    const { status, stderr } = spawnSync(node, [bin, "--version"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toMatch(needs);
    const next = /Run: (.*)\n$/.exec(stderr)![1]!;
    expect(spawnSync(next, { cwd: folder.path, shell: true, encoding: "utf8" }).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("the command that it names keeps the words of the command", ({ skip }) => {
    const node = oldNode();
    if (node === undefined) return skip("there is no Node.js older than 22.14 on the PATH outside of node_modules");
    const bin = packagePath("bin/payment-sandbox.js");
    const { stderr } = spawnSync(node, [bin, "exec", "--", "sh", "-c", `echo "$X" it's`], { encoding: "utf8" });
    expect(stderr.trimEnd()).toMatch(/ exec -- sh -c 'echo "\$X" it'\\''s'$/);
  });

  it("the commands of a clone bring their own Node.js to any folder", ({ skip }) => {
    const old = oldNode();
    if (old === undefined) return skip("there is no Node.js older than 22.14 on the PATH outside of node_modules");
    using folder = testFolder();
    const env = { ...process.env, PATH: [packagePath("node_modules/.bin"), dirname(old)].join(delimiter) };
    const { stdout } = spawnSync("payment-sandbox --version", { cwd: folder.path, env, shell: true, encoding: "utf8" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
