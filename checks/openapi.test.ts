import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "@readme/openapi-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../build/generated.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "openapi-"));
  writeFileSync(join(folder, "openapi.json"), openApiDocument());
});

const tool = (name: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [`checks/node_modules/.bin/${name}`, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const document = JSON.parse(openApiDocument());
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await validate(structuredClone(document))).toMatchObject({ valid: true });
    expect(await validate({ ...document, paths: { "/x": { get: { responses: 1 } } } })).toMatchObject({ valid: false });
  });

  it("has no errors for redocly lint", () => {
    const { totals } = JSON.parse(tool("redocly", "lint", "--format=json", join(folder, "openapi.json")));
    expect(totals.errors).toBe(0);
  });

  it("gives types in which a member with a default may be left out", () => {
    const types = join(folder, "openapi.d.ts");
    tool("openapi-typescript", join(folder, "openapi.json"), "-o", types);
    const use = join(folder, "use.ts");
    writeFileSync(
      use,
      `import type { components, webhooks } from "./openapi.js";
export const wait: components["schemas"]["WaitForOrder"] = { for: "order", match: { merchantReference: "A-1" } };
export const card: components["schemas"]["CardEntrySimulation"] = { action: "decline" };
type Body = webhooks["payment"]["post"]["requestBody"]["content"]["application/json"];
export const paid = (body: Body): string => body.merchantReference + body.amount;
`,
    );
    const strict = ["--ignoreConfig", "--strict", "--noEmit", "--module", "nodenext", "--moduleResolution", "nodenext"];
    // The clone's own compiler takes a fifth of the time of the one in checks/node_modules.
    const tsc = "node_modules/typescript/bin/tsc";
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...strict, use], { encoding: "utf8" });
    expect(status, stdout).toBe(0);
  });
});
