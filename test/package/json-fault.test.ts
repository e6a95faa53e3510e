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
  [
    "{amount:5}",
    'not valid JSON: unexpected amount at line 1, column 2; names and texts need double quotes, such as "amount"',
  ],
  [
    '{"a":card}',
    'not valid JSON: unexpected card at line 1, column 6; names and texts need double quotes, such as "amount"',
  ],
  [
    '{"a":5 ,\n}',
    'not valid JSON: unexpected "}" after a comma at line 2, column 1; write no comma before the bracket that closes',
  ],
  [
    "[1,]",
    'not valid JSON: unexpected "]" after a comma at line 1, column 4; write no comma before the bracket that closes',
  ],
  ['{"a":}', 'not valid JSON: unexpected "}" at line 1, column 6; a value is missing before it'],
  ['{"a":1 "b":2}', 'not valid JSON: unexpected "\\"" at line 1, column 8; a comma or a colon is missing before it'],
  ['{"a":1 // x\n}', 'not valid JSON: unexpected "/" at line 1, column 8; JSON has no comments'],
  [
    '{"a":;}',
    'not valid JSON: unexpected ";" at line 1, column 6; JSON allows nothing of the kind there. Let a JSON library write the text',
  ],
  [" ", "empty"],
])("of %j is %s", (text, problem) => expect(jsonProblem(text)).toBe(problem));
