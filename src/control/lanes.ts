import * as z from "zod";
import type { Lane } from "../app/lane.js";
import { text, whole } from "../app/views/schema-parts.js";
import { named } from "../scenario/public-schemas.js";
import { call, created, gone, ok } from "./call.js";
import type { ControlContext } from "./context.js";
import { notFound, type Refusal, refuse } from "./errors.js";
import { seed } from "./parameters.js";

export const laneSchema = named(
  "LaneInfo",
  z.strictObject({
    name: text("names the lane", "refunds"),
    url: text("its base_url", "http://localhost:4655/lane/refunds"),
    seed: whole("what its ids and draws go by", 1),
  }),
);

export const newLaneBody = named(
  "NewLane",
  z.strictObject({
    name: z.string().optional().describe("letters, digits, '.', '_' and '-', up to 64; left out: one is made up"),
    seed: seed.optional(),
  }),
);

/** The isolated worlds of this server. */
export const laneCalls = [
  call({
    method: "GET",
    path: "/lanes",
    summary: "The lanes that are there",
    answers: { 200: z.strictObject({ lanes: z.array(laneSchema) }) },
    run: async ({ context: { lanes } }) => {
      const all = await Promise.all((await lanes.names()).map((name) => summaryOf(lanes, name)));
      return ok({ lanes: all.flatMap((lane) => lane ?? []) });
    },
  }),
  call({
    method: "POST",
    path: "/lanes",
    summary: "Makes a lane",
    body: newLaneBody,
    answers: { 201: laneSchema },
    run: async ({ context: { lanes }, body }) => {
      const { name, seed } = body;
      if (name !== undefined && !lanes.isName(name)) return noLaneName(name);
      const lane = name === undefined ? await addUnnamed(lanes, seed) : await lanes.add(name, { seed });
      return lane ? created(await infoOf(lanes, lane)) : laneExists(name!);
    },
  }),
  call({
    method: "DELETE",
    path: "/lanes/{name}",
    summary: "Drops a lane",
    params: { name: "the lane's name" },
    answers: { 204: null },
    run: async ({ context: { lanes }, params: { name } }) =>
      (await lanes.drop(name)) ? gone : notFound(`lane ${name}`, "GET /_sandbox/lanes lists them"),
  }),
] as const;

type LanesOfServer = ControlContext["lanes"];

export const noLaneName = (name: string): Refusal =>
  refuse(400, "invalid-name", `name: ${name} is no lane's name`, "use letters, digits, '.', '_' and '-', up to 64");

export const laneExists = (name: string): Refusal =>
  refuse(409, "lane-exists", `there is a lane ${name}`, "DELETE it first, or POST its reset");

export const infoOf = async ({ url }: LanesOfServer, { name, store }: Lane) => ({
  name,
  url: url(name),
  seed: (await store.views.lane()).seed,
});

/** Undefined where it was dropped meanwhile. */
async function summaryOf(lanes: LanesOfServer, name: string) {
  const seed = await lanes.seed(name);
  return seed === undefined ? undefined : { name, url: lanes.url(name), seed };
}

/** How many names each server made up: a name is not made up twice. */
const made = new WeakMap<LanesOfServer, number>();

/** A name that is there already, or that another process made up at the same time, is passed over. */
async function addUnnamed(lanes: LanesOfServer, seed: number | undefined): Promise<Lane> {
  const n = (made.get(lanes) ?? 0) + 1;
  made.set(lanes, n);
  return (await lanes.add(`lane-${n}`, { seed })) ?? addUnnamed(lanes, seed);
}
