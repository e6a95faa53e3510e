import "./dist.js";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { packageRoot } from "../../src/package/files.js";
import { type TestFolder, testFolder } from "./sandbox.js";

// npm of the machine may run on a Node that is older than what the package needs: that is what users have, too.
export const npm = (args: readonly string[], cwd: string): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** The package as npm packs it, in a folder of its own. */
export interface Packed extends Disposable {
  readonly folder: TestFolder;
  readonly tarball: string;
  readonly name: string;
  readonly files: readonly string[];
}

export function pack(): Packed {
  const folder = testFolder();
  // The build exists already (global setup); packing must not replace it under other tests.
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder.path], packageRoot),
  );
  return {
    folder,
    tarball: join(folder.path, packed.filename),
    name: packed.filename,
    files: packed.files.map(({ path }: { path: string }) => path),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
