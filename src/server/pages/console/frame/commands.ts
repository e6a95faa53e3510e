import { literal, quoted } from "../../islands/console/command-text.js";
import type { ConsoleVisit } from "../context.js";

/** Commands that read the data of a page, or do the same as a button. */
export interface ByHand {
  readonly curl: string;
  readonly code: string;
  /** True if the page copies its own call: what stands here is then something else. */
  readonly isCopiedAbove?: boolean;
}

/** The commands that read from the control API. */
export const readByHand = ({ lane }: ConsoleVisit, path: string, code: string): ByHand => ({
  curl: `curl ${quoted(`${lane.baseUrl}/_sandbox/${path}`)}`,
  code,
});

/** A curl command for a call of the payment API, with its envelope unchanged. */
export const callByCurl = (baseUrl: string, operation: string, envelope: object): string =>
  `curl -X POST ${quoted(`${baseUrl}/${operation}`)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(envelope))}`;

/** The commands that read a list with the same filters. Uses the names of the control API and the library. */
export function readList(
  visit: ConsoleVisit,
  name: string,
  filters: Readonly<Record<string, string | number>>,
): ByHand {
  const isFiltered = Object.keys(filters).length > 0;
  const texts = Object.fromEntries(Object.entries(filters).map(([member, value]) => [member, String(value)]));
  const code = `await lane.${name}(${isFiltered ? literal(filters) : ""})`;
  return readByHand(visit, isFiltered ? `${name}?${new URLSearchParams(texts)}` : name, code);
}
