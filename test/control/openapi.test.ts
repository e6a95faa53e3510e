import { validate } from "@readme/openapi-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ControlContext } from "../../src/control/context.js";
import { controlApi } from "../../src/control/routes.js";
import { endpoints } from "../../src/wire/endpoints/index.js";
import { startTestSandbox, type TestSandbox } from "../support/sandbox.js";

let sandbox: TestSandbox;
// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested.
let document: any;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  document = (await sandbox.control("GET", "openapi.json")).body;
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** `GET /orders/{id}` for each call that the document tells, below `/_sandbox`. */
const told = (): string[] =>
  Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    path.startsWith("/_sandbox/")
      ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice("/_sandbox".length)}`)
      : [],
  );

/** The same for each route that is there; the inspection page is not the control API's own. */
function routed(): string[] {
  const context = { lanes: {}, catalogue: {}, snapshots: {} } as ControlContext;
  const routes = controlApi(context).routes.filter(({ method }) => method !== "ALL");
  const calls = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  return [...new Set(calls), "GET /ui"];
}

describe("GET openapi.json", () => {
  it("is valid OpenAPI 3.1", async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const result = await validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it("tells every call of the control API, and no other", () => {
    expect(told().sort()).toEqual(routed().sort());
  });

  it("tells the payment API, whose request is a text that holds the parameters", () => {
    const schema =
      document.paths["/hosted-checkout/refund"].post.requestBody.content["application/json"].schema.properties.request;
    expect(schema).toMatchObject({ type: "string", contentMediaType: "application/json" });
    expect(Object.keys(schema.contentSchema.properties)).toContain("amount");
    const payment = Object.keys(document.paths).filter((path) => !path.startsWith("/_sandbox/"));
    expect(payment.sort()).toEqual(endpoints.map(({ path }) => `/${path}`).sort());
  });

  it("carries the schemas that check the bodies: an unknown member is one too many there too", () => {
    const { Simulation, Rule } = document.components.schemas;
    expect(Simulation.additionalProperties).toBe(false);
    expect(Simulation.properties.action.enum).toEqual(["pay", "decline", "cancel", "expire", "settle"]);
    expect(Object.keys(Rule.properties)).toEqual(expect.arrayContaining(["when", "then", "times", "chance"]));
  });
});
