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

/** The redirect addresses that each endpoint knows. */
const redirectsOf: ReadonlyMap<string, readonly string[]> = new Map(
  [...knownMembers].map(([path, known]) => [
    path,
    REDIRECTS.filter((name) => {
      const [outer = "", inner] = name.split(".");
      return inner === undefined ? known.has(outer) : known.get(outer)?.members?.has(inner);
    }),
  ]),
);

/** Warns of each redirect address that the page leaves out, or that no browser can follow. The call is carried out. */
export const redirectWarnings = (path: string, params: Readonly<Record<string, unknown>>): readonly CallWarning[] =>
  (redirectsOf.get(path) ?? []).flatMap((name) => {
    const [outer = "", inner] = name.split(".");
    const given = params[outer];
    const url = inner === undefined ? given : (given as Record<string, unknown> | undefined)?.[inner];
    const why = typeof url === "string" ? unledText(url) : undefined;
    return why === undefined ? [] : { message: `the shopper cannot be led to ${name} ${shown(url as string)}: ${why}` };
  });

const SHOWN_MAX = 80;
const shown = (url: string): string => JSON.stringify(url.length > SHOWN_MAX ? `${url.slice(0, SHOWN_MAX)}...` : url);
