import * as z from "zod";
import { durationWords, parseDuration } from "../values/duration.js";
import { named } from "../values/public-schemas.js";
import { durationSchema } from "../values/schema-parts.js";

export const delaySchema = named(
  "Delay",
  z.union(
    [
      durationSchema,
      z
        .strictObject({
          min: durationSchema.describe("the shortest delay; all delays up to max are equally likely"),
          max: durationSchema.describe("the longest delay"),
        })
        .refine(({ min, max }) => parseDuration(min) <= parseDuration(max), { error: "min not above max" }),
      z
        .strictObject({
          median: durationSchema.describe("half of the delays are shorter"),
          p99: durationSchema.describe("one delay in a hundred is longer"),
        })
        .refine(({ median, p99 }) => parseDuration(median) <= parseDuration(p99), { error: "median not above p99" }),
    ],
    { error: (issue) => `${durationWords(issue)}; or {min, max}, or {median, p99}, of durations` },
  ),
);
export type Delay = z.output<typeof delaySchema>;

export function delayText(delay: Delay): string {
  if (typeof delay !== "object") return String(delay);
  return "min" in delay ? `${delay.min} to ${delay.max}` : `about ${delay.median}, at most ${delay.p99} in 99 of 100`;
}
