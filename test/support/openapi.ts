import { renameSync, writeFileSync } from "node:fs";
import { openApiDocument } from "../../build/generated.js";
import { packagePath } from "../../src/package/files.js";

/** Puts the OpenAPI document of the sources as they are where the server reads it. */
export function writeOpenApi(): void {
  const aside = packagePath(`dist/openapi.json.${process.pid}`);
  writeFileSync(aside, openApiDocument());
  renameSync(aside, packagePath("dist/openapi.json"));
}
