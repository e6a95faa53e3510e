import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import { releaseGate } from "../../../lane/gates.js";
import type { Lane } from "../../../lane/lane.js";
import { requestId } from "../../../lane/ports/exchange.js";
import { type HeldAnswer, heldIn } from "../../../lane/ports/held-answer.js";
import { rulesInForce } from "../../../lane/rules/rule-changes.js";
import { text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, ok } from "../call.js";
import { notFound } from "../http/errors.js";
import { nothing } from "../http/parameters.js";

const heldSchema = namedObject("HeldAnswer", {
  gate: text("the gate's name", "sale"),
  request: text("the call whose answer is held", "req-1"),
  operation: text("the called operation", "tokenization/sale"),
  merchantReference: z.string().optional().describe("the order's reference, if the call is about an order"),
  orderId: z.int().optional().describe("the order's id"),
  leftMs: wholeSchema("milliseconds of real time until the gate opens by itself", 5000),
});

/** Calls about answers that gates hold after the commit. */
export const gateCalls = [
  call("GET /gates", "Answers that wait at a gate, oldest first", {
    answers: { 200: z.strictObject({ gates: z.array(heldSchema) }) },
    run: async ({ lane }) => ok({ gates: await heldAnswers(lane) }),
  }),
  call("POST /gates/{name}/release", "Releases the answers that wait at a gate", {
    params: { name: "the gate's name" },
    body: nothing,
    looks: true,
    answers: {
      200: z.strictObject({
        name: text("the gate's name", "sale"),
        released: wholeSchema("how many answers were released", 1),
      }),
    },
    run: async ({ lane, params: { name } }) => {
      const released = await releaseGate(lane, name);
      if (released > 0 || (await isGate(lane, name))) return ok({ name, released });
      return notFound(`gate ${name}`, "GET /_sandbox/gates lists those that hold an answer; check the lane");
    },
  }),
];

async function heldAnswers(lane: Lane) {
  const state = await lane.store.views.lane();
  return heldIn(state).map(({ gate, exchangeId, operation, merchantReference, orderId, until }: HeldAnswer) => ({
    gate,
    request: requestId(exchangeId),
    operation,
    merchantReference,
    orderId,
    leftMs: until - state.realNow,
  }));
}

/** True if a rule of the lane names this gate, even if it holds no answer now. */
const isGate = async (lane: Lane, name: string): Promise<boolean> =>
  (await rulesInForce(lane)).some(({ rule }) => rule.then.gate?.name === name);
