import * as z from "zod";
import { lastFailureOf } from "../../../lane/ports/attempt-failures.js";
import type { NotificationJson } from "../../../lane/views/schemas/notification-schema.js";
import { InvalidInput } from "../../../package/errors.js";
import { verifyBody } from "../../../server/control-api/traffic/verify.js";
import { waitBody } from "../../../server/control-api/traffic/wait.js";
import { notificationMatch, orderMatch, requestMatch } from "../../../server/control-api/traffic/wait-matches.js";
import { ControlClient, hasCheckedNothing } from "../../library/control-client.js";
import { lane, targetOf, tool, toolText } from "../tool.js";

const memberNames = (schema: z.ZodObject): string => Object.keys(schema.shape).join(", ");
const [{ shape: how }] = waitBody.options;

export const waitForTool = tool({
  name: "wait_for",
  title: "Wait for an event",
  about:
    'Waits until a notification was attempted (delivered: match {"acknowledged": true}), a call was made, or an order is as match says. After timeoutMs it returns the closest facts.',
  // MCP clients accept only object schemas without unions, so the sandbox itself checks `match`.
  input: z
    .strictObject({
      lane,
      for: z.enum(["notification", "request", "order"]),
      match: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          `all members must match. notification: ${memberNames(notificationMatch)}. request: ${memberNames(requestMatch)}. order: ${memberNames(orderMatch)}`,
        ),
      count: how.count,
      timeoutMs: how.timeoutMs,
    })
    .meta({ examples: [{ match: { merchantReference: "A-1" } }] }),
  isReading: true,
  run: async ({ lane: name, ...wanted }, context) => {
    const body = wanted as z.input<typeof waitBody>;
    const { matched } = await new ControlClient(targetOf(context, name)).call("POST /wait", { body });
    return [toolText(matched), ...matched.flatMap(undelivered)];
  },
});

/** Says that a notification was attempted in vain, so that nobody takes it for delivered. */
function undelivered(one: object): readonly string[] {
  const { id, state } = one as NotificationJson;
  if (!("attempts" in one) || state === "acknowledged") return [];
  const why = lastFailureOf(one as NotificationJson);
  return why === undefined ? [] : [`Notification ${id} is not delivered (${state}). Its last attempt failed: ${why}`];
}

const example = {
  expect: [
    { order: { merchantReference: "A-1", status: "REFUNDED" } },
    { calls: { operation: "hosted-checkout/refund", count: 1 } },
  ],
};

export const verifyTool = tool({
  name: "verify",
  title: "Verify expectations",
  about: `Checks expectations against the calls, orders, notifications and rules of the lane. Example: ${JSON.stringify(example)}. Returns the failed expectations, and the facts that come closest.`,
  input: z.strictObject({ lane, expect: verifyBody.shape.expect }).meta({ examples: [example] }),
  isReading: true,
  run: async ({ lane: name, expect }, context) => {
    if (expect?.length === 0)
      throw new InvalidInput(
        "expect is empty, expected at least one; without expect, those of the lane's scenarios are checked",
      );
    const report = await new ControlClient(targetOf(context, name)).call("POST /verify", { body: { expect } });
    if (hasCheckedNothing(report))
      throw new InvalidInput(
        `expect is missing, and the lane's scenarios expect nothing, so nothing was checked; expected a list such as ${JSON.stringify(example.expect)}`,
      );
    return toolText(report);
  },
});
