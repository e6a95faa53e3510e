// npm run race-shops [-- --seeds <n>] [--runs <n>] [--shop <part of a name>]: how often the judge finds each mistake of
// examples/shops/server, and whether it accuses a right shop. Build first: it uses the built package. It prints the table of
// docs/proving.md. `--shop pinned` and `--shop library` select the rows by the library.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { reportOf } from "./reports.ts";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string }[];
  readonly counts: { readonly run: number; readonly pruned: number };
}
interface Row {
  readonly shop: string;
  readonly how: string;
  readonly tries: number;
  readonly result: string;
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    runs: { type: "string", default: "10" },
    shop: { type: "string", default: "" },
  },
});
const [seeds, runs] = [Number(values.seeds), Number(values.runs)];
const load = (file: string) => import(pathToFileURL(resolve(file)).href);
const { judge } = await load("dist/index.js");
const { Shop, shopDay } = await load("examples/shops/skeleton.mjs");
const { default: RightShop } = await load("examples/shops/right.mjs");
const folder = "examples/shops/server";
const expected: Record<string, { readonly finds: string | null; readonly at: string; readonly driver?: string }> =
  JSON.parse(readFileSync(`${folder}/expected.json`, "utf8"));

/** Between its check and its write it asks the service; it books once for each notification that it did not see handled. */
class AsksBetween extends Shop {
  async takeNotice(fields: Record<string, string>): Promise<boolean> {
    const order = this.book.get(fields.merchantReference);
    if (!this.isGenuine(fields) || !order) return false;
    if (order.times) return true;
    await this.ask("/hosted-checkout/query", { merchantReference: order.reference });
    order.times = (order.times ?? 0) + 1;
    order.paid = order.amount * order.times;
    return true;
  }
  async recover(order: { times?: number; paid: number; amount: number }, tries?: number): Promise<unknown> {
    const known = await super.recover(order, tries);
    if (order.times) order.paid = order.amount * order.times;
    return known;
  }
}

/** The mutants whose result depends on timing, or on a process that starts. */
const TIMING = ["*/race/*", "*/crash/*", "*/keyless/*"];

console.log("| Shop | How | Runs | Result |\n|---|---|---|---|");
const isWanted = (name: string) => name.includes(values.shop);
if (isWanted("pinned")) tell(await pinned());
if (isWanted("library")) tell(await rightByTheLibrary());
for (const [name, { finds, at, driver = "driver.mjs" }] of Object.entries(expected).filter(([name]) => isWanted(name)))
  tell(await (finds === null ? rightServer(`${name}.mjs`) : byTheCommand(`${name}.mjs`, finds, at, driver)));

async function pinned(): Promise<Row> {
  const races = ["sale#1/race/with-copy", "sale#1/race/retried-while-running"];
  let found = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const { findings } = await byTheLibrary(AsksBetween, seed, races);
    found += races.filter((race) => findings.some(({ mutant }) => mutant === race)).length;
  }
  const tries = seeds * races.length;
  const how = `by the library, seeds 1 to ${seeds}, \`race/with-copy\` and \`race/retried-while-running\``;
  return { shop: "a check and a write with a query between them", how, tries, result: `found in ${found} of ${tries}` };
}

async function rightByTheLibrary(): Promise<Row> {
  let [tries, accused] = [0, 0];
  for (let seed = 1; seed <= seeds; seed++) {
    const { findings, counts } = await byTheLibrary(RightShop, seed, ["*/race/*"]);
    tries += counts.run + counts.pruned;
    accused += findings.length;
  }
  const how = `by the library, seeds 1 to ${seeds}, all races`;
  return { shop: "`examples/shops/right.mjs`", how, tries, result: verdictOf(accused) };
}

function byTheLibrary(Kind: unknown, seed: number, only: readonly string[]): Promise<Report> {
  return judge((lane: { readonly url: string }) => shopDay(Kind, { url: lane.url, timeoutMs: 30_000 }), { seed, only });
}

async function byTheCommand(file: string, finds: string, at: string, driver: string): Promise<Row> {
  let found = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const { findings } = await judged(file, driver, ["--seed", String(seed), "--only", at]);
    if (findings.some(({ verdict }) => verdict === finds)) found++;
  }
  const how = `by the command, seeds 1 to ${runs}, \`${at}\``;
  return { shop: `\`${file}\``, how, tries: runs, result: `found in ${found} of ${runs}` };
}

async function rightServer(file: string): Promise<Row> {
  let [tries, accused] = [0, 0];
  for (let seed = 1; seed <= runs; seed++) {
    const only = seed === 1 ? [] : TIMING.flatMap((one) => ["--only", one]);
    const { findings, counts } = await judged(file, "driver.mjs", ["--seed", String(seed), ...only]);
    for (const { verdict, mutant } of findings) console.log(`accused, seed ${seed}: ${verdict} ${mutant}`);
    tries += counts.run + counts.pruned;
    accused += findings.length;
  }
  const how = `by the command, seeds 1 to ${runs}; all mutants by the first, races, crashes and keys by the others`;
  return { shop: `\`${file}\` (server)`, how, tries, result: verdictOf(accused) };
}

function judged(file: string, driver: string, options: readonly string[]): Promise<Report> {
  const shop = ["--shop", `exec node ${folder}/${file}`, "--believes", "/beliefs"];
  return reportOf(["judge", ...shop, ...options, "--", "node", `${folder}/${driver}`]);
}

function verdictOf(accused: number): string {
  return accused === 0 ? "accused of nothing" : `accused ${accused} times`;
}

function tell({ shop, how, tries, result }: Row): void {
  console.log(`| ${shop} | ${how} | ${tries} | ${result} |`);
}
