import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { InvalidInput } from "../../../package/errors.js";
import { temporaryFolder } from "../../../package/writing.js";

/** An earlier revision of the working folder, checked out beside it. */
export interface BaseTree {
  /** The folder that corresponds to the working folder. */
  readonly cwd: string;
  readonly remove: () => void;
}

export interface BaseOptions {
  readonly cwd: string;
  /** Any name that git knows, such as HEAD~1 or main. */
  readonly revision: string;
  /** A shell line that prepares the checkout, such as `npm ci`. Undefined: dependency folders are linked. */
  readonly setup: string | undefined;
}

/** Folders of dependencies, each with the files that pin what is in it. */
const dependencies = [
  { folder: "node_modules", locks: ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"] },
  { folder: "vendor", locks: ["composer.lock"] },
  { folder: ".venv", locks: ["uv.lock", "poetry.lock", "requirements.txt"] },
] as const;

/** Checks out a revision into a temporary work tree. No hook runs. Throws InvalidInput. */
export function baseTree({ cwd, revision, setup }: BaseOptions): BaseTree {
  const root = rootOf(cwd);
  const prefix = git(cwd, ["rev-parse", "--show-prefix"]).trimEnd();
  const commit = git(cwd, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], revision);
  const folder = temporaryFolder("payment-sandbox-base-");
  const tree = join(folder, "tree");
  const remove = (): void => {
    spawnSync("git", ["worktree", "remove", "--force", tree], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    git(root, ["-c", `core.hooksPath=${folder}`, "worktree", "add", "--detach", "--quiet", tree, commit.trim()]);
    const there = join(tree, prefix);
    if (!existsSync(there)) throw new InvalidInput(`--base: ${revision} has no folder ${prefix}`);
    if (setup === undefined)
      for (const place of new Set([prefix, ""])) link(join(root, place), join(tree, place), revision);
    else prepare(setup, there);
    return { cwd: there, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folder of the git repository. Throws InvalidInput. */
export const rootOf = (cwd: string): string => git(cwd, ["rev-parse", "--show-toplevel"]).trimEnd();

function link(here: string, there: string, revision: string): void {
  for (const { folder, locks } of dependencies) {
    if (!existsSync(join(here, folder)) || existsSync(join(there, folder)) || !isIgnored(here, folder)) continue;
    const lock = locks.find((one) => existsSync(join(here, one)));
    if (lock !== undefined && readIfThere(join(here, lock)) !== readIfThere(join(there, lock)))
      throw new InvalidInput(
        `--base: ${lock} ${existsSync(join(there, lock)) ? `differs at ${revision}` : `is not at ${revision}`}, so ${folder} can't be shared: prepare it with --base-setup, such as --base-setup "npm ci"`,
      );
    symlinkSync(join(here, folder), join(there, folder), "dir");
  }
}

const isIgnored = (cwd: string, path: string): boolean =>
  spawnSync("git", ["check-ignore", "--quiet", path], { cwd }).status === 0;

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

function prepare(line: string, cwd: string): void {
  const { status, stderr } = spawnSync(line, { cwd, shell: true, encoding: "utf8" });
  if (status !== 0)
    throw new InvalidInput(`--base-setup: it ended with ${status}: ${stderr.trim().split("\n").at(-1) ?? ""}`);
}

/** Throws InvalidInput. */
function git(cwd: string, args: readonly string[], revision?: string): string {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  if (error) throw new InvalidInput(`--base: git can't be run: ${error.message}`);
  const why = stderr.trim().split("\n").at(-1);
  throw new InvalidInput(
    revision === undefined
      ? `--base: ${why || `git ${args[0]} failed`}`
      : `--base: git knows no commit ${JSON.stringify(revision)} here`,
  );
}
