export type * from "./library/language.js";
export type * from "./library/types.js";
export { startSandbox } from "./library.js";
