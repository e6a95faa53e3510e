// npm runs it in a clone after every install. A second `npm ci` doesn't build again if no source has changed.
import { globSync, rmSync } from "node:fs";
import { linkBins } from "./bin-links.ts";
import { isBuilt } from "./built-from.ts";

if (!isBuilt()) await import("./build.ts");
linkBins(".");
// The C headers of the clone's Node.js and the C sources of SQLite: a seventh of the whole install, and nothing is compiled here.
const sources = ["node_modules/node/node_modules/node-*/include", "node_modules/better-sqlite3/deps"];
for (const folder of globSync(sources)) rmSync(folder, { recursive: true });
