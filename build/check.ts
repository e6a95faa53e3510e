// npm run check: types, lint, unused exports and spelling of everything, and the files for other systems.
// npm run check -- --changed: types, lint and spelling of the files that differ from the last commit, not of their importers.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { API } from "typescript/unstable/sync";
import { isAllUsed, isSpelledRight } from "../checks/run.ts";
import "./write-library-types.ts";

const CACHE = "node_modules/.cache";
const ISLANDS = "src/server/pages/islands";

type Checks = Readonly<Record<string, () => boolean>>;

function checksOfAll(): Checks {
  // One checker: two of them take half as much CPU again, since each needs most of the types.
  const types = (project: string, info: string) => () =>
    run("tsc", "--noEmit", "-p", project, "--checkers", "1", "--incremental", "--tsBuildInfoFile", `${CACHE}/${info}`);
  return {
    types: types(".", "all.tsbuildinfo"),
    "types of the pages' scripts": types(ISLANDS, "islands.tsbuildinfo"),
    lint: () => lint("."),
    unused: isAllUsed,
    "spelling and the files for other systems": () => run("node", "checks/run.ts"),
  };
}

function checksOfChanged(files: readonly string[]): Checks {
  const { include } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as { include: readonly string[] };
  const typed = files.filter((file) => /\.tsx?$/.test(file) && include.some((folder) => file.startsWith(`${folder}/`)));
  const islands = typed.filter((file) => file.startsWith(ISLANDS));
  const others = typed.filter((file) => !islands.includes(file));
  const linted = files.filter((file) => /\.([cm]?[jt]sx?|json|css)$/.test(file));
  const spelledFiles = files.filter((file) => /\.(md|tsx?)$/.test(file));
  return {
    types: () => isTyped("tsconfig.json", others),
    "types of the pages' scripts": () => isTyped(`${ISLANDS}/tsconfig.json`, islands),
    lint: () => linted.length === 0 || lint(...linted),
    spelling: () => spelledFiles.length === 0 || isSpelledRight(...spelledFiles),
  };
}

const lint = (...paths: readonly string[]): boolean => run("biome", "check", "--no-errors-on-unmatched", ...paths);

function passes(name: string, check: () => boolean): boolean {
  const from = performance.now();
  const isFine = check();
  console.log(`${isFine ? "ok" : "FAILED"}  ${name}, ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return isFine;
}

function run(program: string, ...args: readonly string[]): boolean {
  const { status, error } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: "inherit" });
  if (error) throw error;
  return status === 0;
}

/** Asks the compiler about these files alone. */
function isTyped(config: string, files: readonly string[]): boolean {
  if (files.length === 0) return true;
  const api = new API({ cwd: process.cwd() });
  try {
    const program = api.updateSnapshot({ openProjects: [resolve(config)] }).getProjects()[0]!.program;
    const wrong = files
      .map((file) => resolve(file))
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
    for (const { fileName, pos, code, text } of wrong)
      console.log(`${fileName}:${lineOf(fileName!, pos)} - error TS${code}: ${text}`);
    return wrong.length === 0;
  } finally {
    api.close();
  }
}

const lineOf = (file: string, pos: number): number => readFileSync(file, "utf8").slice(0, pos).split("\n").length;

/** New files and those that differ from the last commit. */
function changedFiles(): readonly string[] {
  const git = (...args: readonly string[]): readonly string[] =>
    execFileSync("git", args, { encoding: "utf8" }).split("\0").filter(Boolean);
  const differ = git("diff", "HEAD", "--name-only", "-z");
  const added = git("ls-files", "--others", "--exclude-standard", "-z");
  return [...differ, ...added].filter((file) => existsSync(file));
}

const { values } = parseArgs({ options: { changed: { type: "boolean", default: false } } });
const checks = values.changed ? checksOfChanged(changedFiles()) : checksOfAll();
const failed = Object.entries(checks).filter(([name, check]) => !passes(name, check));
if (failed.length > 0) process.exitCode = 1;
