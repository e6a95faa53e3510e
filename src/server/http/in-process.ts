import type { Hono } from "hono";
import type { HangUpHow } from "../../wire/http/faults.js";

/** Answers a standard request without a socket, as `fetch` would. */
export type InProcessFetch = (request: Request) => Promise<Response>;

/** How long to wait for an answer that never comes, in milliseconds, if the caller doesn't give up first. */
const SILENCE_MS = 120_000;

export interface InProcessOptions {
  /** Answers calls that don't need the routes. */
  readonly direct: (request: Request, connection: { readonly hangUp: HangUpHere }) => Promise<Response> | undefined;
  readonly load: () => Promise<Hono>;
  /** The answer if the routes cannot be loaded. */
  readonly notLoaded: (error: Error) => Response;
  /** Aborted when the sandbox stops, because nobody answers any more. */
  readonly stopping: AbortSignal;
}

type HangUpHere = (how: HangUpHow, body: string) => Promise<void>;

interface Cut {
  readonly how: HangUpHow;
  readonly body: string;
}

/**
 * The same routes without a socket. A cut connection becomes a rejected promise, or a body that breaks off. Skips the
 * access checks, because the caller is code in this process and not a foreign page.
 */
export function inProcessFetch(options: InProcessOptions): InProcessFetch {
  return async (request) => {
    if (options.stopping.aborted) throw failed("connect ECONNREFUSED", "ECONNREFUSED");
    const gone = goneOf(request.signal);
    return Promise.race([gone.promise, answered(options, request)]).finally(gone.forget);
  };
}

async function answered({ direct, load, notLoaded }: InProcessOptions, request: Request): Promise<Response> {
  let cut: Cut | undefined;
  const hangUp: HangUpHere = async (how, body) => {
    cut = { how, body };
    if (how === "silence") await leftBy(request.signal);
  };
  const response = await (direct(request, { hangUp }) ??
    load().then((app) => app.fetch(request, { hangUp }), notLoaded));
  return cut ? outcomeOf(cut) : response;
}

/** The result of `fetch` for a cut connection. */
function outcomeOf({ how, body }: Cut): Response {
  if (how === "reset") throw failed("read ECONNRESET", "ECONNRESET");
  if (how !== "truncated") throw failed("other side closed", "UND_ERR_SOCKET");
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2))),
    // The first half is read before the error occurs.
    pull: (controller) => controller.error(new TypeError("terminated", { cause: closed() })),
  });
  return new Response(stream, {
    headers: { "Content-Type": "application/json", "Content-Length": String(bytes.length) },
  });
}

const failed = (message: string, code: string): TypeError =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
const closed = (): Error => Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });

/** Resolves when the caller has given up, or after the time at which any client would have. */
function leftBy(signal: AbortSignal): Promise<void> {
  return new Promise((left) => {
    const timer = setTimeout(left, SILENCE_MS);
    timer.unref();
    const leave = (): void => {
      clearTimeout(timer);
      left();
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}

/** Rejects with the signal's reason as soon as the caller gives up. The call itself continues, as on a server. */
function goneOf(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  let forget = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) leave();
    else {
      signal.addEventListener("abort", leave, { once: true });
      forget = () => signal.removeEventListener("abort", leave);
    }
  });
  return { promise, forget };
}
