import type { Mutant } from "./mutate.ts";

/** A change that no test could see, and why. */
interface Equivalent {
  readonly file: string;
  /** Of the source, as it is; all changes of it by the operator. */
  readonly before: string;
  readonly operator: string;
  readonly because: string;
}

const equivalents: readonly Equivalent[] = [];

export const isEquivalent = ({ file, before, operator }: Mutant): boolean =>
  equivalents.some((one) => one.file === file && one.before === before && one.operator === operator);
