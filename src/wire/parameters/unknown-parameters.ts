import type { CallWarning } from "../../app/ports/explanation.js";
import { parameterSources } from "../../facts/parameters.js";
import { similar } from "../../scenario/values/issues.js";

/** How many to list one by one. */
const TOLD_MAX = 10;
/** How many characters of an unknown name to show. */
const NAME_MAX = 60;

/** The service ignores flat duplicates of priceData's members (spec 4.2). */
const ignored: readonly string[] = ["lineItems[i].name", "lineItems[i].unitAmount"];

/** The paths of a parameter's value: as an object, and as the items of an array. */
interface Paths {
  readonly object: string;
  readonly item: string;
}

/** The known names inside each object of an endpoint's parameters, by the object's path. "" is the request itself. */
type Names = ReadonlyMap<string, ReadonlyMap<string, Paths>>;

const namesOf: ReadonlyMap<string, Names> = new Map(
  Object.entries(parameterSources).map(([path, sources]) => [path, namesByObject(Object.keys(sources))]),
);

/** Every top-level parameter of any endpoint. */
const topNames: ReadonlySet<string> = new Set(
  [...namesOf.values()].flatMap((names) => [...(names.get("")?.keys() ?? [])]),
);

function namesByObject(parameters: readonly string[]): Names {
  const names = new Map<string, Map<string, Paths>>([["", new Map()]]);
  for (const parameter of [...parameters, ...(parameters.includes("lineItems[i].priceData") ? ignored : [])]) {
    const end = parameter.lastIndexOf(".");
    const owner = parameter.slice(0, Math.max(end, 0));
    const known = names.get(owner) ?? new Map<string, Paths>();
    names.set(owner, known.set(parameter.slice(end + 1), { object: parameter, item: `${parameter}[i]` }));
  }
  return names;
}

/**
 * Parameters that the endpoint doesn't know, or undefined if it knows all. They cause a warning, never a refusal,
 * because the service ignores them.
 */
export function unknownParameters(
  path: string,
  params: Readonly<Record<string, unknown>>,
): readonly CallWarning[] | undefined {
  const names = namesOf.get(path);
  if (!names || knowsAll(names, params)) return undefined;
  const found = new Found(path, names);
  found.look(params, "", "");
  return found.warnings;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * True if there is no unknown name, as in nearly every request. A loop, because V8 spends more on optimizing a recursion
 * (a hundredth of the instructions of a start with 2,000 creates).
 */
function knowsAll(names: Names, params: Members): boolean {
  const left: { readonly owner: string; readonly object: Members }[] = [{ owner: "", object: params }];
  for (let one = left.pop(); one; one = left.pop()) {
    const { owner, object } = one;
    const known = names.get(owner);
    if (!known) continue;
    for (const name in object) {
      const paths = known.get(name);
      if (!paths) return false;
      const inner = object[name];
      if (!isObject(inner)) continue;
      if (!Array.isArray(inner)) left.push({ owner: paths.object, object: inner });
      else for (const item of inner) if (isObject(item)) left.push({ owner: paths.item, object: item });
    }
  }
  return true;
}

/** Walks over the objects of one request and collects unknown names. */
class Found {
  readonly #endpoint: string;
  readonly #names: Names;
  #warnings: CallWarning[] | undefined;
  #more = 0;

  constructor(endpoint: string, names: Names) {
    this.#endpoint = endpoint;
    this.#names = names;
  }

  get warnings(): readonly CallWarning[] | undefined {
    if (this.#more === 0) return this.#warnings;
    return [...this.#warnings!, { message: `${this.#more} more unknown parameters` }];
  }

  /** `owner`: the object's path in the table. `at`: its path in the request. */
  look(object: object, owner: string, at: string): void {
    const known = this.#names.get(owner);
    if (!known) return;
    for (const [name, inner] of Object.entries(object)) {
      const paths = known.get(name);
      if (!paths) this.#warn(name, known, at);
      else if (isObject(inner)) this.#lookInto(inner, paths, `${at}${name}`);
    }
  }

  #lookInto(inner: object, { object, item: itemPath }: Paths, at: string): void {
    if (!Array.isArray(inner)) this.look(inner, object, `${at}.`);
    else for (const [n, item] of inner.entries()) if (isObject(item)) this.look(item, itemPath, `${at}[${n}].`);
  }

  #warn(name: string, known: ReadonlyMap<string, Paths>, at: string): void {
    this.#warnings ??= [];
    if (this.#warnings.length === TOLD_MAX) this.#more++;
    else this.#warnings.push(this.#warning(name, known, at));
  }

  #warning(name: string, known: ReadonlyMap<string, Paths>, at: string): CallWarning {
    const spelt = `${at}${printable(name)}`;
    const owner = name.slice(0, name.indexOf("."));
    if (at === "" && this.#names.get(owner)?.has(name.slice(owner.length + 1)))
      return { message: `unknown parameter ${spelt}: it is nested in ${owner}` };
    if (at === "" && topNames.has(name)) return { message: `${spelt} is not a parameter of ${this.#endpoint}` };
    const { didYouMean } = similar(name, [...known.keys()]);
    return {
      message: `unknown parameter ${spelt}`,
      ...(didYouMean !== undefined && { didYouMean: `${at}${didYouMean}` }),
    };
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Makes a name fit for one short line. */
function printable(name: string): string {
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
  return short.replace(/\p{C}/gu, "?");
}
