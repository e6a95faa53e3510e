import * as z from "zod";
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
      const name = body.name ?? (await freeName(lanes));
      const unfit = await unfitName(lanes, name);
      if (unfit) return unfit;
      const { store } = await lanes.create(name, body.seed);
      return created({ name, url: lanes.url(name), seed: (await store.views.lane()).seed });
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

/** Why a new lane cannot be called so; undefined where it can. */
export async function unfitName(lanes: LanesOfServer, name: string): Promise<Refusal | undefined> {
  if (!lanes.isName(name)) {
    const fix = "use letters, digits, '.', '_' and '-', up to 64";
    return refuse(400, "invalid-name", `name: ${name} is no lane's name`, fix);
  }
  if (!(await lanes.names()).includes(name)) return undefined;
  return refuse(409, "lane-exists", `there is a lane ${name}`, "DELETE it first, or POST its reset");
}

/** Undefined where it was dropped meanwhile. */
async function summaryOf(lanes: LanesOfServer, name: string) {
  const seed = await lanes.seed(name);
  return seed === undefined ? undefined : { name, url: lanes.url(name), seed };
}

/** How many names each server made up: a name is not made up twice. */
const made = new WeakMap<LanesOfServer, number>();

async function freeName(lanes: LanesOfServer): Promise<string> {
  const n = (made.get(lanes) ?? 0) + 1;
  made.set(lanes, n);
  return (await lanes.names()).includes(`lane-${n}`) ? freeName(lanes) : `lane-${n}`;
}
