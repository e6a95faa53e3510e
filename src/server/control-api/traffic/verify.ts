import * as z from "zod";
import { expectationSchema } from "../../../core/scenario/rule/rule.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { strictReport } from "../../../lane/explain/strict-report.js";
import { reportSchema } from "../../../lane/views/schemas/report-schema.js";
import { verifyLane } from "../../../lane/views/verify-lane.js";
import { call, ok } from "../call.js";

export const verifyBody = namedObject("Verify", {
  expect: z.array(expectationSchema).optional().describe("the expectations of the lane's scenarios when left out"),
  strict: z
    .boolean()
    .optional()
    .describe(
      "true to fail also if a rule of the scenarios or an added one with times never fired, no call came, or a call has a misspelt name or a merchant without a key",
    ),
});

export const verifyCalls = [
  call("POST /verify", "Checks expectations against the lane", {
    body: verifyBody,
    hasPatterns: true,
    looks: true,
    answers: { 200: reportSchema },
    run: async ({ lane, body: { expect, strict } }) => {
      const report = await verifyLane(lane, expect);
      return ok(strict ? await strictReport(lane, report) : report);
    },
  }),
];
