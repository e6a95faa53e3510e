import * as z from "zod";
import { plural } from "../../../core/scenario/values/plural.js";
import { named, namedObject } from "../../../core/scenario/values/public-schemas.js";
import { otlpOfProtobuf, protobufAnswer } from "../../../lane/traces/otlp-protobuf.js";
import { readOtlp, SPANS_MAX } from "../../../lane/traces/read-otlp.js";
import { TRACE_MAX } from "../../../lane/traces/shop-spans.js";
import { anything } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { type ControlRefusal, readJson, refuse } from "../http/errors.js";

export const tracesBody = named(
  "Traces",
  z
    .object({ resourceSpans: z.array(anything("spans with their resource", { scopeSpans: [] })) })
    .describe(
      `an OTLP ExportTraceServiceRequest in JSON, with at most ${SPANS_MAX} spans; or the same in protobuf (application/x-protobuf)`,
    ),
);

const HOW = "export OTLP over HTTP: OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf or http/json";

/** The shop's own spans, for the timelines of its orders. */
export const traceCalls = [
  call("POST /traces", "Takes the shop's spans (OTLP over HTTP) into the timelines of their orders", {
    document: { schema: tracesBody, types: ["application/json"], mayBeBinary: true },
    answers: {
      200: namedObject("TracesTaken", {
        partialSuccess: z
          .strictObject({ rejectedSpans: z.string(), errorMessage: z.string() })
          .optional()
          .describe("how many spans were not kept, and why; absent if all were"),
      }),
    },
    run: async ({ lane, text, bytes, contentType }) => {
      const isProtobuf = /protobuf/i.test(contentType);
      const body = isProtobuf ? readProtobuf(bytes) : readJson(text, z.unknown(), Number.MAX_SAFE_INTEGER);
      if ("refusal" in body)
        return refuse(400, isProtobuf ? "invalid-protobuf" : "invalid-json", body.refusal.message, HOW);
      const read = readOtlp(body.value, (await lane.store.views.lane()).clock);
      if ("problem" in read) return refuse(400, "invalid-traces", read.problem, `${HOW}, at most ${SPANS_MAX} spans`);
      const rejectedSpans = lane.shopSpans.add(read.spans);
      const errorMessage = `a trace keeps ${TRACE_MAX} spans`;
      const answer =
        rejectedSpans === 0 ? {} : { partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage } };
      return { ...ok(answer), ...(isProtobuf && { protobuf: protobufAnswer({ rejectedSpans, errorMessage }) }) };
    },
  }),
];

function readProtobuf(bytes: Uint8Array): { readonly value: unknown } | ControlRefusal {
  try {
    return { value: otlpOfProtobuf(bytes) };
  } catch {
    return refuse(
      400,
      "invalid-protobuf",
      `the body (${plural(bytes.length, "byte")}) is no OTLP in protobuf, or was cut off`,
      HOW,
    );
  }
}
