// npm run judge-order [-- options]: which mutants the judge runs first. Build first: --measure uses the built package.
//   --measure       judges the wrong shops of examples/shops anew, and writes table.json
//   --first         tells how many runs of each shop come before the first finding of its mistake, and writes nothing
//   --shop <name,…> only these shops
// It then writes the smallest set of kinds that finds them all into src/tools/judge/mutants/detectives.ts.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { judgedByLibrary, scripts, servers } from "../shops.ts";
import { detectivesText, kindOf, smallestCover, type Table } from "./cover.ts";

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { measure: flag, first: flag, shop: { type: "string" } } });
const root = "examples/shops";
const table = "bench/judge-order/table.json";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

async function measure(): Promise<void> {
  for (const [name, { finds, practice }] of scripts)
    if (finds !== null || practice !== undefined) await measured(name, (id) => id === finds || id === practice);
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
  "*/decline-lost/*",
  ...["notice", "forged", "foreign", "again", "page", "state", "future", "race"].map((family) => `*/${family}/*`),
];

/** Shops that no mutant accuses. */
const onlyAdvised = new Set([
  "conformance/polls-in-a-loop",
  "conformance/answers-with-errors",
  "conformance/prints-its-key",
]);

async function measured(shop: string, isMeant: (id: string) => boolean): Promise<void> {
  if (!isMeantShop(shop)) return;
  const only = shop === "refunds-in-parallel" ? [SILENT_REFUND] : TRIED;
  const options = { jobs: 2, depth: 1, only };
  const report = await judgedByLibrary<Report>(`${root}/${shop}.mjs`, options, { timeoutMs: 3000 });
  if (!report) throw new Error(`expected a first run of ${shop} that works`);
  const { findings, practices, mutants } = report;
  const ids = [
    ...findings.filter(({ verdict }) => isMeant(verdict)).map(({ mutant }) => mutant),
    ...practices
      .filter(({ id, grave }) => grave && isMeant(id))
      .flatMap(({ evidence }) => evidence.map(({ mutant }) => mutant)),
  ].filter((id) => id !== null);
  rows[shop] = [...new Set(ids.map(kindOf))].sort();
  console.log(`${shop}: ${mutants.length} mutants, found by ${rows[shop].join(", ") || "none with one fault"}`);
  if (rows[shop].length === 0) delete rows[shop];
}

const isMeantShop = (shop: string): boolean => values.shop === undefined || values.shop.split(",").includes(shop);

/** One run at a time. The first run and the repetition of the finding count, too. */
async function tellFirst(): Promise<void> {
  for (const [shop, { finds }] of scripts.filter(([name, row]) => row.finds !== null && isMeantShop(name))) {
    let runs = 0;
    let mutant = "nothing";
    const onMutant = ({ id, verdict }: { readonly id: string; readonly verdict: string }): void => {
      if (verdict !== finds) return;
      mutant = id;
      throw new Error(FOUND);
    };
    const options = { jobs: 1, seed: 5, timeout: "6s", onMutant };
    const began = (): void => void runs++;
    await judgedByLibrary(`${root}/${shop}.mjs`, options, { timeoutMs: 3000, began }).catch((error: Error) => {
      if (error.message !== FOUND) throw error;
    });
    console.log(`${shop}: ${runs} runs, ${finds} by ${mutant}`);
  }
}
const FOUND = "found";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string }[];
  readonly practices: readonly {
    readonly id: string;
    readonly grave: boolean;
    readonly evidence: readonly { readonly mutant: string | null }[];
  }[];
  readonly mutants: readonly unknown[];
}

/** Shops that run as servers, in a browser or with a driver's acts: the mutants that are named as enough to see them. */
function byCommand(): Table {
  const ofServers = servers
    .filter(([, { finds }]) => finds !== null)
    .map(([name, { at }]) => [`server/${name}`, [kindOf(at.replace("*/", "create#1/"))]] as const);
  const acts = Object.entries(read(`${root}/acts.json`) as Record<string, readonly string[]>)
    .filter(([, found]) => found.length > 0)
    .map(([name, found]) => [name, found.map((one) => kindOf(one.replace(/^.* at /, "")))] as const);
  return {
    ...Object.fromEntries([...ofServers, ...acts]),
    "browser/orders-twice": ["create shopper/double-click"],
    "browser/sells-paid-carts": ["create shopper/pay-again"],
  };
}

if (values.first) {
  await tellFirst();
  process.exit();
}
const rows: Record<string, readonly string[]> = { ...(read(table) as Table), ...byCommand() };
if (values.measure) await measure();
writeFileSync(table, `${JSON.stringify(Object.fromEntries(Object.entries(rows).sort()), null, 2)}\n`);
execFileSync("npx", ["biome", "format", "--write", table], { stdio: "ignore" });
writeFileSync("src/tools/judge/mutants/detectives.ts", detectivesText(smallestCover(rows)));
