import { readFileSync, writeFileSync } from "node:fs";
import { pages, renderPage } from "./readme.js";

for (const file of Object.keys(pages)) writeFileSync(file, renderPage(file, readFileSync(file, "utf8")));
