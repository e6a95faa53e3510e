import { expect, it } from "vitest";
import { spokenDifferences } from "../../../src/tools/trust/replay/differences.js";

const side = (body: object, http = 200) => ({ http, body: body as Readonly<Record<string, unknown>> });

it.each([
  [
    "the same refusal with another detail",
    { responseCode: "1001", message: "invalid: a" },
    { responseCode: "1001", message: "invalid: b" },
    [],
  ],
  [
    "another code",
    { responseCode: "77", message: "x" },
    { responseCode: "1001", message: "x" },
    ["responseCode: 77 there, 1001 here"],
  ],
  [
    "another message of a refusal",
    { responseCode: "1001", message: "no" },
    { responseCode: "1001", message: "bad" },
    ['message: "no" there, "bad" here'],
  ],
  [
    "another message of a success",
    { responseCode: "0000", message: "OK" },
    { responseCode: "0000", message: "Success" },
    ['message: "OK" there, "Success" here'],
  ],
  ["success and refusal, which is told elsewhere", { responseCode: "0000" }, { responseCode: "1001" }, []],
])("%s", (_, there, here, lines) => {
  expect(spokenDifferences(side(there), side(here))).toEqual(lines);
});
