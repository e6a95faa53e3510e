import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kept } from "../../build/kept.js";
import { npm } from "./packed.js";

/** The folder of a package that is too large, or too much of one, for the dev dependencies; installed once a machine. */
export function fromRegistry(name: string, version: string): string {
  const home = kept(`${name.replaceAll("/", "-")}@${version}`, (folder) => {
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    npm(["install", `${name}@${version}`], folder);
  });
  return join(home, "node_modules", name);
}
