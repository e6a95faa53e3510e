import * as z from "zod";
import { memberRows } from "./members.js";
import { isNegated, negatedName, optionRows } from "./options.js";

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
