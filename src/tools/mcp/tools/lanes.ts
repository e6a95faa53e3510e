import * as z from "zod";
import { insteadOfOutcome } from "../../../core/scenario/effects/misplaced.js";
import { ruleSchema } from "../../../core/scenario/rule/rule.js";
import { pathText } from "../../../core/scenario/values/issues.js";
import { demoMerchantId } from "../../../package/demo-keys.js";
import { InvalidInput } from "../../../package/errors.js";
import { merchantBody } from "../../../server/control-api/books/merchants.js";
import { clockBody } from "../../../server/control-api/world/clock.js";
import { newLaneBody } from "../../../server/control-api/world/lanes.js";
import { ControlClient } from "../../library/control-client.js";
import { fittingOutcomes } from "../fitting-outcomes.js";
import { insteadOfMember } from "../misplaced-members.js";
import { lane, targetOf, tool, toolText } from "../tool.js";
import { withToolNames } from "../tool-names.js";

export const createLaneTool = tool({
  name: "create_lane",
  title: "Create a lane",
  about:
    "Creates an isolated world with its own orders, clock, rules and journal. Its url is the base_url of the shop's code. Create one for each task.",
  input: z.strictObject({
    ...newLaneBody.shape,
    scenario: z.string().min(1).optional().describe("of the catalogue (list_scenarios)"),
    assume: z
      .record(z.string(), z.string())
      .optional()
      .describe('guesses about the provider (docs/assumptions): {"duplicate-reference": "return-existing"}'),
  }),
  isReading: false,
  run: async ({ name, seed, scenario, assume }, context) => {
    const made = await new ControlClient(context.target).call("POST /lanes", { body: { name, seed } });
    const inLane = new ControlClient(targetOf(context, made.name));
    try {
      const applied = scenario && (await inLane.call("PUT /scenario", { body: { name: scenario } }));
      if (assume) await inLane.call("PUT /assumptions", { body: assume });
      return toolText({ ...made, ...(applied && { scenario: applied }), assume });
    } catch (error) {
      // A lane without the requested state would mislead.
      await inLane.call("DELETE /lanes/{name}", { params: { name: made.name } });
      throw error;
    }
  },
});

export const resetTool = tool({
  name: "reset",
  title: "Empty a lane",
  about: "Clears a lane's orders, tokens, rules, requests and clock.",
  input: z.strictObject({ lane, seed: newLaneBody.shape.seed }),
  isReading: false,
  isDestructive: true,
  run: async ({ lane: name, seed }, context) => {
    const target = targetOf(context, name);
    await new ControlClient(target).call("POST /reset", { body: { seed } });
    return `${target.base} is empty.`;
  },
});

/** Few enough for an agent. A shared sandbox may have thousands. */
const LANES = 100;

export const listLanesTool = tool({
  name: "list_lanes",
  title: "List the lanes",
  about: "Lists the lanes and their urls.",
  input: z.strictObject({}),
  isReading: true,
  run: async (_, context) => {
    const { lanes } = await new ControlClient(context.target).call("GET /lanes", {});
    const left = lanes.length - LANES;
    const lines = lanes.slice(0, LANES).map(({ name, url }) => `${name}: ${url}`);
    return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
  },
});

export const dropLaneTool = tool({
  name: "drop_lane",
  title: "Drop a lane",
  about: "Deletes a lane with all that it has. Its snapshots stay.",
  input: z.strictObject({ name: z.string().min(1) }),
  isReading: false,
  isDestructive: true,
  run: async ({ name }, context) => {
    await new ControlClient(context.target).call("DELETE /lanes/{name}", { params: { name } });
    return `Lane ${name} is dropped.`;
  },
});

export const snapshotsTool = tool({
  name: "snapshots",
  title: "Save and restore a lane",
  about:
    "take saves the lane under a name, restore puts it back (orders, clock, rules, calls), list names all snapshots, drop deletes one.",
  input: z.strictObject({
    lane,
    action: z.enum(["take", "restore", "list", "drop"]),
    name: z.string().min(1).optional().describe("for all but list"),
  }),
  isReading: false,
  isDestructive: true,
  run: async ({ lane: laneName, action, name }, context) => {
    const api = new ControlClient(targetOf(context, laneName));
    if (action === "list") return toolText((await api.call("GET /snapshots", {})).snapshots);
    if (name === undefined) throw new InvalidInput(`name is missing, expected the snapshot to ${action}`);
    const params = { name };
    switch (action) {
      case "take":
        return toolText(await api.call("POST /snapshots", { body: { name } }));
      case "restore":
        return toolText(await api.call("POST /snapshots/{name}/load", { params, body: {} }));
      case "drop":
        await api.call("DELETE /snapshots/{name}", { params });
        return `The snapshot ${name} is dropped.`;
    }
  },
});

export const rulesTool = tool({
  name: "rules",
  title: "List or remove rules",
  about:
    "list returns the lane's rules in the order in which they are tried, and how often each fired. remove drops the rule of an id; without an id, all that force_outcome added.",
  input: z.strictObject({
    lane,
    action: z.enum(["list", "remove"]),
    id: z.string().min(1).optional().describe("such as rule-1; for remove"),
  }),
  isReading: false,
  isDestructive: true,
  run: async ({ lane: name, action, id }, context) => {
    const api = new ControlClient(targetOf(context, name));
    if (action === "remove") {
      if (id === undefined) await api.call("DELETE /rules", {});
      else await api.call("DELETE /rules/{id}", { params: { id } });
    }
    return toolText((await api.call("GET /rules", {})).rules);
  },
});

export const changeMerchantTool = tool({
  name: "change_merchant",
  title: "Change a merchant",
  about:
    'Sets a merchant\'s unsettled balance, its public keys or its capabilities. Example: {"unsettledBalance": {"HKD": 500}}.',
  input: z
    .strictObject({
      lane,
      id: z.int().min(1).optional().describe(`the merchant's id; ${demoMerchantId} when left out`),
      ...merchantBody.shape,
    })
    .meta({ examples: [{ unsettledBalance: { HKD: 500 }, capabilities: { CARD: { refund: true } } }] }),
  isReading: false,
  isDestructive: true,
  run: async ({ lane: name, id = demoMerchantId, ...body }, context) => {
    const api = new ControlClient(targetOf(context, name));
    const { merchants } = await api.call("GET /merchants", {});
    const { merchantId, unsettledBalance, capabilities } = await api.call("PUT /merchants/{id}", {
      params: { id },
      body,
    });
    const told = toolText({ merchantId, unsettledBalance, capabilities });
    return merchants.some((one) => one.merchantId === id) ? told : `${told}\nNote: merchant ${id} is new in this lane.`;
  },
});

export const clockTool = tool({
  name: "clock",
  title: "Read or move the clock",
  about:
    'Moves the lane\'s clock and returns the events that became due: notifications and their retries, expiries, and settlement if the sandbox settles daily (else by pay_order). Without a move it returns the time. run-until-idle sends everything that waits. Example: {"move": {"action": "advance", "by": "20m"}}.',
  input: z.strictObject({ lane, move: clockBody.optional() }),
  isReading: false,
  run: async ({ lane: name, move }, context) => {
    const target = targetOf(context, name);
    const api = new ControlClient(target);
    if (!move) return toolText(await api.call("GET /clock", {}));
    const { hint, ...moved } = await api.call("PUT /clock", { body: move });
    return toolText({ ...moved, ...(hint !== undefined && { hint: withToolNames(hint, target.base) }) });
  },
});

const RULE = {
  when: { operation: "*/refund" },
  times: 1,
  then: { outcome: "insufficient-unsettled-balance" },
};
const FORGERY = { when: { operation: "checkout/pay" }, then: { notify: { forge: "signature" } } };

export const forceOutcomeTool = tool({
  name: "force_outcome",
  title: "Force an outcome",
  about: `Adds a rule: calls that match \`when\` get \`then\` (a decline, a refusal, a lost answer, a late or forged notification …). Examples: ${JSON.stringify(RULE)}, ${JSON.stringify(FORGERY)}.`,
  input: z.strictObject({ lane, ...ruleSchema.shape }).meta({ examples: [RULE] }),
  isReading: false,
  expects: async (fault, given) => {
    const { path, didYouMean } = fault;
    if (fault.unknownMember !== undefined) return insteadOfMember(fault);
    const { when, then } = given as { when?: { operation?: unknown }; then?: { outcome?: unknown } };
    if (pathText(path) !== "then.outcome" || typeof then?.outcome !== "string") return undefined;
    if (didYouMean !== undefined || insteadOfOutcome(then.outcome) !== undefined) return undefined;
    const names = fittingOutcomes(when?.operation);
    return names && `for ${when?.operation} one of ${names}; list_scenarios lists all, or give {responseCode, message}`;
  },
  run: async ({ lane: name, ...rule }, context) =>
    toolText(await new ControlClient(targetOf(context, name)).call("POST /rules", { body: rule })),
});
