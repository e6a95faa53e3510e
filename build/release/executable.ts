import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Target } from "./targets.ts";

/** How Node finds what is put into its executable. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

export const executableName = (target: Target): string => `payment-sandbox-${target}`;

/** Makes a single executable of the built package: Node, and all files of the package inside it. */
export async function buildExecutable(target: Target, file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-executable-"));
  try {
    const main = join(folder, "main.cjs");
    await build({
      entryPoints: ["src/package/executable/main.ts"],
      outfile: main,
      bundle: true,
      format: "cjs",
      platform: "node",
      target: "node24",
      logLevel: "warning",
    });
    const assets = { ...filesOfPackage(), ...filesOfSqlite(target) };
    const manifest = join(folder, "manifest.json");
    writeFileSync(manifest, JSON.stringify(manifestOf(assets)));
    const [config, output] = [join(folder, "sea.json"), join(folder, "sea.blob")];
    const sea = {
      main,
      output,
      disableExperimentalSEAWarning: true,
      assets: { ...compressed(assets, folder), "manifest.json": manifest },
    };
    writeFileSync(config, JSON.stringify(sea));
    execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" });
    mkdirSync(dirname(file), { recursive: true });
    const made = join(folder, "made");
    copyFileSync(process.execPath, made);
    strip(made);
    // It says much that is of no use: it is heard only where it fails.
    const postject = ["node_modules/postject/dist/cli.js", made, "NODE_SEA_BLOB", output, "--sentinel-fuse", FUSE];
    execFileSync(process.execPath, postject, { stdio: "pipe" });
    chmodSync(made, 0o755);
    // Whole or not at all, also for who looks meanwhile.
    copyFileSync(made, `${file}.part`);
    renameSync(`${file}.part`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes out the names of Node's own functions: a seventh of its size. Left as it is if there is no `strip`, or not for this format. */
function strip(file: string): void {
  if (process.platform !== "linux") return;
  try {
    execFileSync("strip", [file], { stdio: "pipe" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Path inside the executable to path here. */
type Assets = Readonly<Record<string, string>>;

/** Writes the files compressed into the folder: a third of their size. */
const compressed = (assets: Assets, folder: string): Assets =>
  Object.fromEntries(
    Object.entries(assets).map(([path, from], i) => {
      const file = join(folder, `${i}.gz`);
      writeFileSync(file, gzipSync(readFileSync(from), { level: 9 }));
      return [path, file];
    }),
  );

/**
 * What `npm pack` takes, without the parts for programs that import the library, because nothing can import an executable, and
 * without what the documentation's site in `dist/docs` has as well: its pages, pictures, kits and other files that it names.
 */
function filesOfPackage(): Assets {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], { encoding: "utf8" }),
  );
  const paths: readonly string[] = files.map(({ path }: { path: string }) => path);
  const isForImports = /^dist\/(index\.cjs|(jest|node-test|playwright|vitest)\.c?js|runner-.*|types\/.*)$/;
  const isServed =
    /^(docs\/(?!README\.md)|(examples\/(screenshots|runners|ci)|kits\/(java|php|python))\/|CHANGELOG\.md$)/;
  const kept = paths.filter((path) => !isForImports.test(path) && !isServed.test(path));
  return Object.fromEntries(kept.map((path) => [path, path]));
}

/** The one runtime dependency, with the binary of the target alone. */
function filesOfSqlite(target: Target): Assets {
  const root = "node_modules/better-sqlite3";
  const lib = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => `lib/${name.replaceAll("\\", "/")}`);
  const files = ["package.json", "LICENSE", ...lib, `prebuilds/${target}.node`];
  return Object.fromEntries(files.map((name) => [`${root}/${name}`, `${root}/${name}`]));
}

function manifestOf(assets: Assets) {
  const files = Object.entries(assets).map(([path, from]) => {
    const bytes = readFileSync(from);
    return { path, bytes: bytes.length, sha256: sha256(bytes) };
  });
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  return { name: `${version}-${sha256(JSON.stringify(files)).slice(0, 16)}`, files };
}

const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
