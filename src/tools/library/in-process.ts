import type { PlainPost } from "../../server/http/in-process.js";
import { checkArgument } from "./wrong-argument.js";

/** Answers a request without a socket. Only the path matters. */
export interface AnswerRequest {
  (request: Request): Promise<Response>;
  /** Answers a POST to an endpoint without a `Request`. Undefined if it can't. */
  readonly post?: (call: PlainPost) => Promise<Response> | undefined;
  /** Throws once the sandbox was stopped. */
  readonly check?: () => void;
  /** Aborted when the sandbox is stopped. */
  readonly ended?: AbortSignal;
}
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Takes the arguments of `fetch`. Also accepts a path without a host, as `lane.call` does. */
export const fetchOfSandbox = (answer: AnswerRequest): Fetch => fetchBy(answer, (path) => path);

/** The same for one lane. A path that does not start with the lane's own path is a path inside the lane. */
export function fetchOfLane(answer: AnswerRequest, lane: string): Fetch {
  const own = `/lane/${lane}`;
  return fetchBy(answer, (path) => (path === own || path.startsWith(`${own}/`) ? path : `${own}${path}`));
}

const fetchBy =
  (answer: AnswerRequest, pathOf: (path: string) => string): Fetch =>
  async (input, init) => {
    const isInput = typeof input === "string" || (typeof input === "object" && input !== null && isAddressed(input));
    checkArgument(isInput, "fetch", "a path such as /hosted-checkout/query, a URL or a Request", input);
    const plain = answer.post && plainPost(input, init);
    const answered = plain && answer.post({ ...plain, path: pathOf(plain.path) });
    if (answered) return answered;
    const request = requestOf(input, init);
    const { origin, pathname, search } = new URL(request.url);
    const path = pathOf(pathname);
    const sent = path === pathname ? request : requestTo(`${origin}${path}${search}`, request);
    return keptUntil(answer(sent), [input, init, request, sent]);
  };

const kept = new Set<readonly unknown[]>();

/**
 * Keeps requests from the garbage collector until their call is over. Node forgets the signal that a `Request` was made with
 * once nobody refers to the `Request`: the caller's abort would not arrive, and the call would hang.
 */
export function keptUntil<T>(over: Promise<T>, requests: readonly unknown[]): Promise<T> {
  kept.add(requests);
  return over.finally(() => kept.delete(requests));
}

const isAddressed = (input: object): boolean => "href" in input || "url" in input;

/** The host is never resolved, so any name works. */
const ANY_HOST = "http://localhost";

const requestOf = (input: Request | URL | string, init?: RequestInit): Request =>
  new Request(typeof input === "string" ? withHost(input) : input, init);

/** The same request to another URL. Vitest's jsdom takes only the members of a plain object from an init. */
function requestTo(url: string, { method, headers, body, signal, redirect }: Request): Request {
  return new Request(url, { method, headers, body, signal, redirect, ...(body && { duplex: "half" }) } as RequestInit);
}

/** A text without a scheme is a path, with or without the slash. */
const withHost = (input: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(input) ? input : `${ANY_HOST}${input.startsWith("/") ? "" : "/"}${input}`;

/** A header's name and value that a request keeps as they are. */
const HEADER_NAME = /^[a-z-]+$/;
const HEADER_VALUE = /^[!-~]+( [!-~]+)*$/;

/**
 * The values of a POST of a text, the usual call of a shop. Undefined for any other, which a `Request` reads. Node loads all of
 * fetch for its first `Request`, which is two thirds of the CPU of the first call.
 */
function plainPost(input: Request | URL | string, init: RequestInit = {}): PlainPost | undefined {
  const { method, headers = {}, body, ...others } = init;
  if (method !== "POST" || typeof body !== "string" || Object.keys(others).length > 0) return undefined;
  if (Object.getPrototypeOf(headers) !== Object.prototype) return undefined;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (!named.every(([name, value]) => HEADER_NAME.test(name) && typeof value === "string" && HEADER_VALUE.test(value)))
    return undefined;
  const byName = Object.fromEntries(named);
  if (Object.keys(byName).length < named.length || byName["content-type"] === undefined) return undefined;
  const url = typeof input === "string" ? URL.parse(withHost(input)) : input instanceof URL ? input : null;
  if (url === null || url.username !== "" || url.password !== "") return undefined;
  return { path: url.pathname, headers: byName, body };
}
