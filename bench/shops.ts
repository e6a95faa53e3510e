import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A row of `expected.json`. */
export interface Expected {
  readonly finds: string | null;
  readonly practice?: string;
  /** What is wrong already in the first run. */
  readonly firstRun?: string;
  /** The mutants that are enough to see it. */
  readonly at: string;
  /** Of a server; left out: driver.mjs. */
  readonly driver?: string;
  /** Found on most runs only. */
  readonly isByChance?: true;
}

const ROOT = "examples/shops";
const expectedOf = (folder: string): Readonly<Record<string, Expected>> =>
  JSON.parse(readFileSync(`${folder}/expected.json`, "utf8"));

/** Those that run as a script. The tests judge those whose first run is wrong. */
export const scripts = Object.entries(expectedOf(ROOT)).filter(([, { firstRun }]) => firstRun === undefined);
export const servers = Object.entries(expectedOf(`${ROOT}/server`));

/** The words of `judge` and `conformance` for a shop that runs as a server. */
export const hosted = (file: string, driver: string): readonly string[] => [
  ...["--shop", `exec node ${file}`, "--believes", "/beliefs", "--", "node", driver],
];

/** The same for a shop of examples/shops/server. */
export const serverWords = (name: string, { driver = "driver.mjs" }: Pick<Expected, "driver">): readonly string[] =>
  hosted(`${ROOT}/server/${name}.mjs`, `${ROOT}/server/${driver}`);

interface JudgeOptions {
  readonly timeoutMs: number;
  readonly began?: () => void;
}

/** Of the built package and of plain files: their types are not looked for. */
const load = (file: string) => import(pathToFileURL(resolve(file)).href);

/** Judges a shop's day by the library. Undefined where the dry run failed. */
export async function judgedByLibrary<T>(
  file: string,
  options: object,
  { timeoutMs, began }: JudgeOptions,
): Promise<T | undefined> {
  const { judge, DryRunFailed } = await load("dist/index.js");
  const { shopDay } = await load(`${ROOT}/skeleton.mjs`);
  const { default: Kind } = await load(file);
  const day = (lane: { readonly url: string }) => {
    began?.();
    return shopDay(Kind, { url: lane.url, timeoutMs });
  };
  try {
    return await judge(day, options);
  } catch (error) {
    if (!(error instanceof DryRunFailed)) throw error;
    console.log((error as Error).message);
    return undefined;
  }
}

interface Practiced {
  readonly practices: readonly { readonly id: string; readonly grave: boolean }[];
}

export const graveOf = (report: Practiced | undefined): readonly string[] =>
  report?.practices.filter(({ grave }) => grave).map(({ id }) => id) ?? [];
