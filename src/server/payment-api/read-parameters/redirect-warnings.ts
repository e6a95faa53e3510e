import { unledText } from "../../../core/facts/redirects.js";
import type { CallWarning } from "../../../lane/ports/explanation.js";
import { knownMembers } from "./known-members.js";

const REDIRECTS = [
  "callbackUrl.success",
  "callbackUrl.fail",
  "callbackUrl.cancel",
  "postLink",
  "merchantSite",
] as const;

/** Warns of each redirect address that the page leaves out, or that no browser can follow. The call is carried out. */
export function redirectWarnings(path: string, params: Readonly<Record<string, unknown>>): readonly CallWarning[] {
  const known = knownMembers.get(path);
  if (!known) return [];
  return REDIRECTS.flatMap((name) => {
    const [outer = "", inner] = name.split(".");
    const isKnown = inner === undefined ? known.has(outer) : known.get(outer)?.members?.has(inner);
    const given = params[outer];
    const url = inner === undefined ? given : (given as Record<string, unknown> | undefined)?.[inner];
    const why = isKnown && typeof url === "string" ? unledText(url) : undefined;
    return why === undefined ? [] : { message: `the shopper cannot be led to ${name} ${shown(url as string)}: ${why}` };
  });
}

const SHOWN_MAX = 80;
const shown = (url: string): string => JSON.stringify(url.length > SHOWN_MAX ? `${url.slice(0, SHOWN_MAX)}...` : url);
