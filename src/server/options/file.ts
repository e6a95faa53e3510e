import { dirname } from "node:path";
import * as z from "zod";
import { formatProblem, type Locate } from "../../core/scenario/document/positions.js";
import { InvalidInput } from "../../package/errors.js";
import { shownPath } from "../../package/files.js";
import { flagsOnly } from "./environment.js";
import { type OfFiles, withFiles } from "./files.js";
import { memberRows, memberSettings } from "./members.js";
import { type ChosenOptions, chosenIn, isNegated, negatedName, optionRows } from "./options.js";
import type { ReadingContext } from "./paths.js";
import { readStrictFile } from "./strict-file.js";

export interface ReadConfig {
  readonly chosen: ChosenOptions;
  readonly settings: Partial<OfFiles>;
}

/** Reads a config file. Throws InvalidInput with a line `file:line:column: …` for each fault. */
export async function readConfig(path: string, cwd: string = process.cwd()): Promise<ReadConfig> {
  const shown = shownPath(path, cwd);
  const { value, place } = readStrictFile({ path, shown, schema: configSchema(), missing: `no config file ${shown}` });
  const folder = dirname(path);
  return {
    chosen: chosenBy(value, folder),
    settings: withFiles(memberSettings(value, { folder, at: placed(place) }), value, { folder, cwd }),
  };
}

/** Adds the position in the file to a fault that is only found when a value is used. */
const placed =
  (place: Locate): ReadingContext["at"] =>
  (path, work) => {
    try {
      return work();
    } catch (error) {
      throw new InvalidInput(formatProblem({ ...place(path), what: (error as Error).message }));
    }
  };

/** The file's options. Its paths are relative to its folder. */
const chosenBy = (file: Readonly<Record<string, unknown>>, folder: string): ChosenOptions =>
  chosenIn((name, _, { from }) => (from && file[name] !== undefined ? from(folder, file[name]) : file[name]));

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
      ...flagsOnly.map((name) => [name, z.never({ error: `--${name} on the command line instead` }).optional()]),
    ]),
  });
