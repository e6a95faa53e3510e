import { describe, expect, it } from "vitest";
import { assumptions, type Policy } from "../../../../src/core/facts/assumptions.js";
import { assume } from "../../../../src/lane/choices.js";
import { checkInvariants } from "../../../../src/lane/invariants.js";
import { whyNot } from "../../../../src/lane/notify/answer.js";
import { testLanes } from "../../../support/lanes.js";
import { ofFile } from "../../../support/of-file.js";
import { type Seen, sections, walk } from "../../../support/tour.js";
import { differences } from "./choice-differences.js";

type Id = keyof Policy;

const touched = new Map<string, Set<string>>();
const usual = new Map<string, Seen>();
let at = "";
let made = 0;

const lanes = ofFile(
  await testLanes(
    {},
    {
      notifier: {
        // Shops that print a line break after OK, and shops that fail.
        deliver: async ({ url }, policy) => {
          const body = url.endsWith("line-break") ? "OK\n" : "no";
          const why = whyNot(200, body, true, policy?.acknowledgement ?? "trimmed");
          return { verdict: why ? "failed" : "acknowledged", request: "{}", status: 200, body, durationMs: 0, why };
        },
        close: async () => {},
      },
      hooks: { choiceWatcher: (id) => touched.get(at)?.add(id) },
    },
  ),
);
for (const section of Object.keys(sections)) {
  at = section;
  touched.set(section, new Set());
  usual.set(section, await walk(await lanes.ready(`usual-${section}`), section));
}
at = "";

/** One order more moves all later ids. */
const comparable = (value = ""): string =>
  value
    .replace(/\/lane\/[\w-]+/g, "")
    .replace(/(checkout|card-entry)\/[\w-]+/g, "$1/_")
    .replace(/"id":\d+|order \d+/g, "id _")
    .replace(/"stan":"\d+"/g, (stan) => stan.replace(/\d/g, "0"));

/** The steps that go otherwise under a choice, as `section: step`. A section that did not look at it cannot change. */
async function changedBy(id: Id, choice: string): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const section of Object.keys(sections).filter((name) => touched.get(name)!.has(id))) {
    const lane = await lanes.ready(`choice-${++made}`);
    await assume(lane, { [id]: choice });
    const seen = await walk(lane, section);
    const before = usual.get(section)!;
    const steps = Object.keys({ ...before, ...seen });
    const isChanged = (step: string): boolean => comparable(before[step]) !== comparable(seen[step]);
    changed.push(...steps.filter(isChanged).map((step) => `${section}: ${step}`));
    expect((await checkInvariants(lane)).broken).toEqual([]);
    await lanes.drop(lane.name);
  }
  return changed;
}

const alternatives = assumptions.flatMap(({ id, choices }) =>
  choices.slice(1).map((choice) => [id as Id, choice] as const),
);

describe("under another choice nothing changes but what it names", () => {
  it.each(alternatives)("%s: %s", async (id, choice) => {
    const expected: readonly string[] | undefined = differences[`${id}: ${choice}`];
    expect(await changedBy(id, choice)).toEqual(expected);
    expect(expected?.length).toBeGreaterThan(0);
  });
});
