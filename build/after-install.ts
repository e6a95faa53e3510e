// npm runs it in a clone after every install. A second `npm ci` doesn't build again if no source has changed.
import { linkBins } from "./bin-links.ts";
import { isBuilt } from "./built-from.ts";

if (!isBuilt()) await import("./build.ts");
linkBins(".");
