import * as z from "zod";
import type { Lane } from "../app/lane.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import { ruleIdOf } from "../app/rules/rule-book.js";
import { replaceScenario } from "../app/scenarios/apply-scenario.js";
import { GivenRefused } from "../app/scenarios/given.js";
import { iso } from "../app/views/order-json.js";
import { text, whole } from "../app/views/schema-parts.js";
import { warningSchema } from "../app/views/warning-schema.js";
import { assumeSchema } from "../scenario/assume-schema.js";
import { sentence, similar } from "../scenario/issues.js";
import { findings, type Warning, warningOf } from "../scenario/lint.js";
import { named } from "../scenario/public-schemas.js";
import { scenarioSchema } from "../scenario/rule.js";
import { call, ok } from "./call.js";
import { clockSchema } from "./clock.js";
import type { ControlContext } from "./context.js";
import { type Refusal, readJson, refuse } from "./errors.js";

const appliedSchema = named(
  "Applied",
  z.strictObject({
    name: text("names the scenario", "refund-short-of-balance"),
    file: z.string().optional().describe("the file of the catalogue that it was read from"),
    seed: whole("the lane's seed", 1),
    clock: clockSchema,
    assume: assumeSchema().meta({ description: "what it chose for assumptions", examples: [{}] }),
    rules: z.array(
      z.strictObject({
        id: text("names the rule", "refund-short-of-balance#1"),
        name: z.string().optional().describe("the name that the scenario gives it"),
      }),
    ),
    given: z
      .strictObject({
        merchants: whole("how many", 0),
        tokens: whole("how many", 0),
        orders: whole("how many", 0),
      })
      .describe("what was put in first"),
    expect: whole("how many expectations it has", 1),
    warnings: z.array(warningSchema).meta({ description: "what can have no effect", examples: [[]] }),
  }),
  "A scenario that was put into a lane.",
);

/** A story of the catalogue by its name alone; anything more is a whole document. */
const nameOnly = z.strictObject({ name: z.string().min(1) });

/** What a body was read as. */
interface Wanted extends ReadScenario {
  readonly found: readonly Warning[];
}
type Reading = Wanted | Refusal;

/** Puts a scenario into a lane that runs: it takes the place of those that are there. */
export const scenarioCalls = [
  call({
    method: "PUT",
    path: "/scenario",
    summary: "Applies a scenario: a name of the catalogue, or a whole document",
    document: { schema: scenarioSchema, types: ["application/json", "application/yaml"] },
    hasPatterns: true,
    answers: { 200: appliedSchema },
    run: async ({ lane, context, text, contentType }) => {
      const wanted = await (/yaml/i.test(contentType) ? fromYaml(text) : fromJson(text, context.catalogue));
      if ("refusal" in wanted) return wanted;
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
          "POST /_sandbox/reset first, or give what the lane does not hold yet",
        );
      }
    },
  }),
] as const;

async function fromJson(text: string, catalogue: ControlContext["catalogue"]): Promise<Reading> {
  const body = readJson(text, z.unknown());
  if ("refusal" in body) return body;
  const short = nameOnly.safeParse(body.value);
  if (short.success) return byName(short.data.name, catalogue);
  const whole = readJson(text, scenarioSchema);
  if ("refusal" in whole) return whole;
  return { scenario: whole.value, found: findings(whole.value).map(warningOf) };
}

async function byName(name: string, catalogue: ControlContext["catalogue"]): Promise<Reading> {
  const found = await catalogue.read(name);
  if (found) return { ...found, found: [] };
  const guess = similar(name, catalogue.names()).didYouMean;
  const message = `no scenario of the catalogue is called ${name}${guess === undefined ? "" : `; did you mean ${guess}?`}`;
  return refuse(
    404,
    "not-found",
    message,
    "`payment-sandbox scenarios` lists them; send a whole document for one of your own",
  );
}

/** Files are YAML: so `curl --data-binary @file -H 'Content-Type: application/yaml'` takes one as it is. */
async function fromYaml(text: string): Promise<Reading> {
  // The YAML parser is large: a start does not load it.
  const { formatProblem, readScenario } = await import("../scenario/document.js");
  const read = readScenario(text, "body");
  if ("problems" in read) {
    const message = read.problems.map(formatProblem).join("\n");
    return refuse(400, "invalid-scenario", message, "correct the document");
  }
  const found = read.warnings.map(({ line, column, ...described }) => ({
    where: `${line}:${column}`,
    message: sentence(described),
  }));
  return { scenario: read.scenario, ruleLines: read.ruleLines, found };
}

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
