// The picture of the house: the folders of src, each above all that it looks into, made from the imports.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** A folder of src, or the package's doors, which lie straight in it. */
interface Folder {
  readonly name: string;
  /** The folders that it looks into. */
  readonly uses: ReadonlySet<string>;
}

const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()\s*"(\.[^"]+)"/g;
const DOORS = "index, vitest, playwright";

/** What each folder is for, in as many words as fit. */
const about: Readonly<Record<string, string>> = {
  [DOORS]: "the package's doors",
  app: "use cases of a lane",
  catalogue: "scenarios that ship",
  cli: "the command line",
  config: "options and files",
  control: "the control API",
  coverage: "what was tried",
  "docs-search": "finds a chapter",
  domain: "what the gateway does",
  executable: "one file without Node",
  facts: "what the provider says",
  judge: "does the shop survive?",
  library: "for tests of shops",
  mcp: "tools for agents",
  notify: "calls the shop",
  package: "paths, version, errors",
  pages: "checkout and console",
  reports: "JUnit, JSON, HTML",
  runs: "a command inside",
  runtime: "clock, timers, log",
  scenario: "what the world does",
  server: "lanes and sockets",
  signing: "RSA over texts",
  store: "SQLite, PostgreSQL",
  tls: "HTTPS and its CA",
  trust: "settles the guesses",
  wire: "the payment API",
};

const folderOf = (path: string): string => (path.includes("/") ? path.slice(0, path.indexOf("/")) : DOORS);

/** By name. */
function readFolders(): ReadonlyMap<string, Folder> {
  const folders = new Map<string, { name: string; uses: Set<string> }>();
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  for (const path of paths.filter((one) => /\.tsx?$/.test(one)).sort()) {
    const text = readFileSync(`src/${path}`, "utf8");
    const name = folderOf(path);
    const folder = folders.get(name) ?? { name, uses: new Set<string>() };
    folders.set(name, folder);
    for (const [, specifier = ""] of text.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(path), specifier);
      if (!target.startsWith("..") && folderOf(target) !== name) folder.uses.add(folderOf(target));
    }
  }
  return folders;
}

/** How many storeys are below each folder: it stands above all that it looks into. */
function storeysOf(folders: ReadonlyMap<string, Folder>): ReadonlyMap<string, number> {
  const storeys = new Map<string, number>();
  const storeyOf = (name: string): number => {
    const known = storeys.get(name);
    if (known !== undefined) return known;
    const storey = Math.max(-1, ...[...folders.get(name)!.uses].map(storeyOf)) + 1;
    storeys.set(name, storey);
    return storey;
  };
  for (const name of folders.keys()) storeyOf(name);
  return storeys;
}

/** Those that are not reached by way of another one: the arrows that tell something. */
function nearest(folders: ReadonlyMap<string, Folder>, name: string): readonly string[] {
  const uses = [...folders.get(name)!.uses];
  const reached = (from: string): readonly string[] =>
    [...folders.get(from)!.uses].flatMap((to) => [to, ...reached(to)]);
  const byAnother = new Set(uses.flatMap(reached));
  return uses.filter((one) => !byAnother.has(one));
}

const [WIDTH, BOX_WIDTH, BOX_HEIGHT, STOREY] = [1180, 140, 44, 84];
const MARGIN = 30;

/** Everyone but the pure folders uses this one; its arrows would hide all others. */
const EVERYWHERE = "package";

/** The picture, as SVG without a style sheet: it shows under any policy. */
export function housePicture(): string {
  const folders = readFolders();
  const storeys = storeysOf(folders);
  const top = Math.max(...storeys.values());
  const height = MARGIN * 2 + top * STOREY + BOX_HEIGHT;
  const places = new Map<string, { readonly x: number; readonly y: number }>();
  for (let storey = 0; storey <= top; storey++) {
    const here = [...folders.keys()].filter((name) => storeys.get(name) === storey).sort();
    const step = WIDTH / here.length;
    for (const [i, name] of here.entries())
      places.set(name, { x: Math.round(step * (i + 0.5)), y: height - MARGIN - BOX_HEIGHT - storey * STOREY });
  }
  const arrows = [...folders.keys()].flatMap((name) =>
    nearest(folders, name)
      .filter((to) => to !== EVERYWHERE)
      .map((to) => arrow(places.get(name)!, places.get(to)!)),
  );
  const boxes = [...folders.values()].map((folder) => box(folder, places.get(folder.name)!));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" role="img">`,
    "<title>The folders of src: each stands above all that it looks into</title>",
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...arrows,
    ...boxes,
    "</svg>",
    "",
  ].join("\n");
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const arrow = (from: Place, to: Place): string =>
  `<path d="M${from.x} ${from.y + BOX_HEIGHT}C${from.x} ${from.y + BOX_HEIGHT + 30} ${to.x} ${to.y - 30} ${to.x} ${to.y}" fill="none" stroke="#8590a5" stroke-width="1.2"/>`;

function box({ name }: Folder, { x, y }: Place): string {
  const words = about[name];
  if (words === undefined) throw new Error(`expected words about the folder src/${name} in build/docs/house.ts`);
  const isPure = ["facts", "domain", "scenario", "signing"].includes(name);
  const width = name === DOORS ? BOX_WIDTH + 80 : BOX_WIDTH;
  return [
    `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${BOX_HEIGHT}" rx="9" fill="${isPure ? "#e3f5ea" : "#e6eefb"}" stroke="#566075"/>`,
    `<text x="${x}" y="${y + 19}" text-anchor="middle" font-size="15" font-weight="600" fill="#1d2536">${name}</text>`,
    `<text x="${x}" y="${y + 35}" text-anchor="middle" font-size="11" fill="#566075">${words}</text>`,
  ].join("");
}
