import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Agent } from "undici";
import { type Fetch, keptUntil } from "./in-process.js";
import { type Dispatch, type DispatchOptions, dispatchBy, type Handler } from "./intercepted-dispatch.js";

/** The lane that answers, by its URL and its own fetch. */
export interface InterceptingLane {
  readonly url: string;
  readonly fetch: Fetch;
}

/** An address whose calls a lane answers. */
interface Interception {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
  lane: InterceptingLane;
  /** True if it holds only within its callback. */
  readonly isScoped: boolean;
  hasWarned: boolean;
}

/** The latest first: it wins. */
let active: readonly Interception[] = [];
const scope = new AsyncLocalStorage<readonly Interception[]>();
/** True in a lane's own calls to a sandbox of another process. They would be answered by themselves, if its address is intercepted. */
const own = new AsyncLocalStorage<true>();

/** Loaded with the helpers, so that it is Node's own also where a test replaces the global one, as a mock of the provider. */
const ownFetch = globalThis.fetch;

/** A fetch that nothing intercepts. */
export const fetchPast: Fetch = (input, init) => own.run(true, () => ownFetch(input, init));

/** What was replaced, and its replacement. Undefined while nothing is intercepted. */
let replaced: { restore(): void } | undefined;

/**
 * Answers calls of the global fetch and of undici to this address by `lane`, without a socket, until the result is disposed
 * of. With a callback, only for what the callback does. Throws if it is no http or https URL.
 */
export function intercept(baseUrl: string | URL, lane: InterceptingLane): Disposable;
export function intercept<R>(baseUrl: string | URL, lane: InterceptingLane, work: () => R | Promise<R>): Promise<R>;
export function intercept<R>(baseUrl: string | URL, lane: InterceptingLane, work?: () => R | Promise<R>) {
  const { origin, path } = addressOf(baseUrl);
  const interception: Interception = { origin, path, lane, isScoped: work !== undefined, hasWarned: false };
  add(interception);
  if (work === undefined) return { [Symbol.dispose]: () => remove(interception) };
  const within = async (): Promise<R> => work();
  return scope.run([interception, ...(scope.getStore() ?? [])], within).finally(() => remove(interception));
}

/** A lane that is dropped answers no more. Until they are disposed of, its calls are refused: none goes to the real address. */
export function endInterceptsOf(laneUrl: string): void {
  missed.delete(laneUrl);
  for (const one of active)
    if (one.lane.url === laneUrl) one.lane = { url: laneUrl, fetch: () => Promise.reject(refusal(one)) };
}

/** As a client of HTTP sees a refused connection. */
function refusal({ origin, path, lane }: Interception): TypeError {
  const said = `${lane.url} was dropped, so it no longer answers ${origin}${path}: intercept again, or dispose of the first`;
  return new TypeError(said, { cause: Object.assign(new Error(said), { code: "ECONNREFUSED" }) });
}

function addressOf(baseUrl: string | URL): { readonly origin: string; readonly path: string } {
  const url = URL.canParse(String(baseUrl)) ? new URL(String(baseUrl)) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(
      `intercept: expected an address such as https://host/path, found ${JSON.stringify(String(baseUrl))}`,
    );
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}

function add(interception: Interception): void {
  active = [interception, ...active];
  // What was replaced since the first one is replaced again.
  replaced?.restore();
  replaced = replace();
}

function remove(interception: Interception): void {
  active = active.filter((one) => one !== interception);
  if (active.length > 0) return;
  replaced?.restore();
  replaced = undefined;
}

/** The interception of a URL here, and the rest of its path. Undefined for other addresses. */
function found(address: string): { readonly by: Interception; readonly rest: string } | undefined {
  if (own.getStore() || !URL.canParse(address)) return undefined;
  const { origin, pathname, search } = new URL(address);
  const here = scope.getStore() ?? [];
  const by = active.find(
    (one) =>
      one.origin === origin &&
      (pathname === one.path || pathname.startsWith(`${one.path}/`)) &&
      (!one.isScoped || here.includes(one)),
  );
  return by && { by, rest: `${pathname.slice(by.path.length) || "/"}${search}` };
}

/** Of undici 5 to 7, and of undici 8. */
const dispatcherKeys = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")] as const;
type DispatcherKey = (typeof dispatcherKeys)[number];
type Globals = { fetch: Fetch; Request: unknown; [key: DispatcherKey]: { dispatch: Dispatch } | undefined };

/**
 * Replaces fetch and undici's dispatchers of this realm: Jest and Vitest's vm contexts have globals of their own. What follows
 * us may replace them again, and is then left in place.
 */
function replace(): { restore(): void } {
  const globals = globalThis as unknown as Globals;
  const restoreFetch = replaceFetch(globals);
  // Node.js makes its dispatcher when one of its classes is first read.
  void globals.Request;
  const restoreDispatchers = dispatcherKeys.map((key) => replaceDispatcher(globals, key));
  subscribe("http.client.request.start", warnOfSocket);
  subscribe("undici:request:create", warnOfDispatcher);
  return {
    restore: () => {
      restoreFetch();
      for (const restore of restoreDispatchers) restore();
      unsubscribe("http.client.request.start", warnOfSocket);
      unsubscribe("undici:request:create", warnOfDispatcher);
    },
  };
}

function replaceFetch(globals: Globals): () => void {
  const before = globals.fetch;
  const ours: Fetch = async (input, init) => {
    const hit = found(typeof input === "string" ? input : "url" in input ? input.url : input.href);
    return hit ? keptUntil(hit.by.lane.fetch(hit.rest, requestInit(input, init)), [input]) : before(input, init);
  };
  globals.fetch = ours;
  return () => {
    if (globals.fetch === ours) globals.fetch = before;
  };
}

/** A Request is its own init. Node.js wants to know that its body is sent first. */
function requestInit(input: Request | URL | string, init: RequestInit | undefined): RequestInit | undefined {
  return typeof input === "string" || !("url" in input) ? init : new Request(input, init);
}

function replaceDispatcher(globals: Globals, key: DispatcherKey): () => void {
  const before = globals[key];
  const pass = (options: DispatchOptions, handler: Handler): boolean => {
    if (before) return before.dispatch(options, handler);
    ownAgent ??= import("undici").then(({ Agent }) => new Agent());
    ownAgent.then((agent) => agent.dispatch(options as never, handler as never));
    return true;
  };
  const dispatch = (options: DispatchOptions, handler: Handler): boolean => {
    const hit = found(`${options.origin ?? ""}${options.path}`);
    return hit ? dispatchBy((init) => hit.by.lane.fetch(hit.rest, init), options, handler) : pass(options, handler);
  };
  // Getters of undici 8 read private fields, so their `this` must be the dispatcher itself.
  const ours = new Proxy(before ?? { dispatch }, {
    get: (target, name) => (name === "dispatch" ? dispatch : Reflect.get(target, name, target)),
  });
  set(globals, key, ours);
  return () => {
    // An undici that was loaded meanwhile relies on finding one.
    if (before && globals[key] === ours) set(globals, key, before);
  };
}

/** For a vm context in which nobody had made a dispatcher. */
let ownAgent: Promise<Agent> | undefined;

/** As undici itself sets it. */
const set = (globals: Globals, key: DispatcherKey, value: unknown): void => {
  Object.defineProperty(globals, key, { value, writable: true, enumerable: false, configurable: false });
};

/** Clients on node:http open a socket of their own. */
function warnOfSocket(message: unknown): void {
  const { request } = message as { request?: { host?: string } };
  warnOnce(
    active.find(({ origin }) => new URL(origin).hostname === request?.host),
    "a client on node:http",
    'give axios adapter: "fetch", or use lane.url',
  );
}

/** So do undici's own Agent, Pool and Client, and any dispatcher that replaced ours. */
function warnOfDispatcher(message: unknown): void {
  const { request } = message as { request?: { origin?: string | URL; path?: string } };
  warnOnce(
    found(`${String(request?.origin ?? "").replace(/\/$/, "")}${request?.path ?? ""}`)?.by,
    "a dispatcher of undici",
    "use lane.url as its base URL, or call intercept after setGlobalDispatcher",
  );
}

const MISSED: unique symbol = Symbol.for("payment-sandbox.missed") as never;
const shared = globalThis as { [MISSED]?: Map<string, string> };
shared[MISSED] ??= new Map();
/** What was last called past a lane's interceptions, by the lane's URL. The package's bundles have copies of this module, and share it. */
const missed = shared[MISSED];

export const missedBy = (laneUrl: string): string | undefined => missed.get(laneUrl);

function warnOnce(hit: Interception | undefined, who: string, cure: string): void {
  if (!hit || hit.hasWarned) return;
  hit.hasWarned = true;
  const text = `${who} called ${hit.origin} past lane.intercept: ${cure}`;
  missed.set(hit.lane.url, text);
  process.emitWarning(text, "payment-sandbox");
}
