// Builds dist: what is needed at start in one bundle, what is needed later in files of its own.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { writeBuiltFrom } from "./built-from.ts";
import { bundleOptions } from "./bundle-options.ts";
import { writeSite } from "./docs/site.ts";
import { gather } from "./gather.ts";
import { loadGenerators, writeChanged } from "./generate.ts";
import { writeIslands } from "./islands.ts";
import { noticesOf } from "./notices.ts";
import { serverOfLibrary, writeRequired } from "./require.ts";
import { writeTypes } from "./types.ts";

const entryPoints = Object.fromEntries(
  [
    ["cli/main", "src/tools/cli/main.ts"],
    ["index", "src/index.ts"],
    ["shared-host", "src/tools/library/shared/host.ts"],
  ].filter(([, file]) => existsSync(file!)),
);

const loaded = {
  late: ["src/tools/cli/server/start.ts", "src/tools/cli/server/serve.ts"],
  light: ["src/tools/cli/client/status.ts", "src/tools/cli/files/docs.ts"],
  client: ["src/tools/cli/client/readyz.ts"],
};

// Built aside and put in place in one go: a sandbox that starts meanwhile finds the old one or the new one.
const aside = `dist.${process.pid}`;
rmSync(aside, { recursive: true, force: true });
mkdirSync(aside);
const generated = await loadGenerators(aside);
// Committed, so that a clone has them at once.
writeChanged("scenario.schema.json", generated.scenarioSchema());
writeChanged("judge.schema.json", generated.judgeSchema());
// Not committed.
writeChanged("src/tools/library/language.ts", generated.libraryTypes());
const { metafile } = await build({
  ...bundleOptions,
  entryPoints,
  outdir: aside,
  splitting: true,
  metafile: true,
});
// Apart from the rest: each isolated test file loads a helper, and should not load the server with it.
const { metafile: ofRunners } = await build({
  ...bundleOptions,
  entryPoints: ["src/jest.ts", "src/node-test.ts", "src/playwright.ts", "src/vitest.ts"],
  outdir: aside,
  splitting: true,
  chunkNames: "runner-[name]-[hash]",
  metafile: true,
  external: [...bundleOptions.external!, "vitest", "@playwright/test"],
  plugins: [...bundleOptions.plugins!, serverOfLibrary("./index.js")],
});
await gather(aside, metafile, loaded);
const islands = await writeIslands(aside);
writeFileSync(
  `${aside}/THIRD-PARTY-NOTICES.txt`,
  noticesOf([...Object.keys(metafile.inputs), ...Object.keys(ofRunners.inputs), ...islands]),
);
await writeSite(`${aside}/docs`);
writeFileSync(`${aside}/openapi.json`, generated.openApiDocument());
writeTypes(`${aside}/types`);
await writeRequired(aside);
writeBuiltFrom(aside);
// Removing hundreds of files takes a while. Renaming doesn't: nobody finds half of it.
const before = `${aside}.before`;
if (existsSync("dist")) renameSync("dist", before);
renameSync(aside, "dist");
rmSync(before, { recursive: true, force: true });
