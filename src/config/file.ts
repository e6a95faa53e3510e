import { readFileSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import * as z from "zod";
import { InvalidInput } from "../package/errors.js";
import { formatProblem, type Place, readDocument } from "../scenario/document/positions.js";
import { sizeProblem } from "../scenario/values/limits.js";
import { memberRows, memberSettings } from "./members.js";
import { type ChosenOptions, isNegated, negatedName, optionRows } from "./options.js";
import type { ReadingContext } from "./reading.js";
import { type OfFiles, withFiles } from "./with-files.js";

export interface ReadConfig {
  readonly chosen: ChosenOptions;
  readonly settings: Partial<OfFiles>;
}

/** Reads a config file. Throws InvalidInput with a line `file:line:column: …` for each fault. */
export async function readConfig(path: string, cwd: string = process.cwd()): Promise<ReadConfig> {
  const near = relative(cwd, path);
  const file = near.startsWith("..") ? path : near;
  const schema = configSchema();
  const tooLarge = sizeProblem(statSync(path).size);
  if (tooLarge) throw new InvalidInput(formatProblem({ file, line: 1, column: 1, ...tooLarge }));
  const read = readDocument({ text: readFileSync(path, "utf8"), file }, schema, () =>
    z.toJSONSchema(schema, { io: "input" }),
  );
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  const folder = dirname(path);
  return {
    chosen: chosenBy(read.value, folder),
    settings: await withFiles(memberSettings(read.value, { folder, at: placed(read.place) }), read.value, {
      folder,
      cwd,
    }),
  };
}

/** Adds the position in the file to a fault that is only found when a value is used. */
const placed =
  (place: Place): ReadingContext["at"] =>
  (path, work) => {
    try {
      return work();
    } catch (error) {
      throw new InvalidInput(formatProblem({ ...place(path), what: (error as Error).message }));
    }
  };

/** The file's options. Its paths are relative to its folder. */
function chosenBy(file: Readonly<Record<string, unknown>>, folder: string): ChosenOptions {
  const chosen: Record<string, unknown> = {};
  for (const row of optionRows) {
    const off = isNegated(row) ? file[negatedName(row)] : undefined;
    const value = file[row.name] ?? (off === undefined ? undefined : !off);
    if (value !== undefined) chosen[row.name] = row.from ? row.from(folder, value) : value;
  }
  return chosen;
}

/** The file can't choose another config file. */
const inFile = optionRows.filter(({ name }) => name !== "config");

/** The config file: the command line's options, and members that have no flag. */
export const configSchema = () =>
  z.strictObject({
    $schema: z.string().optional(),
    ...Object.fromEntries([
      ...inFile.map(({ name, kind }) => [name, kind.schema().optional()]),
      ...inFile.filter(isNegated).map((row) => [negatedName(row), row.kind.schema().optional()]),
      ...memberRows.map(({ name, schema }) => [name, schema().optional()]),
    ]),
  });
