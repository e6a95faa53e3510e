import { packageText } from "../../package/files.js";

let text: string | undefined;

/** The console's whole script: `islands/console/`, bundled by the build. A read that failed is tried again with the next page. */
export function consoleScript(): string {
  text ??= packageText("dist/pages/console.js");
  return text;
}
