import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./files.js";

/** The folders that contain the package's code. */
const CODE = ["bin", "dist"];

/** SHA-256 over the names and contents of the package's code, in hex. */
export function packageHash(): string {
  const whole = createHash("sha256");
  for (const folder of CODE)
    for (const file of filesIn(join(packageRoot, folder), folder)) {
      const content = createHash("sha256")
        .update(readFileSync(join(packageRoot, file)))
        .digest("hex");
      whole.update(`${file} ${content}\n`);
    }
  return whole.digest("hex");
}

/** Sorted by path, with slashes, so that the order is the same on every system. */
function filesIn(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${name}/${entry.name}`;
      return entry.isDirectory() ? filesIn(join(folder, entry.name), path) : [path];
    });
}
