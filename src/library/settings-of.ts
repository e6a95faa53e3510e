import { type Log, silentLog } from "../app/ports/log.js";
import type { ReadScenario } from "../app/rules/lane-scenarios.js";
import { defaultSettings } from "../config/defaults.js";
import type { MerchantSetting, Settings } from "../config/settings.js";
import type { Policy } from "../facts/assumptions.js";
import { toMinor } from "../scenario/amount.js";
import { scenarioSchema } from "../scenario/rule.js";
import type { SandboxOptions } from "./types.js";

/** What a server is started with, from the options of the library. */
export async function settingsOf(options: SandboxOptions): Promise<Settings> {
  const { scenario, merchants = [], assumptions, responseCodes, signature, log: _, ...rest } = options;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...defaultSettings,
    port: 0,
    ...given,
    ...(signature !== undefined && { signature: signature === "enforce" ? "enforce-registered" : signature }),
    scenarios: await scenariosOf(scenario === undefined ? [] : [scenario].flat()),
    merchants: merchants.map(merchantOf),
    policy: { ...defaultSettings.policy, ...(assumptions as Partial<Policy> | undefined) },
    responseCodes: responseCodes ?? {},
  };
}

export const logOf = ({ log }: SandboxOptions): Log =>
  log === undefined ? silentLog : { debug: () => {}, info: (line) => log(line), warn: (line) => log(line) };

type Given = NonNullable<SandboxOptions["scenario"]>;

async function scenariosOf(given: readonly Exclude<Given, unknown[]>[]): Promise<readonly ReadScenario[]> {
  if (given.length === 0) return [];
  const { loadScenarios } = await import("../catalogue/scenario-files.js");
  const { loadRegexesFor } = await import("../scenario/pattern.js");
  await loadRegexesFor(given);
  // Those that are named are read at once, so that unequal seeds and clocks are told.
  const read = [...(await loadScenarios(given.filter((one) => typeof one === "string")))];
  return given.map((one) => (typeof one === "string" ? read.shift()! : { scenario: scenarioSchema.parse(one) }));
}

function merchantOf({
  id,
  publicKeys,
  unsettledBalance,
  capabilities,
}: NonNullable<SandboxOptions["merchants"]>[number]): MerchantSetting {
  const minor = (amount: number | undefined) => (amount === undefined ? undefined : toMinor(amount));
  return {
    merchantId: id,
    publicKeys,
    unsettledMinor: unsettledBalance && { HKD: minor(unsettledBalance.HKD), USD: minor(unsettledBalance.USD) },
    capabilities: capabilities as MerchantSetting["capabilities"],
  };
}
