import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { packagePath } from "../../src/package/files.js";

/** The version beside which nodes must work: the last one before PostgreSQL became one transaction a call. */
const COMMIT = "9d24762f";

const git = (...args: readonly string[]): Buffer =>
  execFileSync("git", ["-C", packagePath("."), ...args], { maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });

/** False where the history is missing, as in a shallow clone or in the package. */
export function hasFormerRelease(): boolean {
  try {
    git("cat-file", "-e", `${COMMIT}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Puts that version's sources in the folder and bundles its command with this checkout's packages. Returns its bin. */
export async function formerRelease(folder: string): Promise<string> {
  execFileSync("tar", ["-x", "-C", folder], {
    input: git("archive", COMMIT, "bin", "src", "fixtures", "package.json"),
  });
  symlinkSync(packagePath("node_modules"), join(folder, "node_modules"));
  await build({
    entryPoints: [join(folder, "src/cli/main.ts")],
    outdir: join(folder, "dist/cli"),
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    logLevel: "error",
  });
  // Its pages work without their scripts, too.
  mkdirSync(join(folder, "dist/pages"));
  for (const script of ["script", "console"]) writeFileSync(join(folder, `dist/pages/${script}.js`), "");
  return join(folder, "bin/payment-sandbox.js");
}
