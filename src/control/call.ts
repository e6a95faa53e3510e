import type { Context } from "hono";
import type * as z from "zod";
import type { Lane } from "../app/lane.js";
import type { ControlContext } from "./context.js";
import type { Refusal } from "./errors.js";

/** What each HTTP status carries; null: no body. */
export type Answers = { readonly [http in 200 | 201 | 204 | 408]?: z.ZodType | null };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Described<M extends Method, P extends string> {
  readonly method: M;
  /** Below `/_sandbox`; `{name}` stands for a part that the caller gives. */
  readonly path: P;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What the parts of the path are. */
  readonly params?: { readonly [name in ParamOf<P>]: string };
}

type ParamOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/** What a call of the control API is asked with. */
export interface Asked<P extends string = string, Q = unknown, B = unknown> {
  readonly context: ControlContext;
  readonly lane: Lane;
  readonly params: Readonly<Record<ParamOf<P>, string>>;
  readonly query: Q;
  readonly body: B;
  /** The body as it came. */
  readonly text: string;
  readonly contentType: string;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/** JSON that may still be shared with the store: nobody changes it. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

type BodyOf<S> = S extends z.ZodType ? Frozen<z.output<S>> : undefined;

/** A status with the body that belongs to it. */
export type Reply<A extends Answers = Answers> = {
  [H in keyof A]-?: { readonly status: H; readonly body: BodyOf<A[H]> };
}[keyof A];

/** A call of the control API as data: routes, the OpenAPI document, the client's types and the documentation's tables come from it. */
export interface ControlCall<
  M extends Method = Method,
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
> extends Described<M, P> {
  /** Filters, as text. */
  readonly query?: Q;
  /** Checked before `run`; an empty body counts as {}. */
  readonly body?: B;
  /** Told in the document, not checked: `run` reads the text itself. */
  readonly document?: { readonly schema: z.ZodType; readonly types: readonly string[] };
  /** The body may hold `/regex/`: the engine is loaded before it is checked. */
  readonly hasPatterns?: true;
  /** Looks at the path, before query and body are checked. */
  precheck?(params: Readonly<Record<ParamOf<P>, string>>): Refusal | undefined;
  /** What comes out; not parsed against while the server runs, but in each test that calls it. */
  readonly answers: A;
  run(asked: Asked<P, z.output<Q>, z.output<B>>): Promise<Reply<A> | Refusal>;
}

/** A call whose answer is no JSON, or is not made from schemas. */
export interface RawCall extends Described<Method, string> {
  /** The media type of its answer. */
  readonly type: string;
  readonly answer: string;
  /** Left out: another part of the server answers. */
  respond?(c: Context, context: ControlContext, lane: Lane): Response | Promise<Response>;
}

export type AnyCall = ControlCall | RawCall;

export const isRaw = (call: AnyCall): call is RawCall => "type" in call;

/** Ties the types of a call together. */
export const call = <
  const M extends Method,
  const P extends string,
  A extends Answers,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(
  c: ControlCall<M, P, Q, B, A>,
): ControlCall<M, P, Q, B, A> => c;

export const rawCall = <const C extends RawCall>(c: C): C => c;

export const ok = <const B>(body: B) => ({ status: 200, body }) as const;
export const created = <const B>(body: B) => ({ status: 201, body }) as const;
export const gone = { status: 204, body: undefined } as const;
