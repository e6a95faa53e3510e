import { packageText } from "../package/files.js";

let text: string | undefined;

/**
 * The pages' whole script, which spares the shopper typing and waiting: `islands/`, bundled by the build. It goes into
 * each page under its nonce. Read when the first page is shown; a read that failed is tried again with the next page.
 */
export function script(): string {
  text ??= packageText("dist/pages/script.js");
  return text;
}
