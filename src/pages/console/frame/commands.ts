import { literal, quoted } from "../../islands/console/command-text.js";

/** The curl command that reads the data of a page. */
export const readByCurl = (baseUrl: string, path: string): string => `curl ${quoted(`${baseUrl}/_sandbox/${path}`)}`;

/** A curl command for a call of the payment API, with its envelope unchanged. */
export const callByCurl = (baseUrl: string, operation: string, envelope: object): string =>
  `curl -X POST ${quoted(`${baseUrl}/${operation}`)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(envelope))}`;

type Filters = Readonly<Record<string, string | number>>;

/** The command that reads a list with the same filters. Uses the names of the control API and the library. */
export function readList(
  baseUrl: string,
  name: string,
  filters: Filters,
): { readonly curl: string; readonly code: string } {
  const isFiltered = Object.keys(filters).length > 0;
  const texts = Object.fromEntries(Object.entries(filters).map(([member, value]) => [member, String(value)]));
  return {
    curl: readByCurl(baseUrl, isFiltered ? `${name}?${new URLSearchParams(texts)}` : name),
    code: `await lane.${name}(${isFiltered ? literal(filters) : ""})`,
  };
}
