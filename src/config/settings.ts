import type { Observed } from "../app/choices.js";
import type { ReadScenario } from "../app/rules/read-scenario.js";
import type { MemberSettings } from "./members.js";
import type { OptionSettings } from "./options.js";

/** Everything that a server is started with: flags, environment, config file and defaults have been merged. */
export interface Settings extends OptionSettings, MemberSettings {
  readonly scenarios: readonly ReadScenario[];
  /** What the calibration saw. */
  readonly observed: Observed;
}
