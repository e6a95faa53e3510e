import * as z from "zod";
import { judgeReportSchema } from "../schema/report.js";

/** The JSON Schema of the report, as `judge.schema.json` of the package. */
export const judgeJsonSchema = (): object => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "payment-sandbox judge report",
  ...z.toJSONSchema(judgeReportSchema, { io: "output", reused: "ref", unrepresentable: "any" }),
});
