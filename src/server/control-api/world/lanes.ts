import * as z from "zod";
import { namedObject } from "../../../core/scenario/values/public-schemas.js";
import type { Lane } from "../../../lane/lane.js";
import { isName, NAME_RULE } from "../../../lane/ports/name.js";
import { text, wholeSchema } from "../../../lane/views/schemas/schema-parts.js";
import { call, created, gone, ok } from "../call.js";
import type { ControlContext } from "../context.js";
import { type ControlRefusal, noName, noSuch, refuse } from "../http/errors.js";
import { seed } from "../http/parameters.js";

export const laneSchema = namedObject("LaneInfo", {
  name: text("the lane's name", "refunds"),
  url: text("its base_url", "http://localhost:4655/lane/refunds"),
  seed: wholeSchema("the seed of its ids and random draws", 1),
});

const listedLaneSchema = namedObject("ListedLane", {
  ...laneSchema.shape,
  orders: wholeSchema("how many orders it has", 3),
  calls: wholeSchema(
    "how many calls it got, with acts on the hosted pages and settlements; absent if it is not open",
    7,
  ).optional(),
});

export const newLaneBody = namedObject("NewLane", {
  name: z.string().optional().describe(`${NAME_RULE}; generated when left out`),
  seed: seed.optional(),
});

/** Calls about the server's lanes. */
export const laneCalls = [
  call("GET /lanes", "The existing lanes", {
    answers: {
      200: z.strictObject({
        lanes: z.array(listedLaneSchema),
        opens: text("the lanes that the token opens, if it is a team's", "team-a-*").optional(),
      }),
    },
    run: async ({ context: { lanes } }) => {
      const usage = await lanes.usage();
      const all = await Promise.all((await lanes.names()).map((name) => summaryOf(lanes, name, usage)));
      return ok({ lanes: all.flatMap((lane) => lane ?? []), opens: lanes.opened });
    },
  }),
  call("POST /lanes", "Creates a lane", {
    body: newLaneBody,
    looks: true,
    answers: { 201: laneSchema },
    run: async ({ context: { lanes }, body }) => {
      const { name, seed } = body;
      if (name !== undefined && !isName(name)) return noName(name);
      const lane = name === undefined ? await addUnnamed(lanes, seed) : await lanes.add(name, { seed });
      return lane ? created(await infoOf(lanes, lane)) : laneExists(name!);
    },
  }),
  call("DELETE /lanes/{name}", "Drops a lane", {
    params: { name: "the lane's name" },
    answers: { 204: null },
    run: async ({ context: { lanes }, params: { name } }) =>
      (await lanes.drop(name)) ? gone : noSuch("lane", name, await lanes.names(), "GET /_sandbox/lanes lists them"),
  }),
];

type LanesOfServer = ControlContext["lanes"];

export const laneExists = (
  name: string,
  fix = "it may be of an earlier try: DELETE it first, or POST its reset",
): ControlRefusal => refuse(409, "lane-exists", `there is a lane ${name}`, fix);

export const infoOf = async ({ url }: LanesOfServer, { name, store }: Lane) => ({
  name,
  url: url(name),
  seed: (await store.views.lane()).seed,
});

/** Undefined if the lane was dropped in the meantime. */
async function summaryOf(lanes: LanesOfServer, name: string, usage: Awaited<ReturnType<LanesOfServer["usage"]>>) {
  const seed = await lanes.seed(name);
  if (seed === undefined) return undefined;
  const { orders = 0, calls } = usage.get(name) ?? {};
  return { name, url: lanes.url(name), seed, orders, calls };
}

/** How many lane names each server has generated, so that no name is generated twice. */
const made = new WeakMap<LanesOfServer, number>();

/** Skips names that already exist, or that another process generated at the same time. */
async function addUnnamed(lanes: LanesOfServer, seed: number | undefined): Promise<Lane> {
  const n = (made.get(lanes) ?? 0) + 1;
  made.set(lanes, n);
  return (await lanes.add(`lane-${n}`, { seed })) ?? addUnnamed(lanes, seed);
}
