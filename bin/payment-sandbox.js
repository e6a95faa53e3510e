#!/usr/bin/env node
// Old Node.js crashes in native code: say so before anything of it loads.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeFault } from "./node-version.js";

const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
  // A clone has a newer one.
  const node =
    [fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url))].find(existsSync) || "npx -y node@24";
  const again = process.argv.slice(2).join(" ") || "start";
  process.stderr.write(`${fault}. Run: ${node} ${fileURLToPath(import.meta.url)} ${again}\n`);
  process.exitCode = 2;
} else {
  import("node:module").then((module) => {
    // Compiled code is kept between starts, also of a server that will be killed.
    if (module.enableCompileCache) module.enableCompileCache();
    if (module.flushCompileCache) setTimeout(module.flushCompileCache, 1000).unref();
    return import("../dist/cli/main.js");
  });
}
