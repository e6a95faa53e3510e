import { expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { IN_HANDLER_MS } from "../../src/tools/judge/mutants/crashes.js";
import { INTERLEAVINGS } from "../../src/tools/judge/mutants/plan.js";
import { PATIENCE_MS } from "../../src/tools/judge/run/settled-run.js";
import { AFTER_ANSWER_MS, QUIET_MAX_MS, QUIET_MS } from "../../src/tools/judge/run/timing/crash.js";
import { PATIENCE_MAX_MS, PATIENCE_MIN_MS } from "../../src/tools/judge/run/timing/queries.js";
import { PATIENCE } from "../../src/tools/judge/run/timing/steps.js";
import { AGAIN, LONGER, PARTS, TIMES } from "../../src/tools/judge/run/timing/variants.js";

const textOf = (file: string): string => packageText(file).replace(/\s+/g, " ");
const words = ["no", "one", "two", "three", "four", "five"];
const percent = PARTS.map((part) => part * 100);

it.each([
  `same moment, ${words[TIMES]} times`,
  `at least ${LONGER === 2 ? "twice" : LONGER} as long`,
  `starts at ${percent.slice(0, -1).join(", ")} and ${percent.at(-1)} %`,
  `${words[AGAIN]} more follow`,
  `${PATIENCE} times what the first handler took, at least ${PATIENCE_MIN_MS / 1000} s and at most ${PATIENCE_MAX_MS / 1000} s`,
  `(by default ${INTERLEAVINGS})`,
  `before the shop has read it, and in a second run at its next call or after ${AFTER_ANSWER_MS} ms`,
  `as soon as the notification is sent, and ${IN_HANDLER_MS} ms later`,
  `If it makes none, ${IN_HANDLER_MS} ms after`,
  `no call for ${QUIET_MS} ms, at most ${QUIET_MAX_MS / 1000} s`,
])("docs/races-and-crashes.md says: %s", (said) => {
  expect(textOf("docs/races-and-crashes.md")).toContain(said);
});

it("docs/judge.md says how long the judge asks for the beliefs", () => {
  expect(textOf("docs/judge.md")).toContain(`for at most ${words[PATIENCE_MS / 1000]} seconds`);
});
