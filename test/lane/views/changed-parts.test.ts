import { expect, it } from "vitest";
import { changedParts } from "../../../src/lane/views/changed-parts.js";
import { exchange } from "../../support/exchange.js";
import { storedToken } from "../../support/orders.js";

const merchants = [{ merchantId: 3, publicKeys: [], capabilities: {} }];
const tokens = [storedToken()];
const rules = { removed: ["rule-1"] };

it.each<[string, Parameters<typeof changedParts>[0], readonly string[]]>([
  ["nothing", {}, []],
  ["a rule", { rules }, ["rules"]],
  ["a rule that was switched off", { lane: { disabledRules: ["rule-1"] } }, ["rules"]],
  ["a rule of a file that was taken away", { lane: { removedRules: ["s#1"] } }, ["rules"]],
  ["another scenario", { lane: { replacedScenario: {} as never } }, ["rules"]],
  ["a clock", { lane: { clock: { mode: "wall", offsetMs: 0 } } }, []],
  ["a merchant", { merchants }, ["merchants"]],
  ["a stored card", { tokens }, ["tokens"]],
  ["lists that are empty", { merchants: [], tokens: [] }, []],
  ["all of them", { rules, merchants, tokens }, ["rules", "merchants", "tokens"]],
  ["a call, which tells of itself", { rules, merchants, tokens, exchange: exchange() }, []],
])("names the parts that a commit changed by hand: %s", (_, changes, expected) => {
  expect(changedParts(changes)).toEqual(expected);
});
