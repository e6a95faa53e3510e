import type { Context } from "hono";
import type * as z from "zod";
import type { Lane } from "../../lane/lane.js";
import type { ControlContext } from "./context.js";
import type { ControlRefusal } from "./http/errors.js";

/** The body for each HTTP status. Null: no body. */
export type Answers = { readonly [http in 200 | 201 | 204 | 408]?: z.ZodType | null };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Described<M extends Method, P extends string> {
  readonly method: M;
  /** The path below `/_sandbox`. `{name}` stands for a parameter. */
  readonly path: P;
  /** What the call does, in a few words. */
  readonly summary: string;
}

type ParamOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/** The input of a control API call. */
export interface ControlInput<P extends string = string, Q = unknown, B = unknown, R = unknown>
  extends ReceivedInput<P, Q, B> {
  readonly lane: Lane;
  /** The lane to change, for calls that only look: made if it is not there. */
  readonly make: () => Promise<Lane>;
  /** What `prepare` has read. */
  readonly prepared: R;
}

/** The input before its lane is opened. */
export interface ReceivedInput<P extends string = string, Q = unknown, B = unknown> {
  readonly context: ControlContext;
  readonly params: Readonly<Record<ParamOf<P>, string>>;
  readonly query: Q;
  readonly body: B;
  /** The body as received, uncompressed. */
  readonly bytes: Uint8Array;
  /** The same as text. */
  readonly text: string;
  readonly contentType: string;
  /** Aborted if the caller has disconnected. */
  readonly signal: AbortSignal;
}

/** JSON that may be shared with the store, so nobody may change it. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type BodyOf<S> = S extends z.ZodType ? Frozen<z.output<S>> : undefined;

/** A status with its body. `protobuf` is the same body for a caller that sent protobuf. */
export type ControlReply<A extends Answers = Answers> = {
  [H in keyof A]-?: { readonly status: H; readonly body: BodyOf<A[H]>; readonly protobuf?: Buffer };
}[keyof A];

/**
 * A call of the control API as data. Routes, the OpenAPI document, the client's types and the tables in the docs are
 * derived from it.
 */
export interface ControlCall<
  M extends Method = Method,
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
  R = unknown,
> extends Described<M, P> {
  /** The meaning of each path parameter. */
  readonly params?: { readonly [name in ParamOf<P>]: string };
  /** Filters, as text. */
  readonly query?: Q;
  /** Checked before `run`. An empty body counts as {}. */
  readonly body?: B;
  /** Documented but not checked, because `run` parses the text itself. */
  readonly document?: { readonly schema: z.ZodType; readonly types: readonly string[]; readonly mayBeBinary?: true };
  /** The fix for unknown members of the body that another call takes. */
  readonly moved?: { readonly members: readonly string[]; readonly fix: string };
  /** True if the body may contain `/regex/`. The regex engine is then loaded before the check. */
  readonly hasPatterns?: true;
  /** True if the call makes no lane by itself, although it is a POST or PUT: it acts on what is in the lane. */
  readonly looks?: true;
  /** Reads what it needs besides the lane. If it refuses, no lane is made. */
  prepare?(received: ReceivedInput<P, z.output<Q>, z.output<B>>): Promise<R | ControlRefusal>;
  /** The schemas of the answers. Tests check them in each call, but a running server doesn't. */
  readonly answers: A;
  run(asked: ControlInput<P, z.output<Q>, z.output<B>, R>): Promise<ControlReply<A> | ControlRefusal>;
}

/** A call whose answer isn't JSON, or isn't described by schemas. */
export interface RawCall extends Described<Method, string> {
  /** The media type of its answer. */
  readonly type: string;
  readonly answer: string;
  /** Absent if another part of the server answers. */
  respond?(c: Context, context: ControlContext, lane: Lane): Response | Promise<Response>;
}

export type AnyCall = ControlCall | RawCall;

export const isRaw = (call: AnyCall): call is RawCall => "type" in call;

/** Describes a call by its route, such as `GET /orders/{id}`. Checks that its types fit together. */
export const call = <
  const M extends Method,
  const P extends `/${string}`,
  A extends Answers,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R = undefined,
>(
  route: `${M} ${P}`,
  summary: string,
  parts: Omit<ControlCall<M, P, Q, B, A, R>, keyof Described<M, P>>,
): ControlCall<M, P, Q, B, A, R> => ({ ...splitRoute(route), summary, ...parts });

export const rawCall = (
  route: `${Method} /${string}`,
  summary: string,
  parts: Pick<RawCall, "type" | "answer" | "respond">,
): RawCall => ({ ...splitRoute(route), summary, ...parts });

function splitRoute<M extends Method, P extends string>(route: `${M} ${P}`) {
  const [method, path] = route.split(" ");
  return { method, path } as { method: M; path: P };
}

export const ok = <const B>(body: B) => ({ status: 200, body }) as const;
export const created = <const B>(body: B) => ({ status: 201, body }) as const;
export const gone = { status: 204, body: undefined } as const;
