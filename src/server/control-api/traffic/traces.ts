import * as z from "zod";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { readOtlp, SPANS_MAX } from "../../../lane/traces/read-otlp.js";
import { TRACE_MAX } from "../../../lane/traces/shop-spans.js";
import { anything } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { readJson, refuse } from "../http/errors.js";

export const tracesBody = named(
  "Traces",
  z
    .object({ resourceSpans: z.array(anything("spans with their resource", { scopeSpans: [] })) })
    .describe(`an OTLP ExportTraceServiceRequest in JSON, with at most ${SPANS_MAX} spans`),
);

const HOW = "export OTLP as JSON, uncompressed: OTEL_EXPORTER_OTLP_PROTOCOL=http/json";

/** The shop's own spans, for the timelines of its orders. */
export const traceCalls = [
  call("POST /traces", "Takes the shop's spans (OTLP/JSON) into the timelines of their orders", {
    document: { schema: tracesBody, types: ["application/json"] },
    answers: {
      200: namedObject("TracesTaken", {
        partialSuccess: z
          .strictObject({ rejectedSpans: z.string(), errorMessage: z.string() })
          .optional()
          .describe("how many spans were not kept, and why; absent if all were"),
      }),
    },
    run: async ({ lane, text, contentType }) => {
      if (/protobuf/i.test(contentType))
        return refuse(415, "wrong-content-type", "the spans are in protobuf: only OTLP/JSON is read", HOW);
      const body = readJson(text, z.unknown(), Number.MAX_SAFE_INTEGER);
      if ("refusal" in body) return refuse(400, "invalid-json", body.refusal.message, HOW);
      const read = readOtlp(body.value, (await lane.store.views.lane()).clock);
      if ("problem" in read) return refuse(400, "invalid-traces", read.problem, `${HOW}, at most ${SPANS_MAX} spans`);
      const rejected = lane.shopSpans.add(read.spans);
      const errorMessage = `a trace keeps ${TRACE_MAX} spans`;
      return ok(rejected === 0 ? {} : { partialSuccess: { rejectedSpans: String(rejected), errorMessage } });
    },
  }),
];
