import * as z from "zod";
import type { Policy } from "../../core/facts/assumptions.js";
import { type Asked, operationRows } from "./asked.js";
import catalogue from "./catalogue-cells.json" with { type: "json" };
import { type Cell, cellName, cellOutcomes, cellStates, cellsUnder } from "./cells.js";

const everyAsked = [...new Set(operationRows.map(([, asked]) => asked))] as [Asked, ...Asked[]];

/** Which of all cells were reached. */
export const coverageSchema = z
  .strictObject({
    reached: z.int().min(0).describe("how many cells were reached"),
    total: z.int().min(0).describe("how many cells there are"),
    percent: z.number().min(0).max(100).describe("rounded down to one decimal"),
    cells: z
      .array(
        z.strictObject({
          asked: z.enum(everyAsked).describe("the kind of request, whatever its path"),
          state: z.enum(cellStates).describe("the order's status before the call; none if there is no order"),
          outcome: z.enum(cellOutcomes),
          reached: z.boolean(),
          scenarios: z.array(z.string()).describe("scenarios of the catalogue in which a right shop reaches it"),
        }),
      )
      .describe("in the order of operations, states and outcomes"),
  })
  .describe("State coverage: operation × order state × outcome.");

export type Coverage = z.output<typeof coverageSchema>;
export type CoveredCell = Coverage["cells"][number];

/** Compares the reached cells with all cells under these choices. */
export function coverageOf(reached: ReadonlySet<string>, policy: Policy): Coverage {
  const cells = cellsOf(policy).map((cell) => {
    const name = cellName(cell);
    return { ...cell, reached: reached.has(name), scenarios: scenariosReaching(name) };
  });
  const count = cells.filter((cell) => cell.reached).length;
  return { reached: count, total: cells.length, percent: Math.floor((count / cells.length) * 1000) / 10, cells };
}

let last: { readonly choices: string; readonly cells: readonly Cell[] } | undefined;

/** Computed once per set of choices, because the judge needs it for each run. */
function cellsOf(policy: Policy): readonly Cell[] {
  const choices = JSON.stringify(policy);
  if (last?.choices !== choices) last = { choices, cells: cellsUnder(policy) };
  return last.cells;
}

/**
 * The scenarios of the catalogue in which a correct shop reaches each cell. The test test/lane/catalogue/catalogue.test.ts
 * runs all of them.
 */
const scenariosReaching = (name: string): string[] =>
  Object.entries<readonly string[]>(catalogue).flatMap(([scenario, names]) => (names.includes(name) ? [scenario] : []));

/** For a line of a terminal. */
export const coverageText = ({ reached, total }: Pick<Coverage, "reached" | "total">): string =>
  `${reached} of ${total} cells (operation × order state × outcome)`;
