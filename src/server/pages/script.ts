import { packageText } from "../../package/files.js";
import { once } from "../../package/once.js";

/** The hosted pages' whole script, which saves the shopper typing and waiting. Each page includes it with its nonce. */
export const script = bundled("script.js");
/** The console's whole script. */
export const consoleScript = bundled("console.js");
/** The console's own style sheet. */
export const consoleStyle = bundled("console-style.css");

/** A script or a style sheet that the build bundles from `islands/`. Read for the first page, and if that fails, again for the next. */
function bundled(name: string): () => string {
  return once(() => packageText(`dist/pages/${name}`));
}
