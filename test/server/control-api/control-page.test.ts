import { expect, it } from "vitest";
import { controlDetails, controlRows } from "../../../build/docs/control-calls.js";
import { table } from "../../../build/docs/tables.js";
import { packageText } from "../../../src/package/files.js";

// What the schemas say of calls and answers stands on this page, with their examples: whoever changes one sees it there.

const page = packageText("docs/control-api.md");
const part = (name: string): string =>
  page.split(`<!-- ${name}:begin -->`)[1]!.split(`<!-- ${name}:end -->`)[0]!.trim();

it("the page of the control API lists the calls (npm run docs)", () => {
  expect(part("control")).toBe(table(["call", "what it does", "takes", "answers"], controlRows()).trim());
});

it("the page of the control API tells each call with an example of its answer (npm run docs)", () => {
  expect(part("control-details")).toBe(controlDetails().trim());
});

it("the page of the control API has a row for each member of a body with variants, with all its values", () => {
  expect(part("control-details")).toContain("| `action` * | `freeze`, `set`, `advance`, `resume`, `run-until-idle` |");
  expect(part("control-details")).toContain("| `by` | duration, or `0` |");
});
