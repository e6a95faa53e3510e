import * as z from "zod";
import { iso } from "../app/views/order-json.js";
import { instant, text, whole } from "../app/views/schema-parts.js";
import { named } from "../scenario/public-schemas.js";
import { call, created, ok } from "./call.js";
import { notFound, refuse } from "./errors.js";
import { infoOf, laneExists, laneSchema, noLaneName } from "./lanes.js";
import { nothing } from "./parameters.js";

const snapshotSchema = named(
  "Snapshot",
  z.strictObject({ name: text("names the snapshot", "after-ten-sales"), bytes: whole("its size", 131072) }),
);

/** Saves a lane under a name, and puts any lane back to it. */
export const snapshotCalls = [
  call({
    method: "GET",
    path: "/snapshots",
    summary: "The snapshots that were saved",
    answers: { 200: z.strictObject({ snapshots: z.array(snapshotSchema) }) },
    run: async ({ context }) => ok({ snapshots: await context.snapshots.list() }),
  }),
  call({
    method: "POST",
    path: "/snapshots",
    summary: "Saves the lane under a name",
    body: named(
      "NewSnapshot",
      z.strictObject({
        name: z.string({ error: "a name for the snapshot" }).describe("letters, digits, '.', '_' and '-', up to 64"),
      }),
    ),
    answers: { 201: snapshotSchema },
    run: async ({ context: { lanes, snapshots }, lane, body: { name } }) => {
      if (!lanes.isName(name)) return noName(name);
      const bytes = await lane.store.snapshot();
      await snapshots.save(name, bytes);
      return created({ name, bytes: bytes.byteLength });
    },
  }),
  call({
    method: "POST",
    path: "/snapshots/{name}/load",
    summary: "Puts this lane back to a snapshot",
    params: { name: "the snapshot's name" },
    body: nothing,
    answers: {
      200: z.strictObject({
        name: text("names the snapshot", "after-ten-sales"),
        lane: text("names the lane", "default"),
        url: text("the lane's base_url", "http://localhost:4655"),
        seed: whole("what the lane's ids and draws go by", 1),
        now: instant("the lane's time"),
      }),
    },
    run: async ({ context: { lanes, snapshots }, lane, params: { name } }) => {
      const bytes = lanes.isName(name) ? await snapshots.read(name) : undefined;
      if (!bytes) return noSnapshot(name);
      const put = await lanes.restore(lane.name, bytes);
      const { seed, now } = await put.store.views.lane();
      return ok({ name, lane: put.name, url: put.baseUrl, seed, now: iso(now) });
    },
  }),
  call({
    method: "POST",
    path: "/snapshots/{name}/fork",
    summary: "Opens a snapshot as a new lane",
    params: { name: "the snapshot's name" },
    body: named(
      "Fork",
      z.strictObject({
        lane: z.string({ error: "a name for the new lane" }).describe("letters, digits, '.', '_' and '-', up to 64"),
      }),
    ),
    answers: { 201: laneSchema },
    run: async ({ context: { lanes, snapshots }, params: { name }, body: { lane } }) => {
      const bytes = lanes.isName(name) ? await snapshots.read(name) : undefined;
      if (!bytes) return noSnapshot(name);
      if (!lanes.isName(lane)) return noLaneName(lane);
      const forked = await lanes.add(lane, { bytes });
      return forked ? created(await infoOf(lanes, forked)) : laneExists(lane);
    },
  }),
] as const;

const noSnapshot = (name: string) => notFound(`snapshot ${name}`, "GET /_sandbox/snapshots lists them");
const noName = (name: string) =>
  refuse(400, "invalid-name", `name: ${name} is no snapshot's name`, "use letters, digits, '.', '_' and '-', up to 64");
