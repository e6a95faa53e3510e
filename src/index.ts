export { DryRunFailed, judge } from "./tools/judge/api.js";
export type * from "./tools/judge/types.js";
export type * from "./tools/library/language.js";
export { startSandbox } from "./tools/library/sandbox.js";
export { sign } from "./tools/library/sign.js";
export type * from "./tools/library/types.js";
