import { earliest, type Instant } from "../../../core/domain/money.js";
import type { Exchange } from "../../ports/exchange.js";
import { traceparentOf } from "../../ports/explanation.js";
import { type ShopSpan, type ShopSpans, TRACE_MAX } from "../../traces/shop-spans.js";
import { idsOf } from "../../traces/trace-context.js";
import { iso } from "../order-json.js";
import type { TimelineEntry } from "../schemas/order-schema.js";

interface SpansAmong {
  readonly entries: readonly TimelineEntry[];
  /** Entries whose span led to a request. Such an entry comes before a request of the same instant. */
  readonly callers: ReadonlySet<TimelineEntry>;
}

/** The shop's spans that share a trace with an order's requests. */
export function spansAmong(requests: readonly Exchange[], shopSpans: Pick<ShopSpans, "of">): SpansAmong {
  const traced = requests.flatMap((request) => {
    const traceparent = traceparentOf(request);
    return traceparent === undefined ? [] : [{ at: request.at, ...idsOf(traceparent) }];
  });
  if (traced.length === 0) return { entries: [], callers: new Set() };
  const spans = shopSpans.of(new Set(traced.map(({ traceId }) => traceId)));
  const byId = new Map(spans.map((span) => [`${span.traceId}${span.spanId}`, span]));
  /** For each caller, when its first call arrived. */
  const calledAt = new Map<ShopSpan, Instant>();
  for (const { at, traceId, spanId } of traced) {
    let caller = byId.get(`${traceId}${spanId}`);
    for (let left = TRACE_MAX; caller && left > 0; left--) {
      calledAt.set(caller, earliest(at, calledAt.get(caller) ?? at));
      caller = caller.parentSpanId === undefined ? undefined : byId.get(`${traceId}${caller.parentSpanId}`);
    }
  }
  // Clocks differ, and a lane's clock may be frozen. So a caller is assumed to start no later than its call.
  const entries = spans.map((span) => spanEntry(span, earliest(span.at, calledAt.get(span) ?? span.at)));
  return { entries, callers: new Set(entries.filter((_, i) => calledAt.has(spans[i]!))) };
}

const spanEntry = ({ name, at: _, startMs: __, ...span }: ShopSpan, at: Instant): TimelineEntry => ({
  at: iso(at),
  what: name,
  ...span,
});
