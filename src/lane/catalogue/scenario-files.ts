import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Problem } from "../../core/scenario/document/document.js";
import { scenarioSizeProblem } from "../../core/scenario/values/limits.js";
import { InvalidInput } from "../../package/errors.js";
import { packagePath, packageRoot, shownPath } from "../../package/files.js";
import { NO_FILE, textOfNamed, whyNoFile } from "../../package/regular-file.js";
import { NotUtf8 } from "../../package/utf8.js";
import type { ReadScenario } from "../rules/read-scenario.js";
import { ruleCount, tooManyRules } from "../rules/rule-limit.js";

const ENDINGS = [".scenario.yaml", ".scenario.yml", ".scenario.json"] as const;
export const isScenarioFile = (name: string): boolean => ENDINGS.some((ending) => name.endsWith(ending));

/** The names of all scenario files that ship with the package: the catalogue and the magic values. */
export function shippedScenarioNames(): readonly string[] {
  return readdirSync(packagePath("scenarios"))
    .filter(isScenarioFile)
    .map((file) => file.replace(/\.scenario\.\w+$/, ""))
    .sort();
}

/** The path of the shipped scenario with this name. */
export const cataloguePath = (name: string): string => packagePath(`scenarios/${name}.scenario.yaml`);

/** The magic values ship in the scenarios' folder, but aren't a scenario. */
const MAGIC = "magic";

/** The names of the catalogue's scenarios. */
export const catalogueNames = (): readonly string[] => shippedScenarioNames().filter((name) => name !== MAGIC);

/**
 * The shipped scenario with this name, or the magic values. Undefined if there is none. A user's project may have a folder
 * `scenarios` too, so its places say that they are ours.
 */
export const readCatalogue = async (name: string): Promise<ReadScenario | undefined> =>
  shippedScenarioNames().includes(name)
    ? { ...(await readScenarioFile(cataloguePath(name), packageRoot)), file: `built-in ${name}` }
    : undefined;

const BY_OPTION = "with an option of its own (--scenario a --scenario b)";

/** The path of a scenario, which is given as a file or as a name of the catalogue. `how`: how to name several. */
export async function scenarioPath(ref: string, cwd: string = process.cwd(), how = BY_OPTION): Promise<string> {
  const path = resolve(cwd, ref);
  const why = whyNoFile(path);
  if (why === undefined) return path;
  const isName = /^[\w-]+$/.test(ref);
  if (isName && existsSync(cataloguePath(ref))) return cataloguePath(ref);
  if (why !== NO_FILE && !why.startsWith("a folder")) throw new InvalidInput(`scenario ${ref}: found ${why}`);
  if (why !== NO_FILE)
    throw new InvalidInput(`scenario ${ref}: it is a folder, expected a file: name each file of it, ${how}`);
  if (/[*,]/.test(ref)) {
    const kind = ref.includes("*") ? "patterns" : "lists";
    throw new InvalidInput(`scenario ${ref}: ${kind} are not read: name each file, ${how}`);
  }
  const didYouMean = await meantScenario(ref);
  const guess = didYouMean === undefined ? "" : `; did you mean ${didYouMean}?`;
  throw new InvalidInput(
    `scenario ${ref}: there is no such file, and the catalogue has no such name${guess || " (payment-sandbox scenarios lists the names)"}`,
  );
}

/** The name of the catalogue that was probably meant: a similar one, or the first that contains the text. */
export async function meantScenario(ref: string): Promise<string | undefined> {
  const { similar } = await import("../../core/scenario/values/similar.js");
  const name = ref.replace(/(\.scenario)?\.(ya?ml|json)$/, "");
  const names = shippedScenarioNames();
  return similar(name, names).didYouMean ?? (name.length < 3 ? undefined : names.find((each) => each.includes(name)));
}

/** A scenario that was read from a file. */
export interface CheckedScenario extends ReadScenario {
  readonly path: string;
  readonly warnings: readonly string[];
}

/** Reads one file. Throws InvalidInput with a line `file:line:column: …` for each fault. */
export async function readScenarioFile(path: string, cwd: string = process.cwd()): Promise<CheckedScenario> {
  const [{ formatProblem, readScenario }, { loadRegexesFor }] = await Promise.all([
    import("../../core/scenario/document/document.js"),
    import("../../core/scenario/values/pattern.js"),
  ]);
  const file = shownPath(path, cwd);
  const text = fileText(path, file, (problem) => formatProblem({ file, ...problem }));
  await loadRegexesFor(text);
  const read = readScenario(text, file);
  if ("problems" in read) throw new InvalidInput(read.problems.map((problem: Problem) => formatProblem(problem)));
  const { scenario, ruleLines, expectLines, givenPlaces, warnings: found } = read;
  const warnings = found.map((warning: Problem) => formatProblem(warning));
  return { scenario, file, ruleLines, expectLines, givenPlaces, path, warnings };
}

/**
 * Reads scenarios from files, or from the catalogue by name. Throws InvalidInput, also if their seeds, clocks or
 * choices differ.
 */
export async function loadScenarios(
  refs: readonly string[],
  cwd: string = process.cwd(),
): Promise<readonly CheckedScenario[]> {
  const paths = await Promise.all(refs.map((ref) => scenarioPath(ref, cwd)));
  const read = await Promise.allSettled(paths.map((path) => readScenarioFile(path, cwd)));
  const faults = read.flatMap((one) => (one.status === "rejected" ? linesOf(one.reason) : []));
  if (faults.length > 0) throw new InvalidInput(faults);
  const scenarios = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  agree(scenarios, "seed");
  agree(scenarios, "clock");
  agreeOnChoices(scenarios);
  const full = tooManyRules(ruleCount(scenarios));
  if (full) throw new InvalidInput(`${scenarios.map(({ file }) => file).join(", ")}: ${full}`);
  return scenarios;
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof InvalidInput) return error.lines;
  throw error;
}

/** Several files share one lane, which has only one seed and one clock. */
function agree(scenarios: readonly CheckedScenario[], member: "seed" | "clock"): void {
  const valued = scenarios.filter(({ scenario }) => scenario[member] !== undefined);
  const first = valued[0];
  const other = valued.find(({ scenario }) => comparable(scenario[member]) !== comparable(first?.scenario[member]));
  if (first && other)
    throw new InvalidInput(
      `${other.file}: ${member} is ${other.scenario[member]}, but ${first.file} says ${first.scenario[member]}: expected the same ${member}, or only one`,
    );
}

/** A lane has only one choice for each assumption. */
function agreeOnChoices(scenarios: readonly CheckedScenario[]): void {
  const first = new Map<string, { readonly choice: string | undefined; readonly file: string | undefined }>();
  for (const { scenario, file } of scenarios)
    for (const [id, choice] of Object.entries<string | undefined>(scenario.assume ?? {})) {
      const other = first.get(id) ?? { choice, file };
      first.set(id, other);
      if (other.choice !== choice)
        throw new InvalidInput(
          `${file}: assume.${id} is ${choice}, but ${other.file} says ${other.choice}: expected the same choice, or only one`,
        );
    }
}

const comparable = (value: string | number | undefined): number | undefined =>
  typeof value === "string" ? Date.parse(value) : value;

function fileText(path: string, file: string, told: (problem: Omit<Problem, "file">) => string): string {
  try {
    const tooLarge = scenarioSizeProblem(statSync(path).size);
    if (tooLarge) throw new InvalidInput(told({ line: 1, column: 1, ...tooLarge }));
    return textOfNamed(path);
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    if (error instanceof NotUtf8) throw new InvalidInput(told(error.problem));
    throw new InvalidInput(`${file}: cannot be read: ${(error as Error).message}`);
  }
}
