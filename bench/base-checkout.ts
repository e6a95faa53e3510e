import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { kept } from "../build/kept.ts";
import { at } from "./servers.ts";

const here = at("..");
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-C", here, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** The folder of a built checkout: the one that is named, or one made of a revision, gone when this process ends. */
export function baseCheckout(base: string): string {
  if (existsSync(base)) return built(resolve(base));
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-base-"));
  process.once("exit", () => {
    spawnSync("git", ["-C", here, "worktree", "remove", "--force", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  process.once("SIGINT", () => process.exit(130));
  return checkOut(base, folder);
}

/** `bench check-out <revision> <folder>`: a built checkout of a revision, in a folder that is empty or not there yet. */
export function checkOut(revision: string, folder: string): string {
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  git("worktree", "add", "--detach", folder, commit);
  const dist = kept(`dist-${commit}`, (aside) => {
    addPackages(folder);
    console.log(`building ${revision} (${commit.slice(0, 7)}), once a machine`);
    execFileSync(process.execPath, ["build/build.ts"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    cpSync(join(folder, "dist"), aside, { recursive: true });
  });
  if (!existsSync(join(folder, "dist"))) {
    cpSync(dist, join(folder, "dist"), { recursive: true });
    // It was built with its own packages, and loads but one more.
    symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
  }
  return built(folder);
}

/** Refuses a folder that has nothing to run. */
export function built(folder: string): string {
  for (const path of ["bin/payment-sandbox.js", "dist", "node_modules"])
    if (!existsSync(join(folder, path)))
      throw new Error(`expected an installed and built checkout, found no ${path} in ${folder}`);
  return folder;
}

/** This checkout's packages. If the lockfiles differ, npm adds those that have left since: a base builds with its own. */
function addPackages(folder: string): void {
  const [from, to] = [here, folder].map((of) => join(of, "node_modules")) as [string, string];
  mkdirSync(to);
  // Tests may be writing to what else begins with a dot. Links in `.bin` stay as they are: relative ones.
  for (const name of readdirSync(from))
    if (!name.startsWith(".") || [".bin", ".package-lock.json"].includes(name))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  const lock = (of: string): string => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lock(folder) === lock(here)) return;
  console.log("the lockfiles differ: adding the packages of the base");
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...quietly], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
