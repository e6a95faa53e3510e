// npm run check:docs: spelling, and the files for other systems. The tools need two hundred packages, so they are installed
// here, on first use, and not with the clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { kept } from "../build/kept.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

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

/** Links the tools of these versions. They are installed once a machine. */
function install(): boolean {
  const manifests = ["package.json", "package-lock.json"];
  const hash = createHash("sha256");
  for (const name of manifests) hash.update(readFileSync(`${here}${name}`));
  try {
    const home = kept(`checks-${hash.digest("hex").slice(0, 16)}`, (folder) => {
      console.log("installing the tools of this check, once a machine");
      for (const name of manifests) copyFileSync(`${here}${name}`, `${folder}/${name}`);
      if (!run("npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"))
        throw new Error("the tools of this check could not be installed: is the npm registry reachable?");
    });
    const [link, tools] = [`${here}node_modules`, `${home}/node_modules`];
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
