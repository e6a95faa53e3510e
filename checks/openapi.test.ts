import { validate } from "@readme/openapi-parser";
import { expect, it } from "vitest";
import { openApiDocument } from "../build/generated.js";

it("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const document = JSON.parse(openApiDocument());
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(await validate({ ...document, paths: { "/x": { get: { responses: 1 } } } })).toMatchObject({ valid: false });
});
