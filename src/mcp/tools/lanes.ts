import * as z from "zod";
import { newLaneBody } from "../../control/lanes.js";
import { ControlClient } from "../../library/control-client.js";
import { jsonText, targetOf, tool } from "../tool.js";

export const createLane = tool({
  name: "create_lane",
  title: "Make a lane",
  about:
    "Makes an isolated world (orders, clock, rules, journal of its own) and tells its url, which is the base_url for the shop's code. Make one per task, so that nothing of an earlier one is in the way.",
  input: z.strictObject({
    ...newLaneBody.shape,
    scenario: z.string().min(1).optional().describe("a scenario of the catalogue that it begins with (list_scenarios)"),
  }),
  isReading: false,
  run: async ({ name, seed, scenario }, context) => {
    const made = await new ControlClient(context.target).call("POST /lanes", { body: { name, seed } });
    if (scenario === undefined) return jsonText(made);
    const inLane = new ControlClient(targetOf(context, made.name));
    // A lane without the state that was asked for would mislead.
    const applied = await inLane.call("PUT /scenario", { body: { name: scenario } }).catch(async (error) => {
      await inLane.call("DELETE /lanes/{name}", { params: { name: made.name } });
      throw error;
    });
    return jsonText({ ...made, scenario: applied });
  },
});
