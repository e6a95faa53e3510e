import * as z from "zod";
import { clockBody } from "../../control/world/clock.js";
import { ControlClient } from "../../library/control-client.js";
import { jsonText, lane, targetOf, tool } from "../tool.js";

export const clock = tool({
  name: "clock",
  title: "Read or move the clock",
  about:
    "Moves the lane's clock and returns the events that became due: notifications and their retries, expiries, settlement. Without a move it returns the time. advance takes a duration such as 20m; run-until-idle sends everything that waits.",
  input: z.strictObject({ lane, move: clockBody.optional() }),
  isReading: false,
  run: async ({ lane: name, move }, context) => {
    const api = new ControlClient(targetOf(context, name));
    return jsonText(move ? await api.call("PUT /clock", { body: move }) : await api.call("GET /clock", {}));
  },
});
