import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import type { Lane } from "../../../lane/lane.js";
import { isName, NAME_RULE } from "../../../lane/ports/name.js";
import { iso } from "../../../lane/views/order-json.js";
import { instantText, text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, created, gone, ok } from "../call.js";
import type { ControlContext } from "../context.js";
import { noName, noSuch } from "../http/errors.js";
import { nothing } from "../http/parameters.js";
import { infoOf, laneExists, laneSchema } from "./lanes.js";

const snapshotSchema = namedObject("Snapshot", {
  name: text("the snapshot's name", "after-ten-sales"),
  bytes: wholeSchema("its size in bytes", 131072),
  hint: z.string().optional().describe("once it is saved: what expires while it waits, because the clock runs"),
});

const OPEN_ORDERS =
  "the clock runs, so the open orders go on to expire while the snapshot waits: if they must be open when it is loaded, freeze the clock before you save";

async function hintOf({ store, clock }: Lane): Promise<string | undefined> {
  if ((await clock.readInTurn()).mode === "frozen") return undefined;
  return (await store.views.orders({ status: "OPEN", limit: 1 })).length > 0 ? OPEN_ORDERS : undefined;
}

/** Calls that save a lane under a name, and restore any lane from it. */
export const snapshotCalls = [
  call("GET /snapshots", "All snapshots", {
    answers: { 200: z.strictObject({ snapshots: z.array(snapshotSchema) }) },
    run: async ({ context }) => ok({ snapshots: await context.snapshots.list() }),
  }),
  call("POST /snapshots", "Saves the lane under a name", {
    body: namedObject("NewSnapshot", {
      name: z.string({ error: "a name for the snapshot" }).describe(NAME_RULE),
    }),
    answers: { 201: snapshotSchema },
    prepare: async ({ body: { name } }) => (isName(name) ? name : noName(name)),
    run: async ({ context: { snapshots }, lane, prepared: name }) => {
      const bytes = await lane.store.snapshot();
      await snapshots.save(name, bytes);
      const hint = await hintOf(lane);
      return created({ name, bytes: bytes.byteLength, ...(hint !== undefined && { hint }) });
    },
  }),
  call("DELETE /snapshots/{name}", "Deletes a snapshot", {
    params: { name: "the snapshot's name" },
    answers: { 204: null },
    run: async ({ context: { snapshots }, params: { name } }) =>
      (await snapshots.delete(name)) ? gone : noSnapshot(name, snapshots),
  }),
  call("POST /snapshots/{name}/load", "Restores this lane from a snapshot", {
    params: { name: "the snapshot's name" },
    body: nothing,
    answers: {
      200: z.strictObject({
        name: text("the snapshot's name", "after-ten-sales"),
        lane: text("the lane's name", "default"),
        url: text("the lane's base_url", "http://localhost:4655"),
        seed: wholeSchema("the seed of the lane's ids and random draws", 1),
        now: instantText("the lane's time"),
      }),
    },
    prepare: async ({ context: { snapshots }, params: { name } }) =>
      (await snapshots.read(name)) ?? noSnapshot(name, snapshots),
    run: async ({ context: { lanes }, lane, params: { name }, prepared: bytes }) => {
      const put = await lanes.restore(lane.name, bytes);
      const { seed, now } = await put.store.views.lane();
      return ok({ name, lane: put.name, url: put.baseUrl, seed, now: iso(now) });
    },
  }),
  call("POST /snapshots/{name}/fork", "Opens a snapshot as a new lane", {
    params: { name: "the snapshot's name" },
    body: namedObject("Fork", {
      lane: z.string({ error: "a name for the new lane" }).describe(NAME_RULE),
    }),
    looks: true,
    answers: { 201: laneSchema },
    run: async ({ context: { lanes, snapshots }, params: { name }, body: { lane } }) => {
      const bytes = await snapshots.read(name);
      if (!bytes) return noSnapshot(name, snapshots);
      if (!isName(lane)) return noName(lane);
      const forked = await lanes.add(lane, { bytes });
      if (forked) return created(await infoOf(lanes, forked));
      return laneExists(lane, `DELETE /_sandbox/lanes/${lane} first, or choose another name`);
    },
  }),
];

const noSnapshot = async (name: string, snapshots: ControlContext["snapshots"]) => {
  const known = (await snapshots.list()).map((one) => one.name);
  return noSuch("snapshot", name, known, "GET /_sandbox/snapshots lists them");
};
