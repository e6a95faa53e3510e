import type { Policy } from "../facts/assumptions.js";
import catalogue from "./catalogue-cells.json" with { type: "json" };
import { type Cell, cellName, cellsUnder } from "./cells.js";
import type { Coverage } from "./coverage-schema.js";

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
 * The scenarios of the catalogue in which a correct shop reaches each cell. The test test/catalogue/catalogue.test.ts
 * runs all of them.
 */
const scenariosReaching = (name: string): string[] =>
  Object.entries<readonly string[]>(catalogue).flatMap(([scenario, names]) => (names.includes(name) ? [scenario] : []));

/** For a line of a terminal. */
export const coverageText = ({ reached, total }: Pick<Coverage, "reached" | "total">): string =>
  `${reached} of ${total} cells (operation × order state × outcome)`;
