import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { scenarioMembersOf } from "../../build/docs/scenario-members.js";
import { meanwhiles, visitInstants } from "../../src/core/scenario/effects/effects.js";
import { besideForgeries } from "../../src/core/scenario/effects/forgeries.js";
import { packageText } from "../../src/package/files.js";
import { startTestSandbox, type TestSandbox } from "../support/sandbox.js";
import { checked, placeOf } from "./blocks.js";

const examples = checked("yaml").filter(({ file }) => file === "docs/scenarios.md" || file === "docs/around-a-call.md");

/** The members that a document says, spelt `rules[i].when`. */
function saidBy(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => saidBy(one, `${path}[i]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = path === "" ? name : `${path}.${name}`;
    return [member, ...saidBy(inner, member)];
  });
}

it.each([...besideForgeries, ...meanwhiles, ...visitInstants])("docs/around-a-call.md has the value %s", (value) => {
  expect(packageText("docs/around-a-call.md")).toContain(`\`${value}\``);
});

describe("the page of scenario files", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox[Symbol.asyncDispose]());

  it("has an example of every member", () => {
    const json = checked("json").filter(({ word }) => word === "scenario");
    const said = new Set([...examples, ...json].flatMap(({ text }) => saidBy(parse(text))));
    const missing = scenarioMembersOf().filter(({ name }) => !said.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(examples.map((block) => [placeOf(block), block.text] as const))(
    "has at %s an example that a lane takes",
    async (_, text) => {
      const applied = await fetch(`${sandbox.url}/_sandbox/scenario`, {
        method: "PUT",
        headers: { "Content-Type": "application/yaml" },
        body: text,
      });
      expect(await applied.json()).toMatchObject({ name: parse(text).name });
      expect(applied.status).toBe(200);
    },
  );
});
