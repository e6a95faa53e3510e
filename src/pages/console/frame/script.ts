import { packageText } from "../../../package/files.js";

let text: string | undefined;

/**
 * The console's whole script, which the build bundles from `islands/console/`. If it can't be read, the next page
 * tries again.
 */
export function consoleScript(): string {
  text ??= packageText("dist/pages/console.js");
  return text;
}
