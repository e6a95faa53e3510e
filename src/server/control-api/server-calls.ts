import * as z from "zod";
import { namedObject } from "../../core/scenario/values/public-schemas.js";
import { text, wholeSchema } from "../../lane/views/schemas/schema-parts.js";
import { call, gone, ok } from "./call.js";
import type { ControlContext } from "./context.js";
import { seed } from "./http/parameters.js";

/** Health, keys, reset. */
export const serverCalls = [
  call("GET /health", "The server's health", {
    answers: {
      200: namedObject("Health", {
        status: z.literal("ok"),
        version: text("the sandbox's version", "0.1.0"),
        seed: wholeSchema("this lane's seed", 1),
        lanes: z.array(text("a lane's name", "default")),
        uptimeMs: wholeSchema("milliseconds since the start", 60_000),
        store: z.strictObject({
          kind: z
            .enum(["memory", "folder", "postgres"])
            .meta({ description: "where the lanes are kept", examples: ["memory"] }),
          latencyMs: wholeSchema("how long it took to answer, in milliseconds", 0),
        }),
      }),
    },
    run: async ({ context, lane }) =>
      ok({
        status: "ok",
        version: context.version,
        seed: (await lane.store.views.lane()).seed,
        lanes: await context.lanes.names(),
        uptimeMs: context.now() - context.startedAt,
        store: { kind: context.store.kind, latencyMs: await latencyOf(context) },
      }),
  }),
  call("GET /keys", "The key that verifies notifications", {
    answers: {
      200: namedObject("Keys", {
        notificationPublicKey: text("PEM", "-----BEGIN PUBLIC KEY-----…"),
        notificationPublicKeyBase64: text("the same as bare base64 (X.509 SubjectPublicKeyInfo)", "MIIBIjANBgkq…"),
      }),
    },
    run: async ({ context }) => {
      const { pem, base64 } = context.notificationKey();
      return ok({ notificationPublicKey: pem, notificationPublicKeyBase64: base64 });
    },
  }),
  call("POST /reset", "Clears the lane: state, rules, queue, clock, journal", {
    body: namedObject("Reset", { seed: seed.optional() }),
    answers: { 204: null },
    run: async ({ context, lane, body }) => {
      await context.lanes.create(lane.name, body.seed);
      return gone;
    },
  }),
];

async function latencyOf({ store, now }: ControlContext): Promise<number> {
  const began = now();
  await store.ping();
  return now() - began;
}
