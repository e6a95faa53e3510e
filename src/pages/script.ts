import { packageText } from "../package/files.js";

let text: string | undefined;

/**
 * The hosted pages' whole script, which saves the shopper typing and waiting. The build bundles it from `islands/`.
 * Each page includes it with its nonce. It is read for the first page, and if that fails, again for the next.
 */
export function script(): string {
  text ??= packageText("dist/pages/script.js");
  return text;
}
