// npm run check:docs: spelling, and the files for other systems. The tools need two hundred packages, so they are installed
// here, on first use, and not with the clone.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, matchesGlob, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { installed } from "../build/installed.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Spells files, or all of them. Words of ours stand in build/words.txt. */
export function isSpelledRight(...paths: readonly string[]): boolean {
  if (!install()) return false;
  // A new clone has no cache. If a line is wrong, all files are spelled, which tells its place.
  if (paths.length === 0 && process.env.CI !== undefined && areLinesSpelledRight()) return true;
  const cache = ["--cache", "--cache-location", "node_modules/.cache/cspell"];
  return spells("--no-must-find-files", ...cache, ...paths);
}

const spells = (...words: readonly string[]): boolean =>
  run(`${here}node_modules/.bin/cspell`, "lint", "--no-progress", "--no-summary", ...words);

/** Spells each different line of all files once, in one file for each language: a third of the CPU of two thousand files. */
function areLinesSpelledRight(): boolean {
  const { files, ignorePaths, overrides, ...config } = JSON.parse(readFileSync("cspell.json", "utf8"));
  const lines = new Map<string, Set<string>>();
  for (const file of globSync(files, { exclude: ignorePaths })) {
    let text = readFileSync(file, "utf8");
    for (const { filename, ignoreRegExpList } of overrides)
      if (matchesGlob(file, filename)) for (const ignored of ignoreRegExpList) text = text.replace(regex(ignored), " ");
    const ofLanguage = lines.get(extname(file)) ?? new Set();
    for (const line of text.split("\n")) ofLanguage.add(line.trim());
    lines.set(extname(file), ofLanguage);
  }
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-spelling-"));
  try {
    for (const [extension, all] of lines) writeFileSync(join(folder, `all${extension}`), [...all].join("\n"));
    for (const dictionary of config.dictionaryDefinitions) dictionary.path = resolve(dictionary.path);
    writeFileSync(join(folder, "cspell.json"), JSON.stringify(config));
    return spells("--config", join(folder, "cspell.json"), "--root", folder, "--silent", "all.*");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A regular expression as cspell.json has it: with its slashes. */
function regex(text: string): RegExp {
  const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(text)!;
  return new RegExp(source!, flags);
}

/** True if no file, export or dependency is unused. */
export const isAllUsed = (): boolean =>
  install() && run(`${here}node_modules/.bin/knip`, "--cache", "--cache-location", "node_modules/.cache/knip");

/** Workflows, GitLab jobs, Dockerfiles, Kubernetes manifests and the OpenAPI document. */
const areFilesRight = (): boolean =>
  install() && run("node_modules/.bin/vitest", "run", "--config", "checks/vitest.config.ts");

/** Links the tools of these versions. */
function install(): boolean {
  try {
    const [link, tools] = [`${here}node_modules`, installed(here, "checks")];
    if (existsSync(link) && realpathSync(link) === realpathSync(tools)) return true;
    rmSync(link, { recursive: true, force: true });
    symlinkSync(tools, link);
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return false;
  }
}

function run(program: string, ...args: readonly string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", cwd: `${here}..` });
  if (error) throw error;
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(isSpelledRight() && areFilesRight())) process.exitCode = 1;
