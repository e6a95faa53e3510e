import { parameterSources } from "../../../core/facts/parameters/parameters.js";

/** The first null parameter of an endpoint, such as `lineItems[0].priceData`. Undefined if there is none. */
export function nullParameter(path: string, params: object): string | undefined {
  const sources = parameterSources[path] ?? {};
  const found = (object: object, owner: string, at: string): string | undefined => {
    for (const [name, value] of Object.entries(object)) {
      const known = `${owner}${name}`;
      if (!(known in sources)) continue;
      const inner = value === null ? `${at}${name}` : inside(value, known, `${at}${name}`);
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  const inside = (value: unknown, known: string, at: string): string | undefined => {
    if (typeof value !== "object" || value === null) return undefined;
    if (!Array.isArray(value)) return found(value, `${known}.`, `${at}.`);
    for (const [n, item] of value.entries()) {
      const inner = typeof item === "object" && item !== null && found(item, `${known}[i].`, `${at}[${n}].`);
      if (inner) return inner;
    }
    return undefined;
  };
  return found(params, "", "");
}
