import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ConformanceReport, conformanceOf } from "../../src/tools/judge/conformance/conformance.js";
import { profiles } from "../../src/tools/judge/conformance/profiles.js";
import type { JudgeReport } from "../../src/tools/library/language.js";
import { reportOf } from "../reports.js";
import { hosted, judgedByLibrary, scripts, servers, serverWords } from "../shops.js";
import { type All, type ShopResults, shopsPage } from "./page.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    shop: { type: "string" },
    jobs: { type: "string", default: "8" },
    out: { type: "string", default: "bench/conformance-shops/results.json" },
    page: { type: "string" },
    join: { type: "string" },
  },
});
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const root = "examples/shops";
/** For each test the shop that shows it. */
const shows: Readonly<Record<string, string>> = readJson(`${root}/conformance/shows.json`);
const byCommand: Readonly<Record<string, readonly string[]>> = {
  "conformance/prints-its-key": ["--profile", "hc"],
  ...Object.fromEntries(Object.keys(readJson(`${root}/acts.json`)).map((name) => [name, ["--profile", "hc,tk,rv"]])),
  ...Object.fromEntries(servers.map(([name]) => [`server/${name}`, ["--profile", "cr"]])),
};
/** Shops with a pay button: only its tests, since a browser takes long. */
const inBrowser = ["right", "right-on-the-server", "orders-twice", "sells-paid-carts"].map((name) => `browser/${name}`);
const ofTheButton = profiles.map((profile) => ({
  ...profile,
  requirements: profile.requirements.filter(({ needs }) => needs === "driver"),
}));

const names = [
  ...new Set([...scripts.map(([name]) => name), ...Object.values(shows), ...Object.keys(byCommand), ...inBrowser]),
];
const all = values.join === undefined ? await run() : joined(values.join.split(",").map(readJson));
const { shops } = all;

/** The shops that are asked for, one after another. */
async function run(): Promise<All> {
  const results: ShopResults[] = [];
  for (const shop of names.filter((name) => values.shop?.split(",").includes(name) ?? true)) {
    const began = performance.now();
    const report = await conformanceOfShop(shop);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const byTest = Object.fromEntries(report.tests.map(({ id, result }) => [id, result]));
    results.push({ shop, mistake: mistakeOf(shop), mutants: report.mutants.run, seconds, results: byTest });
    const failed = idsOf(byTest, "FAIL").join(", ") || "nothing";
    console.log(`${shop}: ${report.mutants.run} mutants, ${seconds} s, failed: ${failed}`);
  }
  const isClean = git("status", "--porcelain", "--", "src", "examples").length === 0;
  const commit = `${git("rev-parse", "HEAD")}${isClean ? "" : " and changes"}`;
  return { commit, date: new Date().toISOString(), seed: Number(values.seed), shops: results };
}

/** Parts of a run, the newest first: each shop's first results count. Those of another commit say so. */
function joined(parts: readonly All[]): All {
  const [first, ...others] = parts as readonly [All, ...All[]];
  const other = others.find(({ seed }) => seed !== first.seed);
  if (other) throw new Error(`--join: seed ${other.seed} is not ${first.seed}`);
  const shops = new Map<string, ShopResults>();
  for (const part of parts)
    for (const one of part.shops)
      if (!shops.has(one.shop))
        shops.set(one.shop, { ...one, ...(part.commit !== first.commit && { commit: one.commit ?? part.commit }) });
  return { ...first, shops: names.flatMap((name) => shops.get(name) ?? []) };
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

writeFileSync(values.out, `${JSON.stringify(all, null, 2)}\n`);
if (values.page !== undefined) writeFileSync(values.page, shopsPage(all, profiles));

const problems = shops.flatMap(wrongIn);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What a shop shows otherwise than it is there for. */
function wrongIn({ shop, mistake, results }: ShopResults): readonly string[] {
  const failed = idsOf(results, "FAIL");
  const unshown = Object.entries(shows)
    .filter(([id, name]) => name === shop && results[id] !== "FAIL" && results[id] !== "WARN")
    .map(([id]) => `${shop}: is there to fail ${id}, and it is ${results[id]}`);
  return [
    ...unshown,
    ...(mistake === null && failed.length > 0 ? [`${shop}: is right, and failed ${failed.join(", ")}`] : []),
  ];
}

function idsOf(results: ShopResults["results"], wanted: string): readonly string[] {
  return Object.keys(results).filter((id) => results[id] === wanted);
}

/** A shop says in its first line what is wrong with it; null: nothing is. */
function mistakeOf(shop: string): string | null {
  const [, kind, text] =
    /^\/\/ (The right shop|Right|Wrong|Careless)?:? ?(.*)/.exec(readFileSync(`${root}/${shop}.mjs`, "utf8")) ?? [];
  return kind?.toLowerCase().includes("right") ? null : (text ?? "");
}

function conformanceOfShop(shop: string): Promise<ConformanceReport> {
  if (inBrowser.includes(shop)) return conformanceInBrowser(shop);
  return byCommand[shop] ? conformanceByCommand(shop, byCommand[shop]) : conformance(shop);
}

/** How long a shop waits for an answer that never comes: much longer than for the slowest that does, on a busy machine too. */
const TIMEOUT_MS = 3000;

/** The exit codes of a report with findings. */
const EXITS = [0, 4, 6];

async function conformance(shop: string): Promise<ConformanceReport> {
  const options = { seed: Number(values.seed), jobs: Number(values.jobs) };
  const report = await judgedByLibrary<JudgeReport>(`${root}/${shop}.mjs`, options, { timeoutMs: TIMEOUT_MS });
  if (!report) throw new Error(`expected a first run of ${shop} that works`);
  return conformanceOf(profiles, { report, setup: new Set(["second-faults", "interleavings"]) });
}

/** What only a command shows: its output, and how it comes back after a crash. */
async function conformanceByCommand(shop: string, options: readonly string[]): Promise<ConformanceReport> {
  const server = servers.find(([name]) => shop === `server/${name}`);
  const command = server ? serverWords(...server) : ["--", "node", `${root}/${shop}.mjs`];
  return byProgram("conformance", ...options, ...command);
}

async function conformanceInBrowser(shop: string): Promise<ConformanceReport> {
  const only = ["--only", "create#*/shopper/*"];
  const report: JudgeReport = await byProgram(
    "judge",
    ...only,
    ...hosted(`${root}/${shop}.mjs`, `${root}/browser/driver.mjs`),
  );
  return conformanceOf(ofTheButton, { report, setup: new Set(["driver"]) });
}

function byProgram<T>(command: string, ...words: readonly string[]): Promise<T> {
  const env = { SHOP_TIMEOUT_MS: String(TIMEOUT_MS) };
  return reportOf([command, "--seed", values.seed, ...words], { env, exits: EXITS });
}
