import { knownEnding, similar } from "../../../core/scenario/values/similar.js";
import type { CallWarning } from "../../../lane/ports/explanation.js";
import { type FoundMember, type KnownMembers, knownMembers, memberAt, membersIn } from "./known-members.js";

/** How many to list one by one. */
export const TOLD_MAX = 10;
/** How many characters of an unknown name to show. */
const NAME_MAX = 60;

/** What other endpoints call the same parameter. */
const elsewhere: Readonly<Record<string, string>> = {
  notifyUrl: "callbackUrl.notify",
  postLink: "callbackUrl.success",
  callbackUrl: "notifyUrl",
};

/** Every top-level parameter of any endpoint. */
const topNames: ReadonlySet<string> = new Set([...knownMembers.values()].flatMap((members) => [...members.keys()]));

/**
 * Parameters that the endpoint doesn't know, or undefined if it knows all. They cause a warning, never a refusal,
 * because the service ignores them.
 */
export function unknownParameters(
  path: string,
  params: Readonly<Record<string, unknown>>,
): readonly CallWarning[] | undefined {
  const top = knownMembers.get(path);
  if (!top) return undefined;
  const unknown = [...membersIn(params, top)].filter(({ member }) => !member);
  if (unknown.length === 0) return undefined;
  const told = unknown.slice(0, TOLD_MAX).map((one) => warningOf(path, top, one));
  const more = unknown.length - TOLD_MAX;
  return more > 0 ? [...told, { message: `${more} more unknown parameters` }] : told;
}

function warningOf(endpoint: string, top: KnownMembers, { name, at, known }: FoundMember): CallWarning {
  const spelt = `${at}${oneLineName(name)}`;
  const owner = name.slice(0, name.indexOf("."));
  if (at === "" && top.get(owner)?.members?.has(name.slice(owner.length + 1)))
    return { message: `unknown parameter ${spelt}: it is nested in ${owner}` };
  if (at === "" && topNames.has(name)) {
    const here = elsewhere[name];
    const is = here !== undefined && memberAt(top, here.split(".")) ? `: here it is ${here}` : "";
    return { message: `${spelt} is not a parameter of ${endpoint}${is}` };
  }
  const { didYouMean = knownExpiry(name, known) ?? knownAddress(name, known) ?? knownEnding(name, [...known.keys()]) } =
    similar(name, [...known.keys()]);
  return {
    message: `unknown parameter ${spelt}`,
    ...(didYouMean !== undefined && { didYouMean: `${at}${didYouMean}` }),
  };
}

/** What other providers call a notification's address, besides notifyUrl, and the shop's page after the payment. */
const NOTIFY = /^(notify|notifications?|notifier|web_?hooks?|ipn|callback)$/;
const SUCCESS = /^(return|redirect|back)$/;

/** The known name of an address that ends with URL, such as callbackUrl.success for successUrl. */
function knownAddress(name: string, known: KnownMembers): string | undefined {
  const address = name.toLowerCase().replace(/[_-]?ur[il]$/, "");
  const meant = NOTIFY.test(address) ? "notify" : SUCCESS.test(address) ? "success" : address;
  if (known.has(meant)) return meant;
  if (known.get("callbackUrl")?.members?.has(meant)) return `callbackUrl.${meant}`;
  return meant === "notify" && known.has("notifyUrl") ? "notifyUrl" : undefined;
}

/** What other providers call expiryTime. */
const EXPIRY = /^(ttl|time_?to_?live|valid_?(for|until)|(expiry|expires?|expired|expiration|time_?out)(_?[a-z]+)?)$/i;

const knownExpiry = (name: string, known: KnownMembers): string | undefined =>
  known.has("expiryTime") && EXPIRY.test(name) ? "expiryTime" : undefined;

/** Makes a name fit for one short line. */
export function oneLineName(name: string): string {
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
  return short.replace(/\p{C}/gu, "?");
}
