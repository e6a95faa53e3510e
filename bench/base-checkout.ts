import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { at } from "./servers.ts";

const here = at("..");
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-C", here, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** The folder of a built checkout: the one that is named, or one made of a revision, gone when this process ends. */
export function baseCheckout(base: string): string {
  if (existsSync(base)) return built(resolve(base));
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-base-"));
  process.once("exit", () => {
    spawnSync("git", ["-C", here, "worktree", "remove", "--force", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  process.once("SIGINT", () => process.exit(130));
  git("worktree", "add", "--detach", folder, commit);
  addPackages(folder);
  console.log(`building ${base} (${commit.slice(0, 7)})`);
  execFileSync(process.execPath, ["build/build.ts"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return built(folder);
}

/** Refuses a folder that has nothing to run. */
export function built(folder: string): string {
  for (const path of ["bin/payment-sandbox.js", "dist", "node_modules"])
    if (!existsSync(join(folder, path)))
      throw new Error(`expected an installed and built checkout, found no ${path} in ${folder}`);
  return folder;
}

/**
 * This checkout's packages, if the lockfiles are the same; else its own, because a base may need packages that have left.
 * Links in `.bin` stay as they are: relative ones.
 */
function addPackages(folder: string): void {
  const lock = (of: string): string => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lock(folder) === lock(here)) {
    cpSync(join(here, "node_modules"), join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    return;
  }
  console.log("the lockfiles differ: installing the packages of the base");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
