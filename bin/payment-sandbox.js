#!/usr/bin/env node
// Old Node crashes in native code: say so before anything of it loads. Written so that old Node can read it.
var found = process.versions.node;
var parts = found.split(".").map(Number);
if (parts[0] < 22 || (parts[0] === 22 && parts[1] < 14)) {
  process.stderr.write(
    "payment-sandbox needs Node.js 22.14 or newer, this is " +
      found +
      ". Run: npx -p node@24 -p payment-sandbox payment-sandbox start\n",
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
