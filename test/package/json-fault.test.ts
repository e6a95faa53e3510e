import { expect, it } from "vitest";
import { jsonProblem } from "../../src/package/json-fault.js";

it.each([
  ["{'a': 1}", `not valid JSON: unexpected "'" at line 1, column 2; JSON has double quotes only`],
  ['{"a":3', "not valid JSON: it breaks off after 6 characters; a bracket or a quote is missing"],
  ['{"a":1} x', "not valid JSON: unexpected x after its end, at line 1, column 9; send nothing after the JSON"],
  [
    '{"a": True}',
    "not valid JSON: unexpected True at line 1, column 7; write null, true or false: this is a word of a programming language",
  ],
  [" ", "empty"],
])("of %j is %s", (text, problem) => expect(jsonProblem(text)).toBe(problem));
