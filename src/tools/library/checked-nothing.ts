import type { Report } from "./language.js";

/** True if nothing was expected, so that the report could only pass. Only such a report warns of the list itself. */
export const hasCheckedNothing = ({ warnings = [] }: Report): boolean =>
  warnings.some(({ where }) => where === "expect");
