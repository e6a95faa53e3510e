import { expect, it } from "vitest";
import { withUrl } from "../../src/package/default-url.js";

it.each([
  ["a sandbox", "http://localhost:1", "http://localhost:1/_sandbox", "http://localhost:1/lane/b/_sandbox"],
  ["a lane", "http://localhost:1/lane/a", "http://localhost:1/lane/a/_sandbox", "http://localhost:1/lane/b/_sandbox"],
  [
    "a lane at the default address",
    "http://localhost:4655/lane/a",
    "http://localhost:4655/lane/a/_sandbox",
    "http://localhost:4655/lane/b/_sandbox",
  ],
])("the documentation's commands name %s, and other lanes below the sandbox", (_, url, own, other) => {
  const text = "curl http://localhost:4655/_sandbox http://localhost:4655/lane/b/_sandbox";
  expect(withUrl(text, url)).toBe(`curl ${own} ${other}`);
});
