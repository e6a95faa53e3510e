import { expect, it } from "vitest";
import { printable } from "../../src/package/printable.js";

it.each([
  ["plain text, 中文 and é", "plain text, 中文 and é"],
  ["two\tcolumns\nand a line", "two\tcolumns\nand a line"],
  ["\u001b[2Jgone\u0000", "\\x1b[2Jgone\\x00"],
  ["1.0\u202eSSAP\u2069", "1.0\\u202eSSAP\\u2069"],
])("prints %j as %j", (text, safe) => {
  expect(printable(text)).toBe(safe);
});
