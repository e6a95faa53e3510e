import { nothingObserved } from "../app/choices.js";
import { memberRows } from "./members.js";
import { optionRows } from "./options.js";
import type { Settings } from "./settings.js";

const ofOptions = optionRows.filter(({ isSetting }) => isSetting).map((row) => [row.name, row.default]);
const ofMembers = memberRows.map((row) => [row.setting, row.default]);

/** What the library and `exec` start with. */
export const defaultSettings: Settings = {
  ...Object.fromEntries([...ofOptions, ...ofMembers]),
  scenarios: [],
  observed: nothingObserved,
};
