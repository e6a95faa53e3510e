import { setTimeout as wait } from "node:timers/promises";
import type { WireAnswer } from "../payment-api/http/payment-api.js";

/** Answers a standard request without a socket, as `fetch` would. */
export interface InProcessFetch {
  (request: Request): Promise<Response>;
  /**
   * Answers a POST without a `Request`, which Node needs all of fetch for. Undefined if only a request will do: the path is
   * no endpoint's, or the sandbox stops.
   */
  readonly post: (call: PlainPost) => Promise<Response> | undefined;
}

/** A POST in plain values. */
export interface PlainPost {
  /** With the lane's name. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long to wait for an answer that never comes, in milliseconds, if the caller doesn't give up first. */
const SILENCE_MS = 120_000;

export interface InProcessOptions {
  readonly answer: (request: Request) => Promise<Response>;
  readonly post: InProcessFetch["post"];
  /** Aborted when the sandbox stops, because nobody answers any more. */
  readonly stopping: AbortSignal;
}

/**
 * The same answers without a socket. Skips the access checks, because the caller is code in this process and not a
 * foreign page.
 */
export function inProcessFetch({ answer, post, stopping }: InProcessOptions): InProcessFetch {
  const fetch = async (request: Request): Promise<Response> => {
    if (stopping.aborted) throw failed("connect ECONNREFUSED", "ECONNREFUSED");
    const gone = goneOf(request.signal);
    return Promise.race([gone.promise, answer(request)]).finally(gone.forget);
  };
  return Object.assign(fetch, { post: (call: PlainPost) => (stopping.aborted ? undefined : post(call)) });
}

/** What `fetch` gives for a cut connection: a rejected promise, or a body that breaks off. */
export async function cutInProcess(
  signal: AbortSignal | undefined,
  { body, fault }: Required<WireAnswer>,
): Promise<Response> {
  // Until the caller has given up, or for as long as any client would wait.
  if (fault.how === "silence") await wait(SILENCE_MS, undefined, { ref: false, signal }).catch(() => {});
  fault.over();
  return outcomeOf(fault.how, body);
}

/** The result of `fetch` for a cut connection. */
function outcomeOf(how: Required<WireAnswer>["fault"]["how"], body: string): Response {
  if (how === "reset") throw failed("read ECONNRESET", "ECONNRESET");
  if (how !== "truncated") throw new TypeError("fetch failed", { cause: closed() });
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
const closed = (): Error => undiciError("SocketError", "UND_ERR_SOCKET", "other side closed");

/** An error of undici without undici, which takes long to load. Its `instanceof` asks for the symbols only. */
export const undiciError = (name: string, code: string, message: string): Error =>
  Object.assign(new Error(message), {
    ...{ name, code },
    ...{ [Symbol.for("undici.error.UND_ERR")]: true, [Symbol.for(`undici.error.${code}`)]: true },
  });

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
