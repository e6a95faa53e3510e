import { createHash } from "node:crypto";
import type { CallFact, LaneFacts } from "../observe/facts.js";
import { pointName } from "./mutant.js";
import { pointsOf } from "./points.js";

/** Ports and lanes differ in every run. */
const ADDRESS = /\b(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/lane\/[\w.-]+)?/g;

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:[\d:.]+(Z|[+-]\d\d:?\d\d)?/g;

/** The text of a call without what differs in every run. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, "shop");

/**
 * A hash of each call's request in the first run, by the name that its mutants have, such as `sale#1`. References count by
 * their place, because a shop may make new ones in each run.
 */
export const callHashes = (lanes: readonly LaneFacts[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lanes.flatMap((lane) =>
      pointsOf(lane).map((point) => [
        pointName(point),
        createHash("sha256")
          .update(`${point.call.operation} ${requestShape(point.call, lane)}`)
          .digest("hex")
          .slice(0, HASH_CHARS),
      ]),
    ),
  );
const HASH_CHARS = 16;

/** A request without addresses and times, and with each order's place instead of its reference. */
export const requestShape = ({ request }: Pick<CallFact, "request">, { orders }: LaneFacts): string =>
  orders.reduce(
    (text, { reference }, i) => (reference === "" ? text : text.replaceAll(reference, `order ${i}`)),
    withoutAddresses(request).replace(INSTANT, "time"),
  );
