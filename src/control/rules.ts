import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { iso } from "../app/views/order-json.js";
import { instant, text, whole } from "../app/views/schema-parts.js";
import type { CompiledRule } from "../scenario/choose.js";
import { type Rule, ruleSchema, thenSchema } from "../scenario/rule.js";
import { named } from "../scenario/schema-parts.js";
import { call, created, gone, ok } from "./call.js";
import { notFound } from "./errors.js";

const putRuleSchema = named(
  "PutRule",
  z.strictObject({
    id: text("names it, also in the journal", "rule-1"),
    origin: z.enum(["control", "next", "file", "header", "magic"]).describe("where it came from"),
    scenario: z.string().optional().describe("the scenario that it stands in"),
    file: z.string().optional().describe("the file that it stands in"),
    line: z.int().optional().describe("its line in that file"),
    since: instant("when it was put in"),
    fired: whole("how often it fired", 0),
    ...ruleSchema.shape,
    then: thenSchema.meta({ examples: [{ outcome: "rate-limited" }] }),
  }),
  "A rule in force: as it was put in, where it came from, and how often it fired.",
);

/** Rules that a test puts in and takes away while the lane runs. */
export const ruleCalls = [
  call({
    method: "GET",
    path: "/rules",
    summary: "The rules in the order in which they are asked",
    answers: { 200: z.strictObject({ rules: z.array(putRuleSchema) }) },
    run: async ({ lane }) => ok({ rules: lane.rules.rules.map((rule) => ruleJson(lane, rule)) }),
  }),
  call({
    method: "POST",
    path: "/rules",
    summary: "Puts a rule in",
    body: ruleSchema,
    hasPatterns: true,
    answers: { 201: putRuleSchema },
    run: async ({ lane, body }) => put(lane, body, "control"),
  }),
  call({
    method: "POST",
    path: "/next",
    summary: "What the next call gets, once",
    body: thenSchema,
    answers: { 201: putRuleSchema },
    run: async ({ lane, body }) => put(lane, { times: 1, then: body }, "next"),
  }),
  call({
    method: "DELETE",
    path: "/rules",
    summary: "Takes away the rules that this API put in",
    answers: { 204: null },
    run: async ({ lane }) => {
      await remove(lane, ({ meta }) => meta.origin === "control" || meta.origin === "next");
      return gone;
    },
  }),
  call({
    method: "DELETE",
    path: "/rules/{id}",
    summary: "Takes a rule away",
    params: { id: "the rule's id" },
    answers: { 204: null },
    run: async ({ lane, params: { id } }) =>
      (await remove(lane, (rule) => rule.id === id)) > 0
        ? gone
        : notFound(`rule ${id}`, "GET /_sandbox/rules lists them; mind the lane"),
  }),
] as const;

async function put(lane: Lane, rule: Rule, origin: "control" | "next") {
  return created(ruleJson(lane, await lane.rules.add(rule, { origin }, lane.clock.now())));
}

/** A rule that is gone leaves no counts behind. */
async function remove(lane: Lane, which: (rule: CompiledRule) => boolean): Promise<number> {
  const ids = lane.rules.rules.filter(which).map(({ id }) => id);
  lane.rules.remove(({ id }) => ids.includes(id));
  await lane.store.count(lane.rules.forget(ids));
  return ids.length;
}

/** A rule as it was put in, where it came from, and how often it fired. */
function ruleJson(lane: Lane, { id, rule, meta }: CompiledRule) {
  const { origin, scenario, file, line, since } = meta;
  return { id, origin, scenario, file, line, since: iso(since), fired: lane.rules.firedTimes(id), ...rule };
}
