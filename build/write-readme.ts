import { readFileSync, writeFileSync } from "node:fs";
import { renderReadme } from "./readme.js";

writeFileSync("README.md", renderReadme(readFileSync("README.md", "utf8")));
