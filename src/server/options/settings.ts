import type { Observed } from "../../lane/choices.js";
import type { ReadScenario } from "../../lane/rules/read-scenario.js";
import type { MemberSettings } from "./members.js";
import type { OptionSettings } from "./options.js";

/** All settings with which a server starts, merged from flags, environment, config file and defaults. */
export interface Settings extends OptionSettings, MemberSettings {
  readonly scenarios: readonly ReadScenario[];
  /** The calibration's observations. */
  readonly observed: Observed;
  /** The file from which `adminTokens` was read. It is read again when it changes. */
  readonly adminTokensFile: string | undefined;
}
