import { resolve } from "node:path";
import { type CheckedScenario, loadScenarios } from "../../lane/catalogue/scenario-files.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { findConfig } from "./discover.js";
import { chosenByEnvironment, unknownVariables } from "./environment.js";
import { shownStore } from "./option-text.js";
import {
  type ChosenOptions,
  type CommandOnlyOptions,
  commandOptionsIn,
  type OptionName,
  settingsIn,
} from "./options.js";
import { pemText, tlsSettings } from "./pem.js";
import { defaultSettings, type Settings } from "./settings.js";

export interface ResolveOptions {
  readonly flags: ChosenOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Defaults. */
  readonly base?: Partial<Settings>;
  /** Options that environment and config file don't choose. */
  readonly byFlagOnly?: readonly OptionName[];
}

/** Everything that a command needs to start a server. */
export interface Resolved extends CommandOnlyOptions {
  readonly settings: Settings;
  /** The config file that was read. */
  readonly configFile: string | undefined;
  /** The seed that the user or a scenario has chosen. Undefined if neither has. */
  readonly chosenSeed: number | undefined;
  /** The absolute paths of the scenario files. */
  readonly scenarioFiles: readonly string[];
  /** Reads the scenario files again. Throws InvalidInput. */
  readonly readScenarios: () => Promise<readonly ReadScenario[]>;
  /** Warnings about settings that have no effect. */
  readonly warnings: readonly string[];
  /** The kept folder, if the data folder is a copy of it that `--look` made. */
  readonly lookedAt?: string;
}

/** The data as people know it: not the name of a copy. Undefined if they are in memory. */
export function shownData({ settings: { store, dataDir }, lookedAt }: Resolved): string | undefined {
  if (lookedAt !== undefined) return `${lookedAt} (--look: a copy of it, whose clocks stand)`;
  return store === undefined ? dataDir : shownStore(store);
}

/** Merges the sources of settings. Precedence: flags, environment, config file, defaults. Throws InvalidInput. */
export async function resolveSettings(options: ResolveOptions): Promise<Resolved> {
  const { flags, env, cwd, base = {}, byFlagOnly = [] } = options;
  const fromEnvironment = chosenByEnvironment(env);
  const configFile = findConfig(flags.config ?? fromEnvironment.config, cwd);
  const file = configFile === undefined ? undefined : await (await import("./file.js")).readConfig(configFile, cwd);
  // The address of a port that is drawn cannot stand anywhere.
  const flagsOnly: readonly OptionName[] = flags.port === 0 ? [...byFlagOnly, "baseUrl"] : byFlagOnly;
  const standing = [file?.chosen ?? {}, fromEnvironment].map((source) => without(source, flagsOnly));
  const chosen = merged([...standing, flags]);
  const defaults: Settings = { ...defaultSettings, ...base };
  const refs = chosen.scenario ?? [];
  const hasOwnSeed = (flags.seed ?? fromEnvironment.seed) !== undefined;
  const readScenarios = async () => {
    const read = refs.length === 0 ? [] : await loadScenarios(refs, cwd);
    return hasOwnSeed ? read.map(withoutSeed) : read;
  };
  const scenarios = await readScenarios();
  const settings: Settings = {
    ...defaults,
    ...file?.settings,
    ...settingsIn(chosen),
    dataDir: chosen.dataDir === undefined ? defaults.dataDir : resolve(cwd, chosen.dataDir),
    notifyCa: chosen.notifyCa === undefined ? defaults.notifyCa : pemText(chosen.notifyCa, cwd),
    ...tlsSettings(chosen, cwd),
    scenarios,
  };
  return {
    ...commandOptionsIn(chosen),
    ...(chosen.readyFile !== undefined && { readyFile: resolve(cwd, chosen.readyFile) }),
    settings,
    configFile,
    chosenSeed: scenarios.find(({ scenario }) => scenario.seed !== undefined)?.scenario.seed ?? chosen.seed,
    scenarioFiles: scenarios.map(({ path }) => path),
    readScenarios,
    warnings: [...(await unknownVariables(env)), ...teamAsAdmin(settings), ...(await sharedLanesIn(settings))],
  };
}

/** The last source wins. One that names a store or a data folder also overrides the other of an earlier source. */
const merged = (sources: readonly ChosenOptions[]): ChosenOptions =>
  sources.reduce((before, source) => {
    const kept =
      source.dataDir === undefined && source.store === undefined ? before : without(before, ["dataDir", "store"]);
    return { ...kept, ...source };
  }, {});

const without = (chosen: ChosenOptions, names: readonly OptionName[]): ChosenOptions =>
  Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name as OptionName)));

function teamAsAdmin({ adminToken, adminTokens }: Settings): readonly string[] {
  const team = adminTokens.find(({ token, lanes }) => token === adminToken && lanes !== "*");
  if (team === undefined) return [];
  return [
    `the admin token (--admin-token, PAYMENT_SANDBOX_ADMIN_TOKEN) is that of ${team.name}: it opens ${team.lanes}, not all lanes`,
  ];
}

/** Loaded only for several teams, because every start would pay for the reading of YAML that comes with it. */
const sharedLanesIn = async ({ adminTokens }: Settings): Promise<readonly string[]> =>
  adminTokens.length < 2 ? [] : (await import("./admin-tokens-file.js")).sharedLanes(adminTokens);

/** A seed given by flag or environment overrides the seed of a scenario file. */
function withoutSeed({ scenario, ...rest }: CheckedScenario): CheckedScenario {
  const { seed, ...others } = scenario;
  return { ...rest, scenario: others };
}
