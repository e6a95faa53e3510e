// npm run measure: the house's figures. `-- --write` puts them into bench/README.md. `-- --road refund` lists the calls
// of a refund, `-- --road "page payment"` those of a page payment.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { circlesOf, roomOf } from "../../test/support/rooms.ts";
import { type Measured, measuredFiles } from "./files.ts";
import { roadFigure, roads, roadText } from "./road.ts";
import { testSeconds } from "./test-seconds.ts";

const SMALL_LINES = 20;
const LARGE_LINES = 300;
const CROWDED_FILES = 15;
const SHOWN = 8;

const files = measuredFiles();
const sources = files.filter(({ path }) => path.startsWith("src/"));

/** Sums, or counts, by a name that is taken from each. */
function sumBy<T>(all: readonly T[], nameOf: (one: T) => string, countOf: (one: T) => number = () => 1) {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + countOf(one));
  return [...sums].sort(([, a], [, b]) => b - a);
}

const listed = (sums: readonly (readonly [string, number])[], shown = Number.POSITIVE_INFINITY): string =>
  sums.length === 0
    ? "none"
    : sums
        .slice(0, shown)
        .map(([name, sum]) => `${name} ${Math.round(sum).toLocaleString("en")}`)
        .join(" · ");

function spread(lengths: readonly number[]): string {
  const sorted = lengths.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  return `${sorted.length.toLocaleString("en")}; median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)} lines`;
}

const topFolderOf = ({ path }: Measured): string => path.split("/")[0]!;
const folderOf = ({ path }: Measured): string => path.slice(0, path.lastIndexOf("/"));
const linesOf = (all: readonly Measured[]): number => all.reduce((sum, { lines }) => sum + lines, 0);
const commentsOf = (all: readonly Measured[]): number => all.reduce((sum, { commentLines }) => sum + commentLines, 0);

function circles(): string {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const found = circlesOf([...importsOf.keys()], (path) => importsOf.get(path) ?? []);
  return found.map((circle) => circle.join(" → ")).join(" · ") || "none";
}

function figures(): readonly (readonly [string, string])[] {
  const inFolders = sumBy(
    sources,
    ({ path }) => path.split("/")[1]!,
    ({ lines }) => lines,
  );
  const inRooms = sumBy(
    sources.filter(({ path }) => path.split("/").length > 3),
    ({ path }) => roomOf(path),
    ({ lines }) => lines,
  );
  const crowded = sumBy(files, folderOf).filter(([, count]) => count > CROWDED_FILES);
  const fanIn = sumBy(
    sources.flatMap(({ imports }) => imports),
    (path) => path,
  );
  const twice = sumBy(
    sources.flatMap(({ exports }) => exports),
    (name) => name,
  ).filter(([, count]) => count > 1);
  const joints = sumBy(files, topFolderOf, ({ joints }) => joints);
  return [
    ["lines", listed(sumBy(files, topFolderOf, ({ lines }) => lines))],
    ["lines of src", listed(inFolders)],
    ["lines of its rooms", listed(inRooms)],
    ["files of src", spread(sources.map(({ lines }) => lines))],
    ["functions of src", spread(sources.flatMap(({ functions }) => functions))],
    [`files of src under ${SMALL_LINES} lines`, String(sources.filter(({ lines }) => lines < SMALL_LINES).length)],
    [
      `files over ${LARGE_LINES} lines`,
      listed(files.filter(({ lines }) => lines > LARGE_LINES).map(({ path, lines }) => [path, lines] as const)),
    ],
    [`folders with over ${CROWDED_FILES} files directly in them`, listed(crowded)],
    ["import circles", circles()],
    ["files that most others of src import", listed(fanIn, SHOWN)],
    ["lines of src that are comments", `${((commentsOf(sources) / linesOf(sources)) * 100).toFixed(1)} %`],
    ['comments joined by "what" or "where"', listed(joints)],
    ["names that src exports more than once", `${twice.length}: ${listed(twice, SHOWN)}`],
    ["seconds of tests by folder, when each file last ran", listed(testSeconds(), 2 * SHOWN)],
  ];
}

const { values } = parseArgs({ options: { write: { type: "boolean", default: false }, road: { type: "string" } } });
const walked = await roads();
if (values.road !== undefined) {
  console.log(roadText(walked[values.road] ?? []));
  process.exit();
}
const rows = [
  ...figures(),
  ...Object.entries(walked).map(([name, calls]) => [`the road of a ${name}`, roadFigure(calls)] as const),
];
for (const [name, value] of rows) console.log(`${name}: ${value}`);
if (values.write) {
  const file = "bench/README.md";
  const table = ["| Figure | |", "|---|---|", ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join("\n");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(/(<!-- measure -->\n)[\s\S]*?(<!-- \/measure -->)/, `$1\n${table}\n\n$2`));
}
