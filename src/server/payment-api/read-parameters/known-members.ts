import { isExact } from "../../../core/domain/read-amount.js";
import type { ParameterRow, ParameterRows } from "../../../core/facts/parameters/parameter-rows.js";
import { parameters } from "../../../core/facts/parameters/parameters.js";
import type { JsonPath } from "../../../package/json-scan.js";

/** A parameter that an endpoint knows. */
export interface KnownMember {
  /** True if it is declared as a text, possibly with a list of values. */
  readonly isString: boolean;
  /** True if its reader takes any text. A number for it is taken as a text. */
  readonly isText: boolean;
  readonly isAmount: boolean;
  readonly isFlag: boolean;
  /** Its members, if its value is an object. */
  readonly members?: KnownMembers;
  /** The members of each of its items, if its value is a list of objects. */
  readonly items?: KnownMembers;
}

/** The parameters that an object may have, by name. */
export type KnownMembers = ReadonlyMap<string, KnownMember>;

const TEXT_KINDS = new Set<ParameterRow["kind"]>(["text", "email", "redirect", "user-id", "bin"]);
const STRING_KINDS = new Set([...TEXT_KINDS, ...(["currency", "one-of", "methods", "colour", "instant"] as const)]);

const membersOf = (rows: ParameterRows): KnownMembers =>
  new Map(Object.entries(rows).map(([name, row]) => [name, memberOf(row)]));

function memberOf(row: ParameterRow): KnownMember {
  const { kind } = row;
  const isAmount = kind === "amount" || kind === "unit-amount";
  const own = { isString: STRING_KINDS.has(kind), isText: TEXT_KINDS.has(kind), isAmount, isFlag: kind === "flag" };
  if (!("members" in row)) return own;
  const members = membersOf(row.members);
  if (kind === "line-items") return { ...own, items: new Map([...members, ...flatDuplicates(members)]) };
  return kind === "bin-ranges" ? { ...own, items: members } : { ...own, members };
}

/** Flat duplicates of priceData's members, which the service ignores (spec 4.2). */
const flatDuplicates = (members: KnownMembers): KnownMembers =>
  new Map([...(members.get("priceData")?.members?.keys() ?? [])].map((name) => [name, IGNORED]));

const IGNORED: KnownMember = { isString: false, isText: false, isAmount: false, isFlag: false };

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

/** A member of a request. `at`: the path of its object, to which its name is appended. */
export interface FoundMember {
  readonly name: string;
  readonly at: string;
  readonly value: unknown;
  /** Undefined if the endpoint doesn't know it. */
  readonly member: KnownMember | undefined;
  /** The members that its object may have. */
  readonly known: KnownMembers;
}

/** The members of an object, and of the objects that its known members hold. */
export function* membersIn(object: object, known: KnownMembers, at = ""): Generator<FoundMember> {
  for (const [name, value] of Object.entries(object)) {
    const member = known.get(name);
    yield { name, at, value, member, known };
    if (!Array.isArray(value)) {
      if (value instanceof Object && member?.members) yield* membersIn(value, member.members, `${at}${name}.`);
    } else if (member?.items)
      for (const [n, item] of value.entries())
        if (item instanceof Object) yield* membersIn(item, member.items, `${at}${name}[${n}].`);
  }
}

/** The first null parameter of a request, such as `lineItems[0].priceData`. Undefined if there is none. */
export function nullParameter(path: string, params: object): string | undefined {
  for (const { at, name, value, member } of membersIn(params, knownMembers.get(path)!))
    if (value === null && member && member !== IGNORED) return `${at}${name}`;
  return undefined;
}

/** The facts about a request that decide how closely it must be read. */
export interface RequestFacts {
  /** True if the endpoint doesn't know each of its names. */
  readonly hasUnknown: boolean;
  /** How many members its objects have together. Of duplicates, only the last counts. */
  readonly members: number;
  /** True if there is a number for a declared text. */
  readonly hasTextNumber: boolean;
  /** True if there is a text for a declared true or false. */
  readonly hasTextFlag: boolean;
  /**
   * True if an amount is a text whose digits a double may change, or one that begins with a zero and has no point, or
   * the number 0, which 1e-400 is as a double.
   */
  readonly hasOddAmount: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * One pass over a request. A loop, because V8 spends more on optimizing a recursion (a hundredth of the instructions of
 * a start with 2,000 creates), and because a client may nest without end.
 */
export function requestFacts(known: KnownMembers | undefined, params: Members): RequestFacts {
  let [hasUnknown, hasTextNumber, hasTextFlag, hasOddAmount] = [false, false, false, false];
  let members = 0;
  const left: { readonly known: KnownMembers | undefined; readonly object: object }[] = [{ known, object: params }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { known, object } = one;
    if (Array.isArray(object)) {
      for (const item of object) if (item instanceof Object) left.push({ known, object: item });
      continue;
    }
    for (const name in object) {
      members++;
      const inner = (object as Members)[name];
      const member = known?.get(name);
      if (known && !member) hasUnknown = true;
      if (inner instanceof Object)
        left.push({ known: Array.isArray(inner) ? member?.items : member?.members, object: inner });
      else if (typeof inner === "number" && member?.isText) hasTextNumber = true;
      else if (inner === 0 && member?.isAmount) hasOddAmount = true;
      else if (typeof inner === "string" && member?.isAmount && isOddAmount(inner)) hasOddAmount = true;
      else if (typeof inner === "string" && member?.isFlag) hasTextFlag = true;
    }
  }
  return { hasUnknown, members, hasTextNumber, hasTextFlag, hasOddAmount };
}

const isOddAmount = (text: string): boolean => !isExact(text) || /^0\d+$/.test(text);
