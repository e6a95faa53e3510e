// npm run check:docs: spelling, and the files for other systems. The tools need two hundred packages, so they are installed
// here, on first use, and not with the clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const installed = `${here}node_modules/.installed`;

/** Spells files, or all of them. Words of ours stand in build/words.txt. */
export function isSpelledRight(...paths: readonly string[]): boolean {
  const cache = ["--cache", "--cache-location", "node_modules/.cache/cspell"];
  return (
    install() &&
    run(
      `${here}node_modules/.bin/cspell`,
      "lint",
      "--no-progress",
      "--no-summary",
      "--no-must-find-files",
      ...cache,
      ...paths,
    )
  );
}

/** Workflows, GitLab jobs, Dockerfiles, Kubernetes manifests and the OpenAPI document. */
const areFilesRight = (): boolean =>
  install() && run("node_modules/.bin/vitest", "run", "--config", "checks/vitest.config.ts");

/** Installs the tools unless these versions are there. */
function install(): boolean {
  const wanted = createHash("sha256")
    .update(readFileSync(`${here}package-lock.json`))
    .digest("hex");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return true;
  console.log("installing the tools of this check into checks/node_modules");
  const isDone = run("npm", "ci", "--prefix", here, "--ignore-scripts", "--no-audit", "--no-fund");
  if (isDone) writeFileSync(installed, wanted);
  else console.log("the tools of this check could not be installed: is the npm registry reachable?");
  return isDone;
}

function run(program: string, ...args: readonly string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", cwd: `${here}..` });
  if (error) throw error;
  return status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !(isSpelledRight() && areFilesRight())) process.exitCode = 1;
