import { createHash } from "node:crypto";
import { once } from "../../../../package/once.js";
import { allColours, monospace, sequenceStyle, typeface } from "../../../../package/palette.js";
import { consoleScript, consoleStyle } from "../../script.js";

/** The console's style sheet, with the colours and diagrams that reports have too, and its script. Browsers keep them. */
export const assets = {
  "style.css": asset("text/css; charset=UTF-8", () => {
    const shared = `${allColours}${sequenceStyle}:root{--typeface:${typeface};--monospace:${monospace}}`;
    return `${shared}${consoleStyle()}`.replace(/\n/g, "");
  }),
  "script.js": asset("text/javascript; charset=UTF-8", consoleScript),
} as const;

/** Made for the first page. The version changes with the text, and stands in the address. */
function asset(type: string, textOf: () => string) {
  return once(() => {
    const text = textOf();
    return { type, text, version: createHash("sha256").update(text).digest("base64url").slice(0, 10) };
  });
}

/** The address of an asset in the page of a lane. */
export const assetPath = (home: string, name: keyof typeof assets): string =>
  `${home}/${name}?v=${assets[name]().version}`;
