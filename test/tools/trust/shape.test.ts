import { expect, it } from "vitest";
import { sentenceShape, shapeOf } from "../../../src/tools/trust/calibrate/results/shape.js";

it.each([
  ["2026-01-05T02:00:00.000Z", '"0000-00-00T00:00:00.000Z"'],
  ["0012345", "a text of 7 digits"],
  ["MAESTRO", '"MAESTRO"'],
  ["anna@example.com", "an email address"],
  ["9f3c-22", "another text"],
  [1795363016198, "a number"],
  [null, "null"],
  [undefined, "left out"],
])("the shape of %j is %s", (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

it("a sentence keeps its words and loses its values", () => {
  const shape = 'createTime is "0000-00-00T00:00:00.000Z"';
  expect(sentenceShape('createTime is "2026-01-05T02:00:00.000Z"')).toBe(shape);
  expect(sentenceShape(shape)).toBe(shape);
});
