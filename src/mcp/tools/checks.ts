import * as z from "zod";
import { verifyBody } from "../../control/verify.js";
import { waitBody } from "../../control/wait.js";
import { notificationMatch, orderMatch, requestMatch } from "../../control/wait-matches.js";
import { ControlClient } from "../../library/control-client.js";
import { jsonText, lane, targetOf, tool } from "../tool.js";

const membersOf = (schema: z.ZodObject): string => Object.keys(schema.shape).join(", ");
const [{ shape: how }] = waitBody.options;

export const waitFor = tool({
  name: "wait_for",
  title: "Wait for something to be so",
  about:
    "Answers as soon as such a notification was delivered, such a call was made, or such an order stands so; after timeoutMs it tells what comes closest.",
  // A client takes only an object's schema, and no union: the sandbox itself checks `match`.
  input: z.strictObject({
    lane,
    for: z.enum(["notification", "request", "order"]),
    match: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        `all must hold. notification: ${membersOf(notificationMatch)}. request: ${membersOf(requestMatch)}. order: ${membersOf(orderMatch)}`,
      ),
    count: how.count,
    timeoutMs: how.timeoutMs,
  }),
  isReading: true,
  run: async ({ lane: name, ...wanted }, context) => {
    const body = wanted as z.input<typeof waitBody>;
    return jsonText((await new ControlClient(targetOf(context, name)).call("POST /wait", { body })).matched);
  },
});

export const verify = tool({
  name: "verify",
  title: "Verify expectations",
  about:
    'Holds expectations against what happened in the lane. Example: {"expect": [{"order": {"merchantReference": "A-1", "status": "REFUNDED"}}, {"calls": {"operation": "hosted-checkout/refund", "count": 1}}]}. Tells what failed, and what comes nearest.',
  input: z.strictObject({ lane, ...verifyBody.shape }),
  isReading: true,
  run: async ({ lane: name, expect }, context) =>
    jsonText(await new ControlClient(targetOf(context, name)).call("POST /verify", { body: { expect } })),
});
