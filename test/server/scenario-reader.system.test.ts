import "../support/dist.js";
import { afterAll, expect, it } from "vitest";
import { readScenarioText } from "../../src/control/world/read-scenario.js";
import { ScenarioReader } from "../../src/server/scenarios-apart/scenario-reader.js";

const reader = new ScenarioReader();
afterAll(() => reader.close());

const rules = Array.from({ length: 300 }, () => ({ when: { reason: "a*b" }, then: { outcome: "approve" } }));

it.each([
  ["that fits", { text: JSON.stringify({ name: "large", rules }), isYaml: false }],
  ["in YAML", { text: `name: x\nrules:\n${"  - then: { outcome: approve }\n".repeat(200)}`, isYaml: true }],
  ["with a mistake", { text: `name: x\n${"nmae: y\n".repeat(1000)}`, isYaml: true }],
  ["that is no JSON", { text: "{".repeat(20_000), isYaml: false }],
])("a large document %s is read in the built thread as it would be read here", async (_, document) => {
  expect(await reader.read(document)).toEqual(JSON.parse(JSON.stringify(await readScenarioText(document))));
});
