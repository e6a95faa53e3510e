import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { packagePath } from "../../../package/files.js";

/**
 * The comment by which editors complete and check a scenario file: it names the schema as seen from the file, that of the
 * project's own package, else that of this one.
 */
export function schemaLine(file: string): string {
  const own = "node_modules/payment-sandbox/scenario.schema.json";
  const schema = existsSync(own) ? own : packagePath("scenario.schema.json");
  return `yaml-language-server: $schema=${relative(dirname(file), resolve(schema)).replaceAll("\\", "/")}`;
}
