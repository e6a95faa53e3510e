import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { start } from "./cli.js";

/** Tells each of our files that is loaded on stderr, as `loaded <url>`. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (url.includes("/dist/")) process.stderr.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`)}`;

describe("what start loads", () => {
  it("is the four gathered files and the three that name them: each file more costs every start", async () => {
    const { cli } = await start([], { env: { NODE_OPTIONS: `--import=${telling}` } });
    await using _ = cli;
    const loaded = [...cli.stderr.matchAll(/^loaded (.*)$/gm)].map(([, url]) => basename(url!));
    expect(loaded.map((name) => name.replace(/-[A-Z0-9]+(?=\.js$)/, "")).sort()).toEqual(
      // light.js and client.js are what commands share with the server, so that they need not load it.
      ["boot.js", "client.js", "core.js", "light.js", "main.js", "serve.js", "start.js"].sort(),
    );
  });

  it.each(["YAMLParseError", "MockAgent", "pg_notify", "<!DOCTYPE"])("is without %s, which comes late", (text) => {
    const having = readdirSync(packagePath("dist")).filter(
      (name) => name.endsWith(".js") && readFileSync(packagePath(`dist/${name}`), "utf8").includes(text),
    );
    expect(having).not.toEqual([]);
    expect(having).not.toContain("core.js");
    expect(having).not.toContain("boot.js");
  });
});
