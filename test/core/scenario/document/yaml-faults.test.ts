import { expect, it } from "vitest";
import { parseDocument } from "yaml";
import { faultsOf } from "../../../../src/core/scenario/document/yaml-faults.js";

const faults = (text: string) =>
  faultsOf(parseDocument(text, { uniqueKeys: false }), text).map(({ offset, what }) => [offset, what]);

it("are told in the order of the text, whoever found them", () => {
  const text = "a: 1\na: 2\nb: 'open\n";
  expect(faults(text).map(([offset]) => offset)).toEqual([5, text.indexOf("open") + 5]);
});

it("name the place of a key that is no text", () => {
  expect(faults("x: 1\n? [a, b]\n: 2\n")).toEqual([[7, "a key is a list or an object"]]);
});

it("name an alias inside its own anchor, and one without an anchor", () => {
  expect(faults("a: &x [*x]\nb: *y\n")).toEqual([
    [7, "the alias *x stands inside &x, which makes it endless"],
    [14, "the text *y begins with an unquoted *, which YAML reads as an alias"],
  ]);
});

it("are none in a text that is right", () => {
  expect(faults("a: &x [1]\nb: *x\nc: { a: 1, b: 2 }\n")).toEqual([]);
});
