import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../src/package/files.js";
import { circlesOf, roomOf } from "./support/rooms.js";
import { codeOf, type Source, sources } from "./support/sources.js";

/** The five folders of src, each with those that it may look into (DESIGN 3). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  package: [],
  core: [],
  lane: ["package", "core"],
  server: ["package", "core", "lane"],
  tools: ["package", "core", "lane", "server"],
};

/** The order inside each: a room looks only into those of the lines above its own. `package` holds single files in no order. */
const orderInside: Readonly<Record<string, readonly (readonly string[])[]>> = {
  core: [["facts", "signing"], ["domain"], ["scenario"]],
  lane: [
    ["ports", "fixtures", "serial-tasks"],
    ["choices", "journal", "rules", "traces"],
    ["notifications"],
    ["time"],
    ["lane"],
    ["gates", "invariants", "views"],
    ["commands", "explain"],
    ["scenarios", "shopper"],
    ["meanwhile"],
    ["catalogue", "notify", "runtime", "store"],
  ],
  server: [
    ["control-api", "demo-key", "options", "pages", "payment-api", "tls"],
    ["demo-signer", "lanes", "metrics", "storage"],
    ["http"],
    ["server"],
  ],
  tools: [["coverage"], ["reports"], ["runs"], ["library"], ["judge"], ["mcp", "trust"], ["cli"]],
};

/** The package's doors, each with what it opens. */
const doors: Readonly<Record<string, readonly string[]>> = {
  index: ["tools/library", "tools/judge"],
  jest: ["tools/library"],
  "node-test": ["tools/library"],
  playwright: ["tools/library"],
  vitest: ["tools/library"],
};

const tops = Object.keys(mayImport);
const ordered = Object.entries(orderInside).flatMap(([top, lines]) =>
  lines.flat().map((name) => ({ top, room: `${top}/${name}` })),
);
/** The rooms of its own folder that a room may look into. */
const beneath = (top: string, room: string): readonly string[] => {
  const lines = orderInside[top]!.map((line) => line.map((name) => `${top}/${name}`));
  return lines
    .slice(
      0,
      lines.findIndex((line) => line.includes(room)),
    )
    .flat();
};

const isOwn = (target: string): boolean => target.startsWith("src/");
const inRoom = (room: string): readonly Source[] => sources.filter(({ path }) => roomOf(path) === room);
const topOf = (path: string): string => roomOf(path).split("/")[0]!;
const inTop = (top: string): readonly Source[] => sources.filter(({ path }) => topOf(path) === top);
/** What has no place in a lane's decisions stands in these. */
const adapters = ["catalogue", "notify", "runtime", "store"].map((name) => `lane/${name}`);
const inLane = inTop("lane").filter(({ path }) => !adapters.includes(roomOf(path)));
const packageOf = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
const importersOf = (name: string): readonly string[] =>
  sources
    .filter(({ imports }) => imports.some((one) => !isOwn(one) && packageOf(one) === name))
    .map(({ path }) => path);

const wrongImports = (from: readonly Source[], isAllowed: (target: string) => boolean): readonly string[] =>
  from.flatMap(({ path, imports }) =>
    imports.filter((one) => isOwn(one) && !isAllowed(one)).map((one) => `${path} imports ${one}`),
  );

describe("the rooms", () => {
  it("hold every source file", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect([...new Set(sources.map(({ path }) => topOf(path)))].sort()).toEqual(
      [...tops, ...Object.keys(doors)].sort(),
    );
    const unordered = Object.keys(orderInside)
      .flatMap(inTop)
      .map(({ path }) => roomOf(path));
    expect([...new Set(unordered)].sort()).toEqual(ordered.map(({ room }) => room).sort());
  });

  it.each(tops)("src/%s has a README of at most 25 lines", (top) => {
    const lines = readFileSync(join(packageRoot, "src", top, "README.md"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it.each(tops)("src/%s names each of its folders in its README", (top) => {
    const readme = readFileSync(join(packageRoot, "src", top, "README.md"), "utf8");
    const folders = new Set(
      inTop(top)
        .filter(({ path }) => path.split("/").length > 3)
        .map(({ path }) => path.split("/")[2]!),
    );
    expect([...folders].filter((name) => !readme.includes(`\`${name}/`))).toEqual([]);
  });

  it.each(tops)("of src/%s look into no other folder than its row says", (top) => {
    const allowed = [top, ...mayImport[top]!];
    expect(wrongImports(inTop(top), (target) => allowed.includes(topOf(target)))).toEqual([]);
  });

  it.each(ordered)("$room looks only into rooms above its line", ({ top, room }) => {
    const allowed = [room, ...beneath(top, room)];
    const isAllowed = (target: string) => topOf(target) !== top || allowed.includes(roomOf(target));
    expect(wrongImports(inRoom(room), isAllowed)).toEqual([]);
  });

  it.each(Object.keys(doors))("the door %s opens its own rooms alone", (door) => {
    expect(wrongImports(inRoom(door), (target) => doors[door]!.includes(roomOf(target)))).toEqual([]);
  });

  it.each(["src/core/scenario/", "src/server/payment-api/"])(
    "%s has folders that use one another in one direction",
    (room) => {
      const folderOf = (path: string): string => path.slice(room.length).split("/")[0]!;
      const files = sources.filter(({ path }) => path.startsWith(room));
      const folders = [...new Set(files.map(({ path }) => folderOf(path)))];
      expect(folders.length).toBeGreaterThan(2);
      const usedBy = (folder: string) =>
        files.filter(({ path }) => folderOf(path) === folder).flatMap((one) => one.imports);
      expect(
        circlesOf(folders, (folder) =>
          usedBy(folder)
            .filter((one) => one.startsWith(room))
            .map(folderOf),
        ),
      ).toEqual([]);
    },
  );

  it("hold no circle of files, type imports included", () => {
    const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.filter(isOwn)]));
    expect(circlesOf([...importsOf.keys()], (path) => importsOf.get(path) ?? [])).toEqual([]);
  });
});

describe("the core", () => {
  const files = inTop("core");
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
  it.each(banned)("names no %s", (_, word) => {
    expect(files.filter((file) => word.test(codeOf(file))).map(({ path }) => path)).toEqual([]);
  });

  it("imports no package but zod, the reader of scenario files and hashing", () => {
    const allowed = ["zod", "yaml", "re2js", "fastest-levenshtein", "node:crypto"];
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter((one) => !isOwn(one) && !one.endsWith(".json") && !allowed.includes(packageOf(one)))
        .map((one) => `${path} imports ${one}`),
    );
    expect(wrong).toEqual([]);
  });

  it("imports in facts and domain no package's code", () => {
    const isCode = (one: string) => !isOwn(one) && !one.endsWith(".json");
    const wrong = ["core/facts", "core/domain"].flatMap(inRoom).filter(({ imports }) => imports.some(isCode));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("a library stays in its place", () => {
  const places: readonly (readonly [string, RegExp])[] = [
    ["better-sqlite3", /^src\/lane\/store\//],
    ["hono", /^src\/(server|tools\/reports)\//],
    ["@hono/node-server", /^src\/server\//],
    ["@commander-js/extra-typings", /^src\/tools\/cli\//],
    ["undici", /^src\/(lane\/notify|tools\/library\/intercept)/],
    ["@modelcontextprotocol/sdk", /^src\/tools\/mcp\//],
    ["@peculiar/x509", /^src\/server\/tls\//],
    ["cross-spawn", /^src\/tools\/runs\//],
  ];
  it.each(places)("%s", (name, place) => {
    expect(importersOf(name).filter((path) => !place.test(path))).toEqual([]);
  });

  it("a lane knows no transport, no database and no clock of its own", () => {
    const outside = ["hono", "undici", "better-sqlite3", "node:http", "node:net", "node:fs"];
    const wrong = inLane.filter(({ imports }) => imports.some((one) => outside.includes(packageOf(one))));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const ofClock = inLane.filter((file) => /\bDate\.now\b|\bMath\.random\b/.test(codeOf(file)));
    expect(ofClock.map(({ path }) => path)).toEqual([]);
  });
});
