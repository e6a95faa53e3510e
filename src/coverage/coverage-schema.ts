import * as z from "zod";
import { type Asked, operationRows } from "./asked.js";
import { cellOutcomes, cellStates } from "./cells.js";

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
