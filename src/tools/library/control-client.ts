import type { ControlCalls, Report } from "./language.js";
import { SandboxStopped } from "./stopped.js";
import type { ControlError } from "./types.js";
import { checkArgument } from "./wrong-argument.js";

/** The address of a lane's control API. */
export interface ControlTarget {
  /** The lane's address as seen from this process, without a trailing slash. */
  readonly base: string;
  /** Required if the sandbox listens beyond loopback. */
  readonly adminToken?: string | undefined;
  /** Sends the requests. Left out: this process's own fetch. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The last part of a lane's address. */
const LANE = /\/lane\/([^/]+)$/;

/** The server's own address. */
export const withoutLane = (base: string): string => base.replace(LANE, "");

/** The lane that an address names. Undefined if it names none, which means the default lane. */
export function laneNamedBy({ base }: ControlTarget): string | undefined {
  const [, name] = LANE.exec(base) ?? [];
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** Another lane of the same server. */
export const inLane = ({ base, ...rest }: ControlTarget, lane: string): ControlTarget => ({
  ...rest,
  base: `${withoutLane(base)}/lane/${encodeURIComponent(lane.toWellFormed())}`,
});

/** No sandbox answers at this address. */
export class Unreachable extends Error {
  /** What would answer, if the failed connection shows it. */
  readonly fix: string | undefined;

  constructor(base: string, cause: unknown, fix = otherProtocol(base, cause)) {
    super(`no sandbox answers at ${base}${fix === undefined ? "" : `; ${fix}`}`, { cause });
    this.fix = fix;
  }
}

/** TLS's words for an answer in plain text. */
const PLAIN_TEXT = /wrong.version.number|packet.length.too.long/i;

/** For a call by https of a server that speaks plain http, or the other way round. */
export function otherProtocol(base: string, failed: unknown): string | undefined {
  const { code = "", message = "" } = ((failed as Error).cause ?? {}) as { code?: string; message?: string };
  if (base.startsWith("https:"))
    return PLAIN_TEXT.test(`${code} ${message}`)
      ? `a plain http server answers there: use ${base.replace("https:", "http:")}, or start with --https`
      : undefined;
  // A server of https says nothing to plain text.
  return message === "other side closed"
    ? `it closed the connection: if it was started with --https, use ${base.replace("http:", "https:")}`
    : undefined;
}

/** A refusal by the control API. */
export class ControlRefusal extends Error implements ControlError {
  readonly status: number;
  readonly code: string;
  readonly fix: string;
  readonly nearest: readonly unknown[];

  constructor(
    status: number,
    answered: { code?: string; message?: string; fix?: string; nearest?: readonly unknown[] },
  ) {
    const nearest = answered.nearest?.length ? `\nnearest:${answered.nearest.map(factText).join("")}` : "";
    const { message = `HTTP ${status}`, fix = "" } = answered;
    // Such a fix says only where the fault is, and the message begins with that.
    const isSaid = fix === "" || message.startsWith(`${fix.replace(/^correct /, "")}: `);
    super(`${message}${isSaid ? "" : ` (${fix})`}${nearest}`);
    this.name = "ControlError";
    this.status = status;
    this.code = answered.code ?? "unknown";
    this.fix = answered.fix ?? "";
    this.nearest = answered.nearest ?? [];
  }
}

/** A fact on one line, with the length of each list. Long texts and objects are left out, but `nearest` has them. */
const factText = (fact: unknown): string =>
  `\n  ${Object.entries(fact as object)
    .map(([name, value]) => [name, Array.isArray(value) ? value.length : value] as const)
    .filter(([, value]) => value !== null && typeof value !== "object" && String(value).length <= 64)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")}`;

/**
 * Prepares a lane for a call of a recording. Undefined if the sandbox refuses: the service may have refused the call for
 * the same value. If the lane can't do the same, the answers show it.
 */
export async function unlessRefused<T>(prepare: () => Promise<T>): Promise<T | undefined> {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof ControlRefusal) return undefined;
    throw error;
  }
}

/** The input of a call: path parameters, filters, and the body as a value or as YAML text. */
export type CallInput<C> = {
  readonly params?: Readonly<Record<string, string | number>>;
} & (C extends { query: infer Q } ? { readonly query?: Q | undefined } : unknown) &
  (C extends { body: infer B } ? { readonly body: B } | { readonly yaml: string } : unknown);

/** Calls the control API of one lane. Calls have the names of the OpenAPI document. */
export class ControlClient {
  readonly #target: ControlTarget;
  readonly #worded: (fix: string) => string;

  /** `worded`: a refusal's fix in the words of the caller. */
  constructor(target: ControlTarget, worded: (fix: string) => string = (fix) => fix) {
    this.#target = target;
    this.#worded = worded;
  }

  /** The same, with fixes in other words. */
  worded(worded: (fix: string) => string): ControlClient {
    return new ControlClient(this.#target, worded);
  }

  /** Calls another lane of the same server. */
  ofLane(name: string): ControlClient {
    return new ControlClient(inLane(this.#target, name), this.#worded);
  }

  /** Throws Refused if the answer isn't a success, and Unreachable if there is no answer. */
  async call<N extends keyof ControlCalls>(
    name: N,
    given: CallInput<ControlCalls[N]>,
  ): Promise<ControlCalls[N]["answer"]> {
    const [method, path] = name.split(" /") as [string, string];
    const {
      params = {},
      query,
      body,
      yaml,
    } = given as { params?: object; query?: object; body?: unknown; yaml?: string };
    const text: string | undefined = yaml ?? JSON.stringify(body, classNamed);
    const type = yaml === undefined ? "application/json" : "application/yaml";
    const response = await request(this.#target, `${pathText(path, params)}${queryText(query)}`, {
      method,
      ...(text !== undefined && { body: text, headers: { "Content-Type": type } }),
    });
    const { status } = response;
    const answer = parsed(await response.text(), status);
    if (status < 400) return answer as ControlCalls[N]["answer"];
    const { fix, ...rest } = answer as { message?: string; fix?: string };
    throw new ControlRefusal(status, { ...rest, ...(fix !== undefined && { fix: this.#worded(fix) }) });
  }
}

/** Numbers that JSON has not go as text, so that the refusal names them instead of null. */
const classNamed = (_: string, value: unknown): unknown =>
  typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value)) ? String(value) : value;

/** Sends one request. `path` is the part below `/_sandbox/`. Throws Unreachable if there is no answer. */
export async function request(
  { base, adminToken, fetch: call = fetch }: ControlTarget,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const asked = new Request(`${base}/_sandbox/${path}`, init);
  if (adminToken !== undefined) asked.headers.set("Authorization", `Bearer ${adminToken}`);
  return call(asked).catch((cause) => {
    if (cause instanceof SandboxStopped) throw cause;
    throw new Unreachable(base, cause);
  });
}

function parsed(text: string, status: number): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlRefusal(status, { message: `HTTP ${status}, and no JSON: is it a sandbox?` });
  }
}

const pathText = (path: string, params: object): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(segmentOf(name, (params as Record<string, unknown>)[name])));

/** Slashes are encoded twice: nginx with a path in proxy_pass, say, would make slashes of %2F. */
const inPath = (part: string): string => encodeURIComponent(part).replaceAll("%2F", "%252F");

/** An empty part would make the path of another call: one that lists or removes them all. */
function segmentOf(name: string, value: unknown): string {
  const isId = typeof value === "string" ? value !== "" : typeof value === "number" && !Number.isNaN(value);
  checkArgument(isId, name, "a text or a number", value);
  return String(value).toWellFormed();
}

function queryText(query: object = {}): string {
  checkArgument(typeof query === "object" && query !== null, "filter", "an object such as { limit: 10 }", query);
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  return params.size === 0 ? "" : `?${params}`;
}

/** True if nothing was expected, so that the report could only pass. Only such a report warns of the list itself. */
export const hasCheckedNothing = ({ warnings = [] }: Report): boolean =>
  warnings.some(({ where }) => where === "expect");
