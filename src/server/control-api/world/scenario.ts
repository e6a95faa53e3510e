import * as z from "zod";
import { findings, type Warning, warningOf } from "../../../core/scenario/document/lint.js";
import { assumeSchema } from "../../../core/scenario/rule/assume-schema.js";
import { scenarioSchema } from "../../../core/scenario/rule/rule.js";
import { sentence } from "../../../core/scenario/values/issues.js";
import { named } from "../../../core/scenario/values/public-schemas.js";
import type { Lane } from "../../../lane/lane.js";
import type { ReadScenario } from "../../../lane/rules/read-scenario.js";
import { ruleIdOf } from "../../../lane/rules/rule-book.js";
import { replaceScenario } from "../../../lane/scenarios/apply-scenario.js";
import { GivenRefused } from "../../../lane/scenarios/given.js";
import { iso } from "../../../lane/views/order-json.js";
import { text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { warningSchema } from "../../../lane/views/schemas/warning-schema.js";
import { call, ok } from "../call.js";
import type { ControlContext } from "../context.js";
import { type ControlRefusal, check, readJson, refuse } from "../http/errors.js";
import { clockSchema } from "./clock.js";

const appliedSchema = named(
  "Applied",
  z.strictObject({
    name: text("the scenario's name", "refund-short-of-balance"),
    file: z.string().optional().describe("the file from which it was read"),
    seed: wholeSchema("the lane's seed", 1),
    clock: clockSchema,
    assume: assumeSchema().meta({ description: "its choices for assumptions", examples: [{}] }),
    rules: z.array(
      z.strictObject({
        id: text("the rule's id", "refund-short-of-balance#1"),
        name: z.string().optional().describe("the rule's name in the scenario"),
      }),
    ),
    given: z
      .strictObject({
        merchants: wholeSchema("how many", 0),
        tokens: wholeSchema("how many", 0),
        orders: wholeSchema("how many", 0),
      })
      .describe("how many merchants, tokens and orders were created first"),
    expect: wholeSchema("how many expectations it has", 1),
    warnings: z.array(warningSchema).meta({ description: "settings that can never have an effect", examples: [[]] }),
  }),
  "A scenario that was applied to a lane.",
);

/** If the document has only a name, it means a scenario of the catalogue. */
const nameOnly = z.strictObject({ name: z.string().min(1) });

/** Loads a scenario into a running lane. Replaces the current ones. */
export const scenarioCalls = [
  call("PUT /scenario", "Applies a scenario: a name of the catalogue, or a whole document", {
    query: z.strictObject({
      file: z
        .string()
        .refine((file) => /^\P{Cc}{1,1000}$/u.test(file), { error: "a path of up to 1000 characters" })
        .meta({ override: { minLength: 1, maxLength: 1000 } })
        .optional()
        .describe("the file that the document was read from; failures then name its lines"),
    }),
    document: { schema: scenarioSchema, types: ["application/json", "application/yaml"] },
    hasPatterns: true,
    answers: { 200: appliedSchema },
    prepare: ({ context, text, contentType, query: { file } }) =>
      file !== undefined || /yaml/i.test(contentType) || /^\s*[^\s{[]/.test(text)
        ? fromFile(text, file)
        : fromJson(text, context),
    run: async ({ lane, prepared: wanted }) => {
      try {
        const { warnings } = await replaceScenario(lane, wanted);
        const ofSeed = warnings.map((message) => ({ where: "seed", message }));
        return ok(await applied(lane, wanted, [...wanted.found, ...ofSeed]));
      } catch (refused) {
        if (!(refused instanceof GivenRefused)) throw refused;
        return refuse(
          409,
          "given-refused",
          `${wanted.scenario.name}: ${refused.message}`,
          "POST /_sandbox/reset first, or remove from `given` the records that the lane already has",
        );
      }
    },
  }),
];

/** A parsed document. */
type FoundScenario = ReadScenario & { readonly found: readonly Warning[] };

async function fromJson(text: string, { catalogue }: ControlContext): Promise<FoundScenario | ControlRefusal> {
  const body = readJson(text, z.unknown(), Number.POSITIVE_INFINITY);
  if ("refusal" in body) return body;
  const short = nameOnly.safeParse(body.value);
  if (short.success) return byName(short.data.name, catalogue);
  const whole = check(body.value, scenarioSchema, text);
  return "refusal" in whole ? whole : { scenario: whole.value, found: findings(whole.value).map(warningOf) };
}

/** YAML, or JSON, as a file has it: `curl --data-binary @file` works. */
async function fromFile(text: string, file: string | undefined): Promise<FoundScenario | ControlRefusal> {
  // Loaded on demand, because the YAML parser is large.
  const { formatProblem, readScenario } = await import("../../../core/scenario/document/document.js");
  const read = readScenario(text, file ?? "body");
  if ("problems" in read) {
    const form = formOfCurl(text);
    // Its other faults come of the first one.
    const told = form === undefined ? read.problems : read.problems.slice(0, 1);
    return refuse(400, "invalid-scenario", told.map(formatProblem).join("\n"), form ?? "correct the document");
  }
  const found = read.warnings.map(({ line, column, ...described }) => ({
    where: `${line}:${column}`,
    message: sentence(described),
  }));
  const { scenario, ruleLines, expectLines } = read;
  return { scenario, file, ruleLines, expectLines, found };
}

/** What to type instead, if curl has probably changed the file on its way. */
function formOfCurl(text: string): string | undefined {
  const instead = "send the file by -T <file>, or --data-binary @<file>";
  if (/^--+[\w-]+\r?\nContent-Disposition: form-data/i.test(text)) return `curl -F sends a form: ${instead}`;
  const isOneLine = /^ *(#|[\w$]+: ).+$/.test(text);
  return isOneLine ? `the body is one line, as curl -d @<file> sends it, which drops line ends: ${instead}` : undefined;
}

async function byName(name: string, catalogue: ControlContext["catalogue"]): Promise<FoundScenario | ControlRefusal> {
  const found = await catalogue.read(name);
  if (found) return { ...found, found: [] };
  const what = `no scenario of the catalogue is called ${shortened(name)}`;
  const didYouMean = await catalogue.meant(name);
  return refuse(
    404,
    "not-found",
    sentence({ what, ...(didYouMean !== undefined && { didYouMean }) }),
    "`payment-sandbox scenarios` lists them; send a whole document for one of your own",
  );
}

/** The start of a name. Somebody may have sent a whole document as one. */
function shortened(name: string): string {
  const [line = "", ...more] = name.split("\n");
  return more.length === 0 && line.length <= NAME_CHARS ? name : `${line.slice(0, NAME_CHARS).toWellFormed()}…`;
}

const NAME_CHARS = 80;

async function applied(lane: Lane, { scenario, file }: ReadScenario, warnings: readonly Warning[]) {
  const { name, assume = {}, rules, given = {}, expect } = scenario;
  const { merchants = [], tokens = [], orders = [] } = given;
  const { seed, now, clock } = await lane.store.views.lane();
  return {
    name,
    file,
    seed,
    clock: { now: iso(now), mode: clock.mode },
    assume,
    rules: rules.map((rule, i) => ({ id: ruleIdOf(scenario, i), name: rule.name })),
    given: { merchants: merchants.length, tokens: tokens.length, orders: orders.length },
    expect: expect.length,
    warnings,
  };
}
