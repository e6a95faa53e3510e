import { describe, expect, it } from "vitest";
import { codeOf, type Source, sources } from "./support/sources.js";

/** Each ring with those that it may import (DESIGN 3); what lies straight in src is `server`. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  facts: [],
  domain: ["facts"],
  scenario: ["facts", "domain"],
  app: ["facts", "domain", "scenario"],
  signing: [],
  wire: ["facts", "domain", "scenario", "app", "signing"],
  control: ["facts", "domain", "scenario", "app", "signing"],
  pages: ["facts", "domain", "scenario", "app"],
  store: ["facts", "domain", "scenario", "app"],
  notify: ["facts", "domain", "scenario", "app", "signing"],
  runtime: ["facts", "domain", "scenario", "app"],
};
const rings = Object.keys(mayImport);
const pure = ["facts", "domain", "scenario", "signing"];

/** Folders of the ring that puts all together, beside the files straight in src. */
const ofServer = ["config", "library", "reports"];

/** The ring of a path below src; `server` around the rings, `cli` outermost. */
function ringOf(path: string): string {
  const folder = /^src\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || ofServer.includes(folder) ? "server" : folder;
}

const isOwn = (target: string): boolean => target.startsWith("src/");
const inRing = (ring: string): readonly Source[] => sources.filter(({ path }) => ringOf(path) === ring);
const packageOf = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
const importersOf = (name: string): readonly string[] =>
  sources
    .filter(({ imports }) => imports.some((one) => !isOwn(one) && packageOf(one) === name))
    .map(({ path }) => path);

describe("the rings", () => {
  it("hold every source file", () => {
    const known = [...rings, "server", "cli"];
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.map(({ path }) => path).filter((path) => !known.includes(ringOf(path)))).toEqual([]);
  });

  it.each(rings)("%s imports only from the rings inside it", (ring) => {
    const allowed = [ring, ...mayImport[ring]!];
    const wrong = inRing(ring).flatMap(({ path, imports }) =>
      imports.filter((one) => isOwn(one) && !allowed.includes(ringOf(one))).map((one) => `${path} imports ${one}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keep the command line outermost", () => {
    const wrong = sources
      .filter(({ path }) => ringOf(path) !== "cli")
      .filter(({ imports }) => imports.some((one) => one.startsWith("src/cli/")))
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });
});

describe("the pure rings", () => {
  const files = pure.flatMap(inRing);
  const banned: readonly (readonly [string, RegExp])[] = [
    ["Date.now", /\bDate\.now\b/],
    ["a Date of now", /\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/],
    ["performance", /\bperformance\./],
    ["Math.random", /\bMath\.random\b/],
    ["random values of crypto", /\brandom(Bytes|UUID|Int)\b|getRandomValues/],
    ["process", /\bprocess\./],
    ["timers", /\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/],
    ["console", /\bconsole\./],
    ["fetch", /\bfetch\(/],
  ];
  it.each(banned)("name no %s", (_, word) => {
    expect(files.filter((file) => word.test(codeOf(file))).map(({ path }) => path)).toEqual([]);
  });

  it("import no package but zod, the reader of scenario files and hashing", () => {
    const allowed = ["zod", "yaml", "re2js", "fastest-levenshtein", "node:crypto"];
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((one) => !isOwn(one) && !one.endsWith(".json") && !allowed.includes(packageOf(one)))
        .map((one) => `${path} imports ${one}`),
    );
    expect(wrong).toEqual([]);
  });

  it("facts and domain import no package at all", () => {
    const wrong = ["facts", "domain"].flatMap(inRing).filter(({ imports }) => imports.some((one) => !isOwn(one)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("a library stays in its place", () => {
  const places: readonly (readonly [string, RegExp])[] = [
    ["better-sqlite3", /^src\/store\//],
    ["hono", /^src\/(wire|control|pages)\/|^src\/(app-routes|server)\.tsx?$/],
    ["@hono/node-server", /^src\/wire\/|^src\/server\.ts$/],
    ["commander", /^src\/cli\//],
    ["undici", /^src\/notify\//],
  ];
  it.each(places)("%s", (name, place) => {
    expect(importersOf(name).filter((path) => !place.test(path))).toEqual([]);
  });

  it("app knows no transport, no database and no clock of its own", () => {
    const wrong = inRing("app").filter(({ imports }) =>
      imports.some((one) =>
        ["hono", "undici", "better-sqlite3", "node:http", "node:net", "node:fs"].includes(packageOf(one)),
      ),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(
      inRing("app")
        .filter((file) => /\bDate\.now\b|\bMath\.random\b/.test(codeOf(file)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
