// npm run conformance-shops [-- --seed <n>] [--shop <name,…>] [--jobs <n>] [--out <json>] [--page <md>]: all tests
// over examples/shops, each shop with all its mutants. Build first. Some 70 shops take six minutes in three processes, each with --shop
// and --out of its own; then --join new.json,old.json makes one JSON and the page: each shop's first results count.
import { browserArgs, browserFile } from "../../test/support/browser.ts";
import { bundle } from "../servers.ts";

process.env.BROWSER_FILE ??= browserFile();
process.env.BROWSER_ARGS ??= browserArgs.join(" ");

// The tests are data of the product's own, which Node cannot load unbundled.
await import(await bundle("conformance-shops/main"));
