import * as z from "zod";
import { expectationSchema } from "../../../core/scenario/rule/rule.js";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { reportSchema } from "../../../lane/views/schemas/report-schema.js";
import { verifyLane } from "../../../lane/views/verify-lane.js";
import { call, ok } from "../call.js";

export const verifyBody = namedObject("Verify", {
  expect: z.array(expectationSchema).optional().describe("the expectations of the lane's scenarios when left out"),
});

export const verifyCalls = [
  call("POST /verify", "Checks expectations against the lane", {
    body: verifyBody,
    hasPatterns: true,
    answers: { 200: reportSchema },
    run: async ({ lane, body }) => ok(await verifyLane(lane, body.expect)),
  }),
];
