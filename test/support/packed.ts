import "./dist.js";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packagePath, packageRoot } from "../../src/package/files.js";
import { buildOnce } from "./build-lock.js";

// npm of the machine may run on a Node that is older than what the package needs: that is what users have, too.
export const npm = (args: readonly string[], cwd: string): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** The package as npm packs it. */
export interface Packed {
  readonly tarball: string;
  readonly name: string;
  readonly files: readonly string[];
}

const HOME = packagePath("node_modules/.cache/packed");
const LIST = join(HOME, "list.json");

/** Packs once in a run of tests. */
export async function pack(): Promise<Packed> {
  const run = process.env.PAYMENT_SANDBOX_TEST_RUN;
  const isPacked = (): boolean => existsSync(LIST) && JSON.parse(readFileSync(LIST, "utf8")).run === run;
  await buildOnce(isPacked, () => {
    rmSync(HOME, { recursive: true, force: true });
    mkdirSync(HOME, { recursive: true });
    // The build exists already (global setup); packing must not replace it under other tests.
    const [packed] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", HOME], packageRoot));
    writeFileSync(LIST, JSON.stringify({ run, ...packed }));
  });
  const { filename, files } = JSON.parse(readFileSync(LIST, "utf8"));
  return {
    tarball: join(HOME, filename),
    name: filename,
    files: files.map(({ path }: { path: string }) => path),
  };
}
