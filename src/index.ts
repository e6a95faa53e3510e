export { DryRunFailed, judge } from "./judge/api.js";
export type * from "./judge/types.js";
export type * from "./library/language.js";
export { startSandbox } from "./library/sandbox.js";
export { sign } from "./library/sign.js";
export type * from "./library/types.js";
