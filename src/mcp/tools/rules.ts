import * as z from "zod";
import { ControlClient } from "../../library/control-client.js";
import { ruleSchema } from "../../scenario/rule.js";
import { jsonText, lane, targetOf, tool } from "../tool.js";

export const forceOutcome = tool({
  name: "force_outcome",
  title: "Force an outcome",
  about:
    'Puts a rule in: calls that match `when` get `then` (a decline, a refusal, a lost answer, a late or forged notification …). Example: {"when": {"operation": "*/refund"}, "times": 1, "then": {"outcome": "insufficient-unsettled-balance"}}. list_scenarios tells the names of outcomes; warnings in the answer say what can never match.',
  input: z.strictObject({ lane, ...ruleSchema.shape }),
  isReading: false,
  run: async ({ lane: name, ...rule }, context) =>
    jsonText(await new ControlClient(targetOf(context, name)).call("POST /rules", { body: rule })),
});
