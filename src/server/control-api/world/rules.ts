import * as z from "zod";
import { whenMembers } from "../../../core/scenario/conditions/when.js";
import {
  type LintFinding,
  ruleFindings,
  rulesLookedAt,
  type Warning,
  warningOf,
} from "../../../core/scenario/document/lint.js";
import type { CompiledRule, RuleMeta } from "../../../core/scenario/matching/choose.js";
import { type Rule, ruleSchema, thenSchema } from "../../../core/scenario/rule/rule.js";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import type { Lane } from "../../../lane/lane.js";
import {
  allRules,
  firedTimes,
  putRule,
  removeRules,
  rulesInForce,
  switchRule,
} from "../../../lane/rules/rule-changes.js";
import { iso } from "../../../lane/views/order-json.js";
import { instantText, text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { warningSchema } from "../../../lane/views/schemas/warning-schema.js";
import { call, created, gone, ok } from "../call.js";
import { notFound } from "../http/errors.js";

const putRuleSchema = named(
  "PutRule",
  z.strictObject({
    id: text("the rule's id, also in the journal", "rule-1"),
    origin: z.enum(["control", "next", "file", "header", "magic"]).describe("its origin"),
    scenario: z.string().optional().describe("the scenario that contains it"),
    file: z
      .string()
      .optional()
      .describe("the file that contains it; `built-in` and its name if it ships with the sandbox"),
    line: z.int().optional().describe("its line in that file"),
    since: instantText("when it was added"),
    fired: wholeSchema("how often it fired", 0),
    enabled: z.literal(false).optional().describe("false if the rule is disabled: it keeps its place and counts"),
    warnings: z
      .array(warningSchema)
      .optional()
      .meta({ description: "parts of a new rule that can never have an effect", examples: [[]] }),
    ...ruleSchema.shape,
    then: thenSchema.meta({ examples: [{ outcome: "rate-limited" }] }),
  }),
  "An active rule, its origin, and how often it fired.",
);

/** Calls for rules that a test adds and removes while the lane runs. */
export const ruleCalls = [
  call("GET /rules", "The rules, in the order in which they are tried", {
    answers: { 200: z.strictObject({ rules: z.array(putRuleSchema) }) },
    run: async ({ lane }) => {
      const fired = await firedTimes(lane);
      const rules = await allRules(lane);
      return ok({ rules: rules.map((rule) => listedJson(rule, fired(rule.id))) });
    },
  }),
  call("POST /rules", "Adds a rule", {
    body: ruleSchema,
    hasPatterns: true,
    answers: { 201: putRuleSchema },
    run: async ({ lane, body }) => put(lane, body, "control"),
  }),
  call(
    "POST /next",
    "Changes the very next call, of any operation; then it is gone from the rules, and why of that call names it",
    {
      body: thenSchema,
      moved: {
        members: [...Object.keys(ruleSchema.shape), ...Object.keys(whenMembers)],
        fix: 'to choose the calls, add a rule: POST /_sandbox/rules {"when": {"operation": …}, "times": 1, "then": {…}}; this call takes the members of then alone',
      },
      answers: { 201: putRuleSchema },
      run: async ({ lane, body }) => put(lane, { times: 1, then: body }, "next"),
    },
  ),
  call("PATCH /rules/{id}", "Disables or enables a rule", {
    params: { id: "the rule's id" },
    body: namedObject("RuleSwitch", {
      enabled: z.boolean({ error: "true or false" }).describe("true enables the rule, false disables it"),
    }),
    answers: { 200: putRuleSchema },
    run: async ({ lane: seen, make, params: { id }, body: { enabled } }) => {
      if (!(await isRule(seen, id))) return noRule(id);
      const lane = await make();
      const rule = await switchRule(lane, id, enabled);
      if (!rule) return noRule(id);
      return ok(listedJson({ ...rule, isEnabled: enabled }, (await firedTimes(lane))(id)));
    },
  }),
  call("DELETE /rules", "Removes the rules that this API added", {
    answers: { 204: null },
    run: async ({ lane }) => {
      await removeRules(lane, ({ meta }) => meta.origin === "control" || meta.origin === "next");
      return gone;
    },
  }),
  call("DELETE /rules/{id}", "Removes a rule", {
    params: { id: "the rule's id" },
    answers: { 204: null },
    run: async ({ lane, make, params: { id } }) =>
      (await isRule(lane, id)) && (await removeRules(await make(), (rule) => rule.id === id)) > 0 ? gone : noRule(id),
  }),
];

const isRule = async (lane: Lane, ruleId: string): Promise<boolean> =>
  (await allRules(lane)).some(({ id }) => id === ruleId);

const noRule = (id: string) => notFound(`rule ${id}`, "GET /_sandbox/rules lists them; check the lane");

async function put(lane: Lane, rule: Rule, origin: "control" | "next") {
  // Rules from files come last, so they are tried after a new rule.
  const first = (await rulesInForce(lane)).slice(0, rulesLookedAt);
  const earlier = first.filter(({ meta }) => meta.origin === "next" || meta.origin === origin);
  const found = ruleFindings(rule, await lane.clock.read(), earlier);
  const warnings = found.map(origin === "next" ? warningOfThen : warningOf);
  return created({ ...ruleJson(await putRule(lane, rule, origin), 0), warnings });
}

/** The body of `next` is only the rule's `then`. */
const warningOfThen = ({ path, ...rest }: LintFinding): Warning => warningOf({ ...rest, path: path.slice(1) });

const listedJson = ({ id, rule, meta, isEnabled }: CompiledRule & { isEnabled: boolean }, fired: number) => ({
  ...ruleJson({ ...meta, id, rule }, fired),
  ...(!isEnabled && ({ enabled: false } as const)),
});

/** A rule with its origin and counts. */
const ruleJson = (
  { id, rule, origin, scenario, file, line, since }: Pick<CompiledRule, "id" | "rule"> & Omit<RuleMeta, "id">,
  fired: number,
) => ({ id, origin, scenario, file, line, since: iso(since), fired, ...rule });
