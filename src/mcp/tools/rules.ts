import * as z from "zod";
import { ControlClient } from "../../library/control-client.js";
import { ruleSchema } from "../../scenario/rule/rule.js";
import { jsonText, lane, targetOf, tool } from "../tool.js";

export const forceOutcome = tool({
  name: "force_outcome",
  title: "Force an outcome",
  about:
    'Adds a rule: calls that match `when` get `then` (a decline, a refusal, a lost answer, a late or forged notification …). Example: {"when": {"operation": "*/refund"}, "times": 1, "then": {"outcome": "insufficient-unsettled-balance"}}. list_scenarios lists the names of outcomes. Warnings in the answer name parts that can never match.',
  input: z.strictObject({ lane, ...ruleSchema.shape }),
  isReading: false,
  run: async ({ lane: name, ...rule }, context) =>
    jsonText(await new ControlClient(targetOf(context, name)).call("POST /rules", { body: rule })),
});
