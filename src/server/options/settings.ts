import { nothingObserved, type Observed } from "../../lane/choices.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import { type MemberSettings, memberRows } from "./members.js";
import { type OptionSettings, optionRows } from "./options.js";

/** All settings with which a server starts, merged from flags, environment, config file and defaults. */
export interface Settings extends OptionSettings, MemberSettings {
  readonly scenarios: readonly ReadScenario[];
  /** The calibration's observations. */
  readonly observed: Observed;
  /** The file from which `adminTokens` was read. It is read again when it changes. */
  readonly adminTokensFile: string | undefined;
}

const ofOptions = optionRows.filter(({ isSetting }) => isSetting).map((row) => [row.name, row.default]);
const ofMembers = memberRows.map((row) => [row.setting, row.default]);

/** Defaults of the library and `exec`. */
export const defaultSettings: Settings = {
  ...Object.fromEntries([...ofOptions, ...ofMembers]),
  scenarios: [],
  observed: nothingObserved,
  adminTokensFile: undefined,
};
