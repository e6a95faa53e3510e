// The room `traces`: the W3C trace context of calls, and the spans that shops post.

import * as z from "zod";
import { earliest, instant, lastInstant } from "../../core/domain/money.js";
import { objections, sentence } from "../../core/scenario/values/issues.js";
import { type ClockState, laneTime } from "../ports/lane-record.js";
import type { ShopSpan } from "./shop-spans.js";

/** How many spans one request may contain. */
export const SPANS_MAX = 2_000;
const TEXT_MAX = 200;
/** How many attributes of a span are kept. */
const ATTRIBUTES_MAX = 32;

const hex = (digits: number) =>
  z.string().regex(new RegExp(`^(?!0+$)[0-9a-fA-F]{${digits}}$`), `${digits} hexadecimal digits, not all of them 0`);
/** Nanoseconds since the epoch. JSON has them as text, but a number is accepted too. */
const nanos = z.custom<string | number>(
  (value) => (typeof value === "number" ? value >= 0 && value <= 1e19 : /^\d{1,19}$/.test(String(value))),
  "nanoseconds since the epoch, as a text",
);
const list = z.array(z.unknown(), "a list").optional();

/** The members of a span that are read. Others are ignored, as OTLP requires. */
const spanSchema = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: z
    .string()
    .regex(/^([0-9a-fA-F]{16})?$/, "16 hexadecimal digits, or nothing")
    .optional(),
  name: z.string("a text"),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos.optional(),
  attributes: list,
  status: z.object({ code: z.union([z.string(), z.int()]).optional(), message: z.string().optional() }).optional(),
});

/** Spans of an OTLP request, or the first fault with its place. */
export type ReadSpans = { readonly spans: readonly ShopSpan[] } | { readonly problem: string };

/** Reads an `ExportTraceServiceRequest` in OTLP/JSON. Converts times to this lane's clock. */
export function readOtlp(body: unknown, clock: ClockState): ReadSpans {
  try {
    return { spans: [...spansIn(body, clock)] };
  } catch (error) {
    if (error instanceof NotOtlp) return { problem: error.message };
    throw error;
  }
}

/** The message gives the position and the expected value. */
class NotOtlp extends Error {}

function* spansIn(body: unknown, clock: ClockState): Generator<ShopSpan> {
  let count = 0;
  for (const [i, resource] of listOf(body, "body", "resourceSpans").entries()) {
    const path = `resourceSpans[${i}]`;
    const service = attributesOf(memberOf(resource, path, "resource")?.attributes)["service.name"];
    for (const [j, scope] of listOf(resource, path, "scopeSpans").entries())
      for (const [k, span] of listOf(scope, `${path}.scopeSpans[${j}]`, "spans").entries()) {
        if (++count > SPANS_MAX) throw new NotOtlp(`there are more than ${SPANS_MAX} spans`);
        yield spanOf(span, `${path}.scopeSpans[${j}].spans[${k}]`, { service, clock });
      }
  }
}

function spanOf(value: unknown, path: string, of: { readonly service: unknown; readonly clock: ClockState }): ShopSpan {
  const parsed = spanSchema.safeParse(value);
  if (!parsed.success) {
    const [first] = objections(parsed.error.issues, value, {});
    throw new NotOtlp(`${path}${first!.path.length > 0 ? `.${sentence(first!)}` : ": expected an object"}`);
  }
  const { traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, status } = parsed.data;
  const start = millis(startTimeUnixNano);
  return {
    traceId: traceId.toLowerCase(),
    spanId: spanId.toLowerCase(),
    parentSpanId: parentSpanId === undefined || /^0*$/.test(parentSpanId) ? undefined : parentSpanId.toLowerCase(),
    name: short(name),
    service: of.service === undefined ? undefined : String(of.service),
    startMs: start,
    at: laneTime(of.clock, earliest(instant(Math.floor(start)), lastInstant)),
    durationMs: Math.max(0, Math.round((millis(endTimeUnixNano ?? startTimeUnixNano) - start) * 1000) / 1000),
    error: /^(2|STATUS_CODE_ERROR)$/.test(String(status?.code)) ? short(status?.message || "error") : undefined,
    attributes: attributesOf(parsed.data.attributes),
  };
}

const millis = (nanoseconds: string | number): number =>
  Number(BigInt(typeof nanoseconds === "number" ? Math.round(nanoseconds) : nanoseconds) / 1000n) / 1000;
const short = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text);

function memberOf(value: unknown, path: string, name: string): Readonly<Record<string, unknown>> | undefined {
  const member = objectAt(value, path)[name];
  return member === undefined || member === null ? undefined : objectAt(member, `${path}.${name}`);
}

function listOf(value: unknown, path: string, name: string): readonly unknown[] {
  const member = objectAt(value, path)[name] ?? (name === "resourceSpans" ? undefined : []);
  if (Array.isArray(member)) return member;
  throw new NotOtlp(`${path === "body" ? "" : `${path}.`}${name}: expected a list`);
}

function objectAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new NotOtlp(`${path}: expected an object`);
}

/** The first attributes with a plain value. Lists and maps are left out. */
function attributesOf(value: unknown): ShopSpan["attributes"] {
  const pairs = Array.isArray(value) ? value.slice(0, ATTRIBUTES_MAX) : [];
  return Object.fromEntries(pairs.flatMap((pair) => attributeOf(pair) ?? []));
}

function attributeOf(pair: unknown): readonly [readonly [string, string | number | boolean]] | undefined {
  const { key, value } = (pair ?? {}) as { readonly key?: unknown; readonly value?: Readonly<Record<string, unknown>> };
  const plain = value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.boolValue;
  if (typeof key !== "string") return undefined;
  if (typeof plain === "string") return [[short(key), short(plain)]];
  return typeof plain === "number" || typeof plain === "boolean" ? [[short(key), plain]] : undefined;
}
