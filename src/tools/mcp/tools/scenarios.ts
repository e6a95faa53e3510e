import { readFileSync } from "node:fs";
import * as z from "zod";
import { sentence } from "../../../core/scenario/values/issues.js";
import { outcomes } from "../../../core/scenario/values/outcomes.js";
import { catalogueNames, cataloguePath, meantScenario, readCatalogue } from "../../../lane/catalogue/scenario-files.js";
import { InvalidInput } from "../../../package/errors.js";
import { tool } from "../tool.js";

export const listScenariosTool = tool({
  name: "list_scenarios",
  title: "List scenarios and outcomes",
  about:
    "Lists the scenarios that ship with the sandbox and every outcome that force_outcome can force. With a name, returns the text of that scenario's file.",
  input: z.strictObject({ name: z.string().min(1).optional().describe("prints the file of this scenario") }),
  isReading: true,
  run: async ({ name }) => {
    if (name !== undefined) return catalogueText(name);
    const stories = await Promise.all(catalogueNames().map(async (one) => (await readCatalogue(one))!.scenario));
    return [
      "Scenarios:",
      ...stories.map(({ name: called, description = "" }) => `${called}: ${firstSentence(description)}`),
      "Outcomes:",
      ...outcomes.map(({ name: called, kind, code, message }) => `${called}: ${kind} ${code} ${message}`),
    ].join("\n");
  },
});

function firstSentence(text: string): string {
  const whole = text.trim().replace(/\s+/g, " ");
  const first = /^.*?\.(?=\s|$)/.exec(whole)?.[0] ?? whole;
  return first.length > SENTENCE_MAX ? `${first.slice(0, SENTENCE_MAX - 1)}…` : first;
}

const SENTENCE_MAX = 300;

async function catalogueText(name: string): Promise<string> {
  const names = catalogueNames();
  if (names.includes(name)) return readFileSync(cataloguePath(name), "utf8");
  const didYouMean = await meantScenario(name);
  const what = `the catalogue has no scenario ${JSON.stringify(name)}`;
  throw new InvalidInput(sentence({ what, expected: `one of ${names.join(", ")}`, ...(didYouMean && { didYouMean }) }));
}
