import { nothingObserved } from "../../lane/choices.js";
import { memberRows } from "./members.js";
import { optionRows } from "./options.js";
import type { Settings } from "./settings.js";

const ofOptions = optionRows.filter(({ isSetting }) => isSetting).map((row) => [row.name, row.default]);
const ofMembers = memberRows.map((row) => [row.setting, row.default]);

/** Defaults of the library and `exec`. */
export const defaultSettings: Settings = {
  ...Object.fromEntries([...ofOptions, ...ofMembers]),
  scenarios: [],
  observed: nothingObserved,
  adminTokensFile: undefined,
};
