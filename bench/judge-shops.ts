// npm run judge-shops [-- options]: holds the judge to examples/shops and its servers. Build first: it uses the built package.
//   --seeds <n>      how many seeds (100 by the library, 10 by the command)      --from <seed>   the first seed (1)
//   --shop <name,…>  only these shops; `server/` stands for all servers           --by <library|command>
//   --only <mutants> these mutants with each seed; can be given more than once
//   --sample <n>     of a right shop, each seed runs one in so many of its mutants (20 by the library, 10 by the command);
//                    by the library, the first seed runs all. A right server's other seeds run what depends on timing
//   --table          writes the result into docs/proving.md
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { reportOf } from "./reports.ts";
import { graveOf, judgedByLibrary, scripts, servers, serverWords } from "./shops.ts";

interface Report {
  readonly findings: readonly { readonly verdict: string; readonly mutant: string; readonly why: string }[];
  readonly practices: readonly { readonly id: string; readonly grave: boolean }[];
  readonly mutants: readonly { readonly id: string }[];
  readonly counts: { readonly run: number };
}

interface Shop {
  readonly name: string;
  /** For the library; none: only the command judges it. */
  readonly file?: string;
  /** The last words of `judge`. */
  readonly words: readonly string[];
  /** A verdict or a practice; null: it is right. */
  readonly finds: string | null;
  readonly at: string;
  readonly isServer?: true;
  readonly isByChance?: boolean;
}

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    shop: { type: "string" },
    by: { type: "string" },
    only: { type: "string", multiple: true },
    sample: { type: "string" },
    table: { type: "boolean", default: false },
  },
});
/** How long a shop waits for an answer: short where answers never come, else so long that a busy machine is no lost answer. */
const SHORT_MS = 1000;
const PATIENT_MS = 30_000;
const COMMAND_SEEDS = 10;
const LIBRARY_SEEDS = 100;
/** The mutants whose result depends on timing, or on a process that starts. */
const TIMING = ["*/race/*", "*/crash/*", "*/keyless/*"];
let wrong = 0;

const asked = values.shop?.split(",");
const shops = shopsThatAreHere().filter(
  ({ name }) => asked?.some((one) => (one.endsWith("/") ? name.startsWith(one) : name === one)) ?? true,
);
if (values.by !== "command")
  for (const shop of shops.filter(({ file }) => file)) await hold(shop, "library", byTheLibrary);
if (values.by !== "library") for (const shop of shops) await hold(shop, "command", byTheCommand);
console.log(wrong === 0 ? "each mistake was found, and no right shop was accused" : `${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

/** The mutants to run. */
interface Ask {
  readonly only?: readonly string[];
  readonly budget?: string;
}

type Run = (shop: Shop, seed: number, ask: Ask) => Promise<Report | undefined>;

/** Judges a shop by many seeds, and tells what came of it. */
async function hold(shop: Shop, by: "library" | "command", run: Run): Promise<void> {
  const { name, finds, isServer } = shop;
  const first = Number(values.from);
  const last = first + Number(values.seeds ?? (by === "library" ? LIBRARY_SEEDS : COMMAND_SEEDS)) - 1;
  const part = Number(values.sample ?? (by === "library" ? 20 : 10));
  const only = onlyOf(shop);
  // A run by the command is slow: there the first seed only plans, but of a server.
  const isPlanned = by === "command" && !isServer && !only;
  const begin: Ask = only ? { only } : isPlanned ? { budget: "1ms" } : {};
  let [mutants, right] = [0, 0];
  let all = isPlanned ? idsOf(await run(shop, first, begin)) : [];
  for (let seed = first; seed <= last; seed++) {
    const ask = all.length === 0 ? begin : { only: isServer ? TIMING : partOf(all, seed, part) };
    const report = await run(shop, seed, ask);
    if (!only && all.length === 0) all = idsOf(report);
    mutants += report?.counts.run ?? 0;
    if (isAsExpected(`${name}, seed ${seed}, by the ${by}`, shop, report)) right++;
  }
  const runs = last - first + 1;
  const result = finds === null ? `accused in ${runs - right} of ${runs}` : `found in ${right} of ${runs}`;
  const others = isServer ? "races, crashes and keys" : `one in ${part}`;
  const parts = isPlanned
    ? `one in ${part} of the mutants each`
    : `all mutants by the first seed, ${others} by the others`;
  const sampled = !only && runs > 1 ? `; ${parts}` : "";
  const how = [`by the ${by}`, ...(values.only ?? []).map((one) => `\`${one}\``)].join(", ");
  tell({ shop: name, how, runs: `seeds ${first} to ${last}${sampled}`, mutants, result });
}

function onlyOf({ finds, at }: Shop): readonly string[] | undefined {
  return values.only ?? (finds === null ? undefined : [at]);
}

function idsOf(report: Report | undefined): readonly string[] {
  return report?.mutants.map(({ id }) => id) ?? [];
}

/** Another part of the mutants by each seed, with the second faults of those that are in it. */
function partOf(all: readonly string[], seed: number, part: number): readonly string[] {
  const ids = all.filter((_, i) => (i + seed) % part === 0);
  const hasSeconds = all.some((id) => id.includes("+"));
  return hasSeconds ? ids : ids.flatMap((id) => [id, ...(id.endsWith("/connection-reset") ? [`${id}+*`] : [])]);
}

function byTheLibrary(shop: Shop, seed: number, ask: Ask): Promise<Report | undefined> {
  return judgedByLibrary(shop.file!, { seed, ...ask }, { timeoutMs: isPatient(shop) ? PATIENT_MS : SHORT_MS });
}

function byTheCommand(shop: Shop, seed: number, { only = [], budget }: Ask): Promise<Report> {
  const options = [
    ...["--seed", String(seed), ...only.flatMap((one) => ["--only", one])],
    ...(budget === undefined ? [] : ["--budget", budget]),
  ];
  const env = isPatient(shop) ? { SHOP_TIMEOUT_MS: String(PATIENT_MS) } : {};
  return reportOf(["judge", ...options, ...shop.words], { env });
}

function isPatient(shop: Shop): boolean {
  return onlyOf(shop)?.every((one) => !one.endsWith("no-response")) ?? false;
}

function isAsExpected(where: string, { finds, isByChance }: Shop, report: Report | undefined): boolean {
  const found = [...(report?.findings.map(({ verdict }) => verdict) ?? []), ...graveOf(report)];
  if (report && (finds === null ? found.length === 0 : found.includes(finds))) return true;
  if (!isByChance) wrong++;
  console.log(`${where}: expected ${finds ?? "nothing"}, found ${found.join(", ") || "nothing"}`);
  if (finds === null)
    for (const { verdict, mutant, why } of report?.findings ?? []) console.log(`  ${verdict} ${mutant}: ${why}`);
  return false;
}

/** The shops of both `expected.json`, one of the bench's own, and the right one in other languages. */
function shopsThatAreHere(): readonly Shop[] {
  const script = (name: string, file: string, finds: string | null, at: string): Shop => ({
    ...{ name, file, words: ["--", "node", file], finds, at },
  });
  const others = [
    { name: "right.py", words: ["python3", "examples/shops/right.py"] },
    { name: "right.php", words: ["php", "examples/shops/right.php"] },
  ].filter(({ words: [program = ""] }) => spawnSync(program, ["--version"]).status === 0);
  return [
    ...scripts.map(([name, { finds, practice, at }]) =>
      script(name, `examples/shops/${name}.mjs`, finds ?? practice ?? null, at),
    ),
    script("asks-between", "bench/judge-shops-asks-between.mjs", "amount-differs", "sale#1/race/with-copy"),
    ...others.map(({ name, words }) => ({ name, words: ["--", ...words], finds: null, at: "" })),
    ...servers.map(([name, one]) => ({
      ...{ ...one, name: `server/${name}`, words: serverWords(name, one), isServer: true as const },
    })),
  ];
}

/** What was run of a shop, and what came of it. */
interface Row {
  readonly shop: string;
  readonly how: string;
  readonly runs: string;
  readonly mutants: number;
  readonly result: string;
}

function tell(row: Row): void {
  console.log(Object.values(row).join(" | "));
  if (!values.table) return;
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout.trim();
  const file = "docs/proving.md";
  writeFileSync(file, tableWith(readFileSync(file, "utf8"), row, commit));
}

/** The page with this row in its table: it takes the place of an earlier one of the same shop, run in the same way. */
function tableWith(page: string, { shop, how, runs, mutants, result }: Row, commit: string): string {
  const [from, to] = ["begin", "end"].map((edge) => page.indexOf(`<!-- judge-shops:${edge} -->`)) as [number, number];
  if (from === -1 || to < from) throw new Error("expected the marks of judge-shops in the page");
  const lines = page.slice(from, to).trimEnd().split("\n");
  const begins = `| \`${shop}\` | ${how} |`;
  const row = `${begins} ${runs} | ${mutants.toLocaleString("en")} | ${result} | ${commit} |`;
  const at = lines.findIndex((line) => line.startsWith(begins));
  const all = at === -1 ? [...lines, row] : lines.with(at, row);
  return `${page.slice(0, from)}${all.join("\n")}\n\n${page.slice(to)}`;
}
