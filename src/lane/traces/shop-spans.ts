import type { Instant } from "../../core/domain/money.js";
import type { BoundedPart, ByteBudget } from "../ports/byte-budget.js";

/** A span of the shop: one operation in one of its programs. Plain data. */
export interface ShopSpan {
  /** 32 hexadecimal digits, in lower case. */
  readonly traceId: string;
  /** 16 hexadecimal digits, in lower case. */
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** The program's name, from the resource's `service.name`. */
  readonly service?: string | undefined;
  /** When it started, on the shop's clock. */
  readonly startMs: number;
  /** When it started, on the lane's clock. */
  readonly at: Instant;
  /** Milliseconds of real time. */
  readonly durationMs: number;
  /** The span's error, if its status is ERROR. */
  readonly error?: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** How many spans a lane keeps. The oldest traces are dropped first. */
const KEPT_MAX = 10_000;
/** How many spans of one trace are kept. Later ones are rejected. */
export const TRACE_MAX = 500;
/** The size of a span without its texts, in bytes. */
const FRAME_BYTES = 400;

/** The spans that a shop has posted to a lane. They are kept only in memory, within the journals' budget. */
export class ShopSpans implements BoundedPart {
  /** By trace and by span. Traces are ordered by the arrival of their first span. */
  readonly #traces = new Map<string, Map<string, ShopSpan>>();
  readonly #budget: ByteBudget;
  #leave: (() => void) | undefined;
  #count = 0;
  #bytes = 0;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds spans. Replaces a span that is already known. Returns how many were rejected because their trace is full.
   */
  add(spans: readonly ShopSpan[]): number {
    const before = this.#bytes;
    const rejected = spans.filter((span) => !this.#keep(span)).length;
    while (this.#count > KEPT_MAX) this.#dropFirst();
    this.#leave ??= this.#budget.join(this);
    this.#budget.grew(Math.max(0, this.#bytes - before));
    return rejected;
  }

  /** The spans of some traces. Within each trace, they are ordered by their start. */
  of(traceIds: Iterable<string>): readonly ShopSpan[] {
    return [...traceIds].flatMap((id) =>
      [...(this.#traces.get(id)?.values() ?? [])].sort((a, b) => a.startMs - b.startMs),
    );
  }

  dropOldest(bytes: number): void {
    const wanted = Math.max(0, this.#bytes - bytes);
    while (this.#bytes > wanted) this.#dropFirst();
  }

  close(): void {
    this.#traces.clear();
    [this.#count, this.#bytes] = [0, 0];
    this.#leave?.();
  }

  #keep(span: ShopSpan): boolean {
    const trace = this.#traces.get(span.traceId) ?? new Map<string, ShopSpan>();
    const before = trace.get(span.spanId);
    if (!before && trace.size >= TRACE_MAX) return false;
    this.#traces.set(span.traceId, trace);
    trace.set(span.spanId, span);
    this.#count += before ? 0 : 1;
    this.#bytes += spanBytes(span) - (before ? spanBytes(before) : 0);
    return true;
  }

  #dropFirst(): void {
    for (const [id, trace] of this.#traces) {
      this.#traces.delete(id);
      this.#count -= trace.size;
      for (const span of trace.values()) this.#bytes -= spanBytes(span);
      return;
    }
  }
}

const spanBytes = ({ name, service = "", error = "", attributes }: ShopSpan): number =>
  FRAME_BYTES + 2 * (name.length + service.length + error.length) + 2 * JSON.stringify(attributes).length;
