import { distance } from "fastest-levenshtein";
import { isPaymentCall } from "../../core/scenario/values/operations.js";
import type { Lane } from "../lane.js";
import { type Exchange, requestId } from "../ports/exchange.js";
import { isMistake, readExplanation, unableText, warningText } from "../ports/explanation.js";
import { journalOf } from "../ports/journal.js";
import type { ReportJson } from "../views/schemas/report-schema.js";
import { type CheckedRule, checkScenarios, isOf, scenarioFactsOf } from "./checked-scenarios.js";

type WarningJson = NonNullable<ReportJson["warnings"]>[number];

/** What to tell of a lane that no call reached. */
export const NO_CALL =
  "no call came to the lane: do your tests call its address? A test helper or a kit makes a lane for each test, and checks that one";

/** The report of a lane, failed also by what fails `exec --strict`. Lists each scenario with what was checked. */
export async function strictReport(lane: Lane, { warnings: told = [], ...report }: ReportJson): Promise<ReportJson> {
  const read = await scenarioFactsOf(lane);
  const scenarios = checkScenarios([read], read.facts);
  const rules = [...scenarios.flatMap((scenario) => scenario.rules), ...read.forced];
  const unmet = scenarios.flatMap(({ clauses }) => clauses.flatMap(({ clause, failure }) => (failure ? clause : [])));
  const warnings = [
    // Without an expectation, too, the rules and the calls are checked.
    ...told.filter(({ where }) => where !== "expect"),
    ...(read.facts.calls.length === 0 ? [{ where: "", message: NO_CALL }] : []),
    ...rules.filter((rule) => rule.fired === 0 && !unmet.some((clause) => isOf(clause, rule))).map(unfired),
    ...(await callWarnings(lane)),
  ];
  return {
    ...report,
    passed: report.passed && warnings.length === 0,
    ...(warnings.length > 0 && { warnings }),
    scenarios,
  };
}

const unfired = ({ name, nearest }: CheckedRule): WarningJson => ({
  where: "rules",
  message: `${name} never fired${nearest === undefined ? "" : `; nearest: ${nearest.text}`}`,
});

/**
 * The warning of a call whose merchant has no key, such as that of a misspelt merchantId, whose first call made the merchant. A refusal says
 * so itself. `known`: the merchants that may be meant.
 */
export function unverifiedText(exchange: Exchange, known: readonly number[]): string | undefined {
  const { merchantId, operation, signature } = exchange;
  if (signature !== "no-key" || !isPaymentCall(operation)) return undefined;
  const { ended } = readExplanation(exchange);
  if (merchantId === undefined || ended === "no-public-key" || ended === "merchant-not-found") return undefined;
  const meant = known.includes(merchantId)
    ? undefined
    : known.find((one) => distance(String(merchantId), String(one)) === 1);
  const near = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  return `merchant ${merchantId} has no public key here${near}, so nothing verified its signatures`;
}

/** Misspelt names and the like, each once with its first call, and rules whose page could not complete itself. */
async function callWarnings({ store: { views } }: Lane): Promise<readonly WarningJson[]> {
  const first = new Map<string, string>();
  const known = (await views.merchants()).flatMap((one) => (one.publicKeys.length > 0 ? one.merchantId : []));
  for await (const exchange of journalOf(views)) {
    const { warnings = [] } = readExplanation(exchange);
    const found = warnings.filter(isMistake).map((one) => `${exchange.operation}: ${warningText(one)}`);
    for (const message of [...found, unableText(exchange), unverifiedText(exchange, known)])
      if (message !== undefined && !first.has(message)) first.set(message, requestId(exchange.id));
  }
  return [...first].map(([message, where]) => ({ where, message }));
}
