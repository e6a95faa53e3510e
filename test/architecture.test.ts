import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../src/package/files.js";
import { circlesOf, roomOf } from "./support/rooms.js";
import { codeOf, type Source, sources } from "./support/sources.js";

const core = ["facts", "domain", "scenario"];
const app = [
  "app/commands",
  "app/explain",
  "app/fixtures",
  "app/choices",
  "app/serial-tasks",
  "app/gates",
  "app/invariants",
  "app/journal",
  "app/lane",
  "app/meanwhile",
  "app/notifications",
  "app/ports",
  "app/rules",
  "app/scenarios",
  "app/shopper",
  "app/time",
  "app/traces",
  "app/views",
];

/** Each room with those that it may look into (DESIGN 3). A file straight in src/lane is a room of its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  facts: [],
  domain: ["facts"],
  scenario: ["facts", "domain", "signing"],
  signing: [],
  package: [],
  executable: [],
  "docs-search": [],
  tls: ["package"],
  "app/ports": core,
  "app/serial-tasks": [],
  "app/choices": [...core, "app/ports"],
  "app/fixtures": ["facts", "domain"],
  "app/journal": [...core, "app/ports", "package"],
  "app/rules": [...core, "app/ports"],
  "app/notifications": [...core, "app/ports", "app/choices"],
  "app/time": [...core, "app/journal", "app/serial-tasks", "app/ports", "app/choices", "app/notifications"],
  "app/traces": [...core, "app/ports"],
  "app/lane": [...core, "app/ports", "app/rules", "app/notifications", "app/time", "app/traces"],
  "app/gates": [...core, "app/ports", "app/lane"],
  "app/invariants": [...core, "app/ports", "app/choices", "app/rules", "app/lane"],
  "app/commands": [
    ...core,
    ...[
      "app/serial-tasks",
      "app/ports",
      "app/choices",
      "app/journal",
      "app/rules",
      "app/notifications",
      "app/lane",
      "app/gates",
      "app/fixtures",
    ],
  ],
  "app/scenarios": [
    ...core,
    ...["app/ports", "app/choices", "app/journal", "app/rules", "app/time", "app/lane", "app/commands", "app/fixtures"],
  ],
  "app/shopper": [...core, "app/journal", "app/ports", "app/choices", "app/lane", "app/commands"],
  "app/meanwhile": [...core, "app/journal", "app/ports", "app/lane", "app/commands", "app/scenarios", "app/shopper"],
  "app/views": [...core, "app/ports", "app/rules", "app/lane", "app/commands", "app/traces", "package"],
  "app/explain": [...core, "app/ports", "app/choices", "app/rules", "app/lane", "app/views", "signing", "package"],
  wire: [...core, ...app, "signing", "package"],
  control: [...core, ...app, "signing", "package"],
  pages: [...core, ...app, "docs-search", "package"],
  store: [...core, ...app, "package"],
  notify: [...core, ...app, "signing", "package"],
  runtime: [...core, ...app, "package"],
  catalogue: [...core, ...app, "package"],
  coverage: [...core, ...app],
  reports: [...core, ...app, "coverage", "package"],
  config: [...core, ...app, "wire", "signing", "catalogue", "package"],
  server: [
    ...core,
    ...app,
    ...["wire", "control", "pages", "store", "notify", "runtime", "tls", "signing", "config", "catalogue", "package"],
  ],
  runs: [...core, ...app, "server", "config", "catalogue", "coverage", "reports", "signing", "package"],
  library: [...core, ...app, "server", "config", "catalogue", "reports", "runs", "signing", "package"],
  trust: [
    ...core,
    ...app,
    ...["wire", "server", "config", "catalogue", "library", "runs", "judge", "reports", "signing", "package"],
  ],
  judge: [
    ...core,
    ...app,
    "server",
    "config",
    "catalogue",
    "coverage",
    "reports",
    "runs",
    "library",
    "signing",
    "package",
  ],
  mcp: [
    ...core,
    ...app,
    ...["control", "config", "catalogue", "docs-search", "library", "runs", "judge", "reports", "package"],
  ],
  cli: [
    ...core,
    ...app,
    ...[
      "docs-search",
      "wire",
      "store",
      "runtime",
      "signing",
      "server",
      "runs",
      "library",
      "trust",
      "judge",
      "mcp",
      "tls",
      "config",
      "catalogue",
      "coverage",
      "reports",
      "package",
    ],
  ],
  index: ["library", "judge"],
  jest: ["library"],
  "node-test": ["library"],
  playwright: ["library"],
  vitest: ["library"],
};
const rooms = Object.keys(mayImport);
const pure = [...core, "signing"];

const isOwn = (target: string): boolean => target.startsWith("src/");
const inRoom = (room: string): readonly Source[] => sources.filter(({ path }) => roomOf(path) === room);
const inApp = sources.filter(({ path }) => path.startsWith("src/lane/"));
const packageOf = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");
const importersOf = (name: string): readonly string[] =>
  sources
    .filter(({ imports }) => imports.some((one) => !isOwn(one) && packageOf(one) === name))
    .map(({ path }) => path);

describe("the rooms", () => {
  it("hold every source file", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.map(({ path }) => path).filter((path) => !rooms.includes(roomOf(path)))).toEqual([]);
    expect(rooms.filter((room) => inRoom(room).length === 0)).toEqual([]);
  });

  it("leave only the package's doors in the root", () => {
    const inRoot = sources.map(({ path }) => path).filter((path) => /^src\/[^/]+$/.test(path));
    expect(inRoot).toEqual(["src/index.ts", "src/jest.ts", "src/node-test.ts", "src/playwright.ts", "src/vitest.ts"]);
  });

  it.each([...new Set(sources.map(({ path }) => path.split("/")[1]!).filter((name) => !name.includes(".")))])(
    "src/%s has a README that fits one screen",
    (folder) => {
      const lines = readFileSync(join(packageRoot, "src", folder, "README.md"), "utf8")
        .trimEnd()
        .split("\n");
      expect(lines.length).toBeGreaterThanOrEqual(5);
      expect(lines.length).toBeLessThanOrEqual(20);
    },
  );

  it.each(app.filter((room) => inRoom(room).length > 1))("%s says in its first file what it is for", (room) => {
    expect(inRoom(room)[0]?.text).toMatch(new RegExp(`^// The room \`${room.slice("app/".length)}\`: `));
  });

  it.each(rooms)("%s looks only into the rooms of its row", (room) => {
    const allowed = [room, ...mayImport[room]!];
    const wrong = inRoom(room).flatMap(({ path, imports }) =>
      imports.filter((one) => isOwn(one) && !allowed.includes(roomOf(one))).map((one) => `${path} imports ${one}`),
    );
    expect(wrong).toEqual([]);
  });

  it("are entered from outside to inside: no row of the table leads back to its own room", () => {
    expect(circlesOf(rooms, (room) => mayImport[room]!)).toEqual([]);
  });

  it.each(["src/core/scenario/", "src/server/payment-api/"])(
    "%s has folders that use one another in one direction",
    (top) => {
      const folderOf = (path: string): string => path.slice(top.length).split("/")[0]!;
      const inTop = sources.filter(({ path }) => path.startsWith(top));
      const folders = [...new Set(inTop.map(({ path }) => folderOf(path)))];
      expect(folders.length).toBeGreaterThan(2);
      const usedBy = (folder: string) =>
        inTop.filter(({ path }) => folderOf(path) === folder).flatMap((one) => one.imports);
      expect(
        circlesOf(folders, (folder) =>
          usedBy(folder)
            .filter((one) => one.startsWith(top))
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

describe("the pure rooms", () => {
  const files = pure.flatMap(inRoom);
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

  it("facts and domain import no package's code", () => {
    const isCode = (one: string) => !isOwn(one) && !one.endsWith(".json");
    const wrong = ["facts", "domain"].flatMap(inRoom).filter(({ imports }) => imports.some(isCode));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("a library stays in its place", () => {
  const places: readonly (readonly [string, RegExp])[] = [
    ["better-sqlite3", /^src\/store\//],
    ["hono", /^src\/(wire|control|pages|server|reports)\//],
    ["@hono/node-server", /^src\/(wire|server)\//],
    ["@commander-js/extra-typings", /^src\/cli\//],
    ["undici", /^src\/(notify|library\/intercept)/],
    ["@modelcontextprotocol/sdk", /^src\/mcp\//],
    ["@peculiar/x509", /^src\/tls\//],
    ["cross-spawn", /^src\/runs\//],
  ];
  it.each(places)("%s", (name, place) => {
    expect(importersOf(name).filter((path) => !place.test(path))).toEqual([]);
  });

  it("app knows no transport, no database and no clock of its own", () => {
    const outside = ["hono", "undici", "better-sqlite3", "node:http", "node:net", "node:fs"];
    const wrong = inApp.filter(({ imports }) => imports.some((one) => outside.includes(packageOf(one))));
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const ofClock = inApp.filter((file) => /\bDate\.now\b|\bMath\.random\b/.test(codeOf(file)));
    expect(ofClock.map(({ path }) => path)).toEqual([]);
  });
});
