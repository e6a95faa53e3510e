import { undiciError } from "../../server/http/in-process.js";

/** A request as undici passes it to a dispatcher. */
export interface DispatchOptions {
  readonly origin?: string | URL | undefined;
  readonly path: string;
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
  /** In milliseconds. 0 is no limit. */
  readonly headersTimeout?: number | null | undefined;
}

/** undici's callbacks: those of versions 7 and 8 and, in the second half, those of earlier versions and of its own fetch. */
export interface Handler {
  onRequestStart?(controller: Controller, context: unknown): void;
  onResponseStart?(
    controller: Controller,
    status: number,
    headers: Record<string, string | string[]>,
    text: string,
  ): void;
  onResponseData?(controller: Controller, chunk: Buffer): void;
  onResponseEnd?(controller: Controller, trailers: object): void;
  onResponseError?(controller: Controller, error: Error): void;
  onConnect?(abort: (reason?: Error) => void): void;
  onHeaders?(status: number, headers: Buffer[], resume: () => void, text: string): boolean;
  onData?(chunk: Buffer): boolean;
  onComplete?(trailers: Buffer[]): void;
  onError?(error: Error): void;
}

interface Controller {
  paused: boolean;
  aborted: boolean;
  reason: Error | null;
  /** Names and values in turn. The fetch of undici 8 reads them. */
  rawHeaders?: readonly Buffer[];
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

export type Dispatch = (options: DispatchOptions, handler: Handler) => boolean;

/** Answers a request of undici by a function like fetch. Returns true as a dispatcher does that takes more. */
export function dispatchBy(
  answer: (init: RequestInit) => Promise<Response>,
  options: DispatchOptions,
  handler: Handler,
): boolean {
  const aborting = new AbortController();
  const controller: Controller = {
    paused: false,
    aborted: false,
    reason: null,
    pause: () => {},
    resume: () => {},
    abort: (reason) => {
      controller.aborted = true;
      controller.reason = reason;
      aborting.abort(reason);
    },
  };
  answered(answer, options, handler, controller, aborting.signal).catch((error: Error) => {
    // fetch wraps the fault of the connection. undici's own callers get the fault itself.
    const fault = (error.cause as Error | undefined) ?? error;
    if (handler.onResponseError) handler.onResponseError(controller, fault);
    else handler.onError?.(fault);
  });
  return true;
}

async function answered(
  answer: (init: RequestInit) => Promise<Response>,
  options: DispatchOptions,
  handler: Handler,
  controller: Controller,
  signal: AbortSignal,
): Promise<void> {
  const { method = "GET", headers, body } = options;
  const sent = body === null || body === undefined ? null : await bodyBytes(body);
  if (handler.onRequestStart) handler.onRequestStart(controller, {});
  else handler.onConnect?.((reason) => controller.abort(reason ?? new Error("aborted")));
  if (signal.aborted) throw signal.reason;
  const limit = headersLimit(options, controller);
  const response = await answer({
    method,
    headers: pairsOf(headers),
    body: sent as NonNullable<RequestInit["body"]> | null,
    signal,
  }).finally(() => clearTimeout(limit));
  const pairs = [...response.headers];
  const rawHeaders = pairs.flat().map((text) => Buffer.from(text));
  controller.rawHeaders = rawHeaders;
  if (handler.onResponseStart)
    handler.onResponseStart(controller, response.status, Object.fromEntries(pairs), response.statusText);
  else handler.onHeaders?.(response.status, rawHeaders, () => {}, response.statusText);
  for await (const chunk of response.body ?? []) {
    if (handler.onResponseData) handler.onResponseData(controller, Buffer.from(chunk));
    else handler.onData?.(Buffer.from(chunk));
  }
  if (handler.onResponseEnd) handler.onResponseEnd(controller, {});
  else handler.onComplete?.([]);
}

/** Gives up as undici does. Its bodyTimeout is not needed: no fault stops in the middle of a body. */
function headersLimit({ headersTimeout }: DispatchOptions, controller: Controller): NodeJS.Timeout | undefined {
  if (!headersTimeout) return undefined;
  const late = () => undiciError("HeadersTimeoutError", "UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error");
  return setTimeout(() => controller.abort(late()), headersTimeout);
}

/** Texts and bytes as they are, anything else by what it yields. */
async function bodyBytes(body: unknown): Promise<string | Uint8Array> {
  if (typeof body === "string" || ArrayBuffer.isView(body)) return body as string | Uint8Array;
  if (typeof (body as { arrayBuffer?: unknown }).arrayBuffer === "function")
    return new Uint8Array(await (body as Blob).arrayBuffer());
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<string | Uint8Array>) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** undici takes headers as a flat list, as pairs, or as an object. Those that fetch sets itself are left out. */
function pairsOf(headers: unknown): [string, string][] {
  const pairs: [unknown, unknown][] = [];
  if (Array.isArray(headers) && !Array.isArray(headers[0]))
    for (let i = 0; i + 1 < headers.length; i += 2) pairs.push([headers[i], headers[i + 1]]);
  else if (headers !== null && typeof headers === "object")
    pairs.push(
      ...(Symbol.iterator in headers ? [...(headers as Iterable<[unknown, unknown]>)] : Object.entries(headers)),
    );
  return pairs
    .filter(([name, value]) => value !== undefined && !/^(host|content-length|connection|expect)$/i.test(String(name)))
    .flatMap(([name, value]) => [value].flat().map((one): [string, string] => [String(name), String(one)]));
}
