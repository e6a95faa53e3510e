// npm run judge-order [-- options]: which mutants the judge runs first. Build first: --measure uses the built package.
//   --measure       judges the wrong shops of examples/shops anew, and writes table.json
//   --shop <name,…> only these shops
// It then writes the smallest set of kinds that finds them all into src/tools/judge/mutants/detectives.ts.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { detectivesText, kindOf, smallestCover, type Table } from "./cover.ts";

const { values } = parseArgs({ options: { measure: { type: "boolean", default: false }, shop: { type: "string" } } });
const root = "examples/shops";
const table = "bench/judge-order/table.json";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const load = (file: string) => import(pathToFileURL(resolve(file)).href);

interface Expected {
  readonly finds: string | null;
  readonly practice?: string;
  readonly firstRun?: string;
  readonly at: string;
}

async function measure(): Promise<void> {
  const expected: Readonly<Record<string, Expected>> = read(`${root}/expected.json`);
  for (const [name, { finds, practice, firstRun }] of Object.entries(expected))
    if (firstRun === undefined && (finds ?? practice) !== undefined && (finds !== null || practice !== undefined))
      await measured(name, (id) => id === finds || id === practice);
  for (const shop of new Set(Object.values(read(`${root}/conformance/shows.json`) as Record<string, string>)))
    if (shop.startsWith("conformance/") && !onlyAdvised.has(shop)) await measured(shop, () => true);
}

/** Answers that never come cost seconds each, and only one shop needs them. One code stands for the others. */
const SILENT_REFUND = "refund#*/after-commit/no-response";
const TRIED = [
  ...["connection-reset", "http-502", "garbage-body"].flatMap((loss) => [
    `*/after-commit/${loss}`,
    `*/before-commit/${loss}`,
  ]),
  ...["system-error", "insufficient-unsettled-balance", "refund-not-allowed", "void-not-allowed"].map(
    (code) => `*/refusal/${code}`,
  ),
  "*/after-commit/empty-body",
  "*/after-commit/truncated-body",
  "*/decline/do-not-honour",
  ...["notice", "forged", "foreign", "again", "page", "state", "future", "race"].map((family) => `*/${family}/*`),
];

/** Shops that no mutant accuses. */
const onlyAdvised = new Set([
  "conformance/polls-in-a-loop",
  "conformance/answers-with-errors",
  "conformance/prints-its-key",
]);

async function measured(shop: string, isMeant: (id: string) => boolean): Promise<void> {
  if (values.shop !== undefined && !values.shop.split(",").includes(shop)) return;
  const { judge } = await load("dist/index.js");
  const { shopDay } = await load(`${root}/skeleton.mjs`);
  const { default: Kind } = await load(`${root}/${shop}.mjs`);
  const day = (lane: { readonly url: string }) => shopDay(Kind, { url: lane.url, timeoutMs: 3000 });
  const only = shop === "refunds-in-parallel" ? [SILENT_REFUND] : TRIED;
  const { findings, practices, mutants } = await judge(day, { jobs: 2, depth: 1, only });
  const ids = [
    ...findings.filter(({ verdict }: { verdict: string }) => isMeant(verdict)).map(({ mutant }: Found) => mutant),
    ...practices
      .filter(({ id, grave }: { id: string; grave: boolean }) => grave && isMeant(id))
      .flatMap(({ evidence }: { evidence: readonly Found[] }) => evidence.map(({ mutant }) => mutant)),
  ].filter((id) => id !== null);
  rows[shop] = [...new Set(ids.map(kindOf))].sort();
  console.log(`${shop}: ${mutants.length} mutants, found by ${rows[shop].join(", ") || "none with one fault"}`);
  if (rows[shop].length === 0) delete rows[shop];
}

interface Found {
  readonly mutant: string;
}

/** Shops that run as servers, in a browser or with a driver's acts: the mutants that are named as enough to see them. */
function byCommand(): Table {
  const servers = Object.entries(read(`${root}/server/expected.json`) as Record<string, Expected>)
    .filter(([, { finds }]) => finds !== null)
    .map(([name, { at }]) => [`server/${name}`, [kindOf(at.replace("*/", "create#1/"))]] as const);
  const acts = Object.entries(read(`${root}/acts.json`) as Record<string, readonly string[]>)
    .filter(([, found]) => found.length > 0)
    .map(([name, found]) => [name, found.map((one) => kindOf(one.replace(/^.* at /, "")))] as const);
  return {
    ...Object.fromEntries([...servers, ...acts]),
    "browser/orders-twice": ["create shopper/double-click"],
    "browser/sells-paid-carts": ["create shopper/pay-again"],
  };
}

const rows: Record<string, readonly string[]> = { ...(read(table) as Table), ...byCommand() };
if (values.measure) await measure();
writeFileSync(table, `${JSON.stringify(Object.fromEntries(Object.entries(rows).sort()), null, 2)}\n`);
execFileSync("npx", ["biome", "format", "--write", table], { stdio: "ignore" });
writeFileSync("src/tools/judge/mutants/detectives.ts", detectivesText(smallestCover(rows)));
