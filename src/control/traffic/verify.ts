import * as z from "zod";
import { reportSchema } from "../../app/views/report-schema.js";
import { verifyLane } from "../../app/views/verify-lane.js";
import { expectationSchema } from "../../scenario/rule/rule.js";
import { named } from "../../scenario/values/public-schemas.js";
import { call, ok } from "../call.js";

export const verifyBody = named(
  "Verify",
  z.strictObject({
    expect: z.array(expectationSchema).optional().describe("the expectations of the lane's scenarios when left out"),
  }),
);

export const verifyCalls = [
  call({
    method: "POST",
    path: "/verify",
    summary: "Checks expectations against the lane",
    body: verifyBody,
    hasPatterns: true,
    answers: { 200: reportSchema },
    run: async ({ lane, body }) => ok(await verifyLane(lane, body.expect)),
  }),
] as const;
