import { isExact } from "../../../core/domain/read-amount.js";
import type { ParameterRow, ParameterRows } from "../../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../../core/facts/parameters/parameters.js";
import type { JsonPath } from "../../../package/json-scan.js";

/** A parameter that an endpoint knows. */
export interface KnownMember {
  /** Undefined for a flat duplicate of priceData's members, which the service ignores (spec 4.2). */
  readonly kind: ParameterRow["kind"] | undefined;
  /** Its members, if its value is an object. */
  readonly members?: KnownMembers;
  /** The members of each of its items, if its value is a list of objects. */
  readonly items?: KnownMembers;
}

/** The parameters that an object may have, by name. */
export type KnownMembers = ReadonlyMap<string, KnownMember>;

const membersOf = (rows: ParameterRows): KnownMembers =>
  new Map(Object.entries(rows).map(([name, row]) => [name, memberOf(row)]));

function memberOf(row: ParameterRow): KnownMember {
  const { kind } = row;
  if (!("members" in row)) return { kind };
  const members = membersOf(row.members);
  if (kind === "line-items") return { kind, items: new Map([...members, ...flatDuplicates(members)]) };
  return kind === "bin-ranges" ? { kind, items: members } : { kind, members };
}

const flatDuplicates = (members: KnownMembers): KnownMembers =>
  new Map([...(members.get("priceData")?.members?.keys() ?? [])].map((name) => [name, { kind: undefined }]));

/** The parameters of each endpoint. */
export const knownMembers: ReadonlyMap<string, KnownMembers> = new Map(
  Object.entries(parameters).map(([path, { rows }]) => [path, membersOf(rows)]),
);

/** The parameter at a path. Undefined if the endpoint has none there. */
export function memberAt(known: KnownMembers, path: JsonPath): KnownMember | undefined {
  let member: KnownMember | undefined;
  let inside: KnownMembers | undefined = known;
  for (let at = 0; at < path.length; at++) {
    const key = path[at]!;
    if (typeof key === "string") member = inside?.get(key);
    inside = typeof key === "string" ? member?.members : typeof path[at - 1] === "string" ? member?.items : undefined;
    if (!member) return undefined;
  }
  return typeof path.at(-1) === "string" ? member : undefined;
}

/** The facts about a request that decide how closely it must be read. */
export interface RequestFacts {
  /** True if the endpoint doesn't know each of its names. */
  readonly hasUnknown: boolean;
  /** How many members its objects have together. Of duplicates, only the last counts. */
  readonly members: number;
  /** True if there is a number for a declared text. */
  readonly hasTextNumber: boolean;
  /**
   * True if an amount is a text whose digits a double may change, or one that begins with a zero and has no point, or
   * the number 0, which 1e-400 is as a double.
   */
  readonly hasOddAmount: boolean;
}

/** Kinds that are declared as a text, among them those with a list of values. */
const STRING_KINDS: ReadonlySet<KnownMember["kind"]> = new Set([
  ...(["text", "email", "redirect", "user-id", "bin"] as const),
  ...(["currency", "one-of", "methods", "colour", "instant"] as const),
]);
export const isString = ({ kind }: KnownMember): boolean => STRING_KINDS.has(kind);

/** Kinds whose reader takes any text. A number for one is taken as a text. */
const TEXT_KINDS: ReadonlySet<KnownMember["kind"]> = new Set(["text", "email", "redirect", "user-id", "bin"]);
export const isText = ({ kind }: KnownMember): boolean => TEXT_KINDS.has(kind);
export const isAmount = ({ kind }: KnownMember): boolean => kind === "amount" || kind === "unit-amount";

type Members = Readonly<Record<string, unknown>>;

/**
 * One pass over a request. A loop, because V8 spends more on optimizing a recursion (a hundredth of the instructions of
 * a start with 2,000 creates), and because a client may nest without end.
 */
export function requestFacts(known: KnownMembers | undefined, params: Members): RequestFacts {
  let [hasUnknown, hasTextNumber, hasOddAmount] = [false, false, false];
  let members = 0;
  const left: { readonly known: KnownMembers | undefined; readonly object: object }[] = [{ known, object: params }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { known, object } = one;
    if (Array.isArray(object)) {
      for (const item of object) if (isObjectOrList(item)) left.push({ known, object: item });
      continue;
    }
    for (const name in object) {
      members++;
      const inner = (object as Members)[name];
      const member = known?.get(name);
      if (known && !member) hasUnknown = true;
      if (isObjectOrList(inner))
        left.push({ known: Array.isArray(inner) ? member?.items : member?.members, object: inner });
      else if (typeof inner === "number" && member && isText(member)) hasTextNumber = true;
      else if (inner === 0 && member && isAmount(member)) hasOddAmount = true;
      else if (typeof inner === "string" && member && isAmount(member) && isOddAmount(inner)) hasOddAmount = true;
    }
  }
  return { hasUnknown, members, hasTextNumber, hasOddAmount };
}

const isOddAmount = (text: string): boolean => !isExact(text) || /^0\d+$/.test(text);

export const isObjectOrList = (value: unknown): value is object => typeof value === "object" && value !== null;
