import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Lane } from "../app/lane.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import { ruleIdOf } from "../app/rules/rule-book.js";
import { replaceScenario } from "../app/scenarios/apply-scenario.js";
import { GivenRefused } from "../app/scenarios/given.js";
import { iso } from "../app/views/order-json.js";
import { similar } from "../scenario/issues.js";
import { findings } from "../scenario/lint.js";
import { loadRegexesFor } from "../scenario/pattern.js";
import { scenarioSchema } from "../scenario/rule.js";
import type { ControlContext } from "./context.js";
import { failure, readJson } from "./errors.js";

/** A story of the catalogue by its name alone; anything more is a whole document. */
const nameOnly = z.strictObject({ name: z.string().min(1) });

/** What a body was read as. */
interface Wanted extends ReadScenario {
  readonly warnings: readonly string[];
}
type Reading = Wanted | { readonly response: Response };

/** Puts a scenario into a lane that runs: it takes the place of those that are there. */
export function scenarioCalls({ laneOf, catalogue }: Pick<ControlContext, "laneOf" | "catalogue">): Hono {
  const app = new Hono();
  app.put("/scenario", async (c) => {
    await loadRegexesFor(await c.req.text());
    const wanted = /yaml/i.test(c.req.header("Content-Type") ?? "") ? await fromYaml(c) : await fromJson(c, catalogue);
    if ("response" in wanted) return wanted.response;
    const lane = laneOf(c);
    try {
      const { warnings } = await replaceScenario(lane, wanted);
      return c.json(await applied(lane, wanted, [...wanted.warnings, ...warnings]));
    } catch (refused) {
      if (!(refused instanceof GivenRefused)) throw refused;
      return failure(
        c,
        409,
        "given-refused",
        `${wanted.scenario.name}: ${refused.message}`,
        "POST /_sandbox/reset first, or give what the lane does not hold yet",
      );
    }
  });
  return app;
}

async function fromJson(c: Context, catalogue: ControlContext["catalogue"]): Promise<Reading> {
  const body = await readJson(c, z.unknown());
  if ("response" in body) return body;
  const short = nameOnly.safeParse(body.value);
  if (short.success) return named(c, short.data.name, catalogue);
  const whole = await readJson(c, scenarioSchema);
  if ("response" in whole) return whole;
  const warnings = findings(whole.value).map(({ path, what }) => `${path.join(".")}: ${what}`);
  return { scenario: whole.value, warnings };
}

async function named(c: Context, name: string, catalogue: ControlContext["catalogue"]): Promise<Reading> {
  const found = await catalogue.read(name);
  if (found) return { ...found, warnings: [] };
  const guess = similar(name, catalogue.names()).didYouMean;
  const message = `no scenario of the catalogue is called ${name}${guess === undefined ? "" : `; did you mean ${guess}?`}`;
  const fix = "`payment-sandbox scenarios` lists them; send a whole document for one of your own";
  return { response: failure(c, 404, "not-found", message, fix) };
}

/** Files are YAML: so `curl --data-binary @file -H 'Content-Type: application/yaml'` takes one as it is. */
async function fromYaml(c: Context): Promise<Reading> {
  // The YAML parser is large: a start does not load it.
  const { formatProblem, readScenario } = await import("../scenario/document.js");
  const read = readScenario(await c.req.text(), "body");
  if ("problems" in read) {
    const message = read.problems.map(formatProblem).join("\n");
    return { response: failure(c, 400, "invalid-scenario", message, "correct the document") };
  }
  return { scenario: read.scenario, ruleLines: read.ruleLines, warnings: read.warnings.map(formatProblem) };
}

async function applied(lane: Lane, { scenario, file }: ReadScenario, warnings: readonly string[]) {
  const { name, rules, given = {}, expect } = scenario;
  const { merchants = [], tokens = [], orders = [] } = given;
  const { seed, now, clock } = await lane.store.views.lane();
  return {
    name,
    file,
    seed,
    clock: { now: iso(now), mode: clock.mode },
    rules: rules.map((rule, i) => ({ id: ruleIdOf(scenario, i), name: rule.name })),
    given: { merchants: merchants.length, tokens: tokens.length, orders: orders.length },
    expect: expect.length,
    warnings,
  };
}
