#!/usr/bin/env node
// Old Node.js crashes in native code: say so before anything of it loads.
import { nodeFault } from "./node-version.js";

const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
  process.stderr.write(
    `${fault}. Run: npx -y -p node@24 -p payment-sandbox payment-sandbox start, or give the project its own: npm install --save-dev node@24\n`,
  );
  process.exitCode = 2;
} else {
  import("node:module").then((module) => {
    // Compiled code is kept between starts, also of a server that will be killed.
    if (module.enableCompileCache) module.enableCompileCache();
    if (module.flushCompileCache) setTimeout(module.flushCompileCache, 1000).unref();
    return import("../dist/cli/main.js");
  });
}
