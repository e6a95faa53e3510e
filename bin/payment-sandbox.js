#!/usr/bin/env node
// Old Node.js crashes in native code: say so before anything of it loads.
import { nodeFault, quoted } from "./node-version.js";

const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
  Promise.all([import("node:fs"), import("node:url")]).then(([{ existsSync }, { fileURLToPath }]) => {
    // A clone has a newer one.
    const node =
      [fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url))].find(existsSync) || "npx -y node@24";
    const words = [fileURLToPath(import.meta.url)].concat(process.argv.length > 2 ? process.argv.slice(2) : ["start"]);
    process.stderr.write(`${fault}. Run: ${node} ${words.map(quoted).join(" ")}\n`);
    process.exitCode = 2;
  });
} else {
  // Their names are loaded only where they are needed: those of node:fs bring all streams.
  import("node:module").then((module) => {
    // Compiled code is kept between starts, also of a server that will be killed.
    if (module.enableCompileCache && hasCacheFolder()) module.enableCompileCache();
    if (module.flushCompileCache) setTimeout(module.flushCompileCache, 1000).unref();
    return import("../dist/cli/main.js");
  });
}

/** Makes the folder that Node.js takes: its own way of making it never returns if the TMPDIR takes no folders, as below /proc. */
function hasCacheFolder() {
  try {
    process.getBuiltinModule("node:fs").mkdirSync(`${process.getBuiltinModule("node:os").tmpdir()}/node-compile-cache`);
    return true;
  } catch (error) {
    return error.code === "EEXIST";
  }
}
