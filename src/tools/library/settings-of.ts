import * as z from "zod";
import { objections, sentence } from "../../core/scenario/values/issues.js";
import type { SchemaNode } from "../../core/scenario/values/schema-node.js";
import { type Log, silentLog } from "../../lane/ports/log.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { ruleCount, tooManyRules } from "../../lane/rules/rule-limit.js";
import { InvalidInput } from "../../package/errors.js";
import { type MemberValues, memberRows, memberSettings } from "../../server/options/members.js";
import { type ChosenSettings, optionRows, settingsIn } from "../../server/options/options.js";
import { pemText, tlsSettings } from "../../server/options/pem.js";
import { defaultSettings, type Settings } from "../../server/options/settings.js";
import type { SandboxOptions } from "./types.js";
import { checkArgument } from "./wrong-argument.js";

const settingRows = optionRows.filter(({ isSetting }) => isSetting);

/** A server's settings from the library's options. Throws InvalidInput with a line for each fault. */
export async function settingsOf(options: SandboxOptions): Promise<Settings> {
  const isObject = typeof options === "object" && options !== null;
  checkArgument(isObject, "startSandbox", "options such as { seed: 7 }", options);
  const { scenario, log: _, ...rest } = options;
  const values = checked(rest);
  const { notifyCa, https, cert, key } = values;
  const folder = process.cwd();
  return {
    ...defaultSettings,
    port: 0,
    ...settingsIn(values),
    ...(notifyCa !== undefined && { notifyCa: pemText(notifyCa, folder) }),
    ...tlsSettings({ https, cert, key }, folder),
    ...(await withMembers(values, folder)),
    scenarios: await scenariosOf(scenario === undefined ? [] : [scenario].flat()),
  };
}

/** The settings of the members that have no flag, with the contents of the files that they name. */
async function withMembers(values: MemberValues, folder: string): Promise<Partial<Settings>> {
  const settings = memberSettings(values, { folder, at: (_path, work) => work() });
  const { calibration, responseCodes, adminTokens } = values;
  if (![calibration, responseCodes, adminTokens].some((value) => typeof value === "string")) return settings;
  // Loaded on demand, because it needs the YAML parser.
  const { withFiles } = await import("../../server/options/files.js");
  return withFiles(settings, values, { folder, cwd: folder });
}

/** Checks the options against the schemas of the config file's members. Undefined counts as absent. */
function checked(options: object): ChosenSettings & MemberValues {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const read = schemaOf((name) => Object.hasOwn(given, name)).safeParse(given);
  if (read.success) return read.data;
  const { properties } = z.toJSONSchema(
    schemaOf(() => true),
    { io: "input" },
  ) as SchemaNode;
  const faults = objections(read.error.issues, given, { properties: { ...properties, scenario: {}, log: {} } });
  throw new InvalidInput(faults.map((fault) => `startSandbox: ${sentence(fault)}`));
}

/** The schema of the options that `isWanted` takes. All of them would take a tenth of a start. */
const schemaOf = (isWanted: (name: string) => boolean) =>
  z.strictObject(
    Object.fromEntries([
      ...settingRows.filter(({ name }) => isWanted(name)).map(({ name, kind }) => [name, kind.schema().optional()]),
      ...memberRows.filter(({ name }) => isWanted(name)).map((row) => [row.name, row.schema().optional()]),
    ]),
  );

export const logOf = ({ log }: SandboxOptions): Log =>
  log === undefined ? silentLog : { debug: () => {}, info: (line) => log(line), warn: (line) => log(line) };

type Given = NonNullable<SandboxOptions["scenario"]>;

async function scenariosOf(given: readonly Exclude<Given, unknown[]>[]): Promise<readonly ReadScenario[]> {
  if (given.length === 0) return [];
  const { loadScenarios } = await import("../../lane/catalogue/scenario-files.js");
  const { loadRegexesFor } = await import("../../core/scenario/values/pattern.js");
  const { scenarioSchema } = await import("../../core/scenario/rule/rule.js");
  await loadRegexesFor(given);
  // Named scenarios are read at once, so that conflicting seeds and clocks are reported.
  const read = [...(await loadScenarios(given.filter((one) => typeof one === "string")))];
  const scenarios = given.map((one) =>
    typeof one === "string" ? read.shift()! : { scenario: scenarioSchema.parse(one) },
  );
  const full = tooManyRules(ruleCount(scenarios));
  if (full) throw new InvalidInput(`startSandbox: ${full}`);
  return scenarios;
}
