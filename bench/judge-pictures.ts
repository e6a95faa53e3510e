import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../test/support/browser.ts";
import { at } from "./servers.ts";

// npm run judge-pictures: the pictures of docs/judge.md, of the built sandbox. Takes minutes.
// npm run judge-pictures -- <file>: the same of a report that is there.

const SIZE = { width: 1120, height: 760 };

using folder = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-pictures-"));
const report = process.argv[2] ?? join(folder.path, "judge.html");
if (process.argv[2] === undefined) judge();

await using browser = await openBrowser();
const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
await page.goto(pathToFileURL(report).href);
const picture = (name: string) => page.screenshot({ path: at(`../docs/images/judge-${name}.png`) });
await picture("report");
const map = page.getByRole("heading", { name: "What was changed" });
await map.evaluate((heading) => heading.scrollIntoView({ block: "center" }));
await picture("map");
// A cell of the map leads to its run.
await page.locator("table a.bad").first().click();
await picture("timeline");

/** Judges the shop that docs/judge.md judges. The exit code tells of its mistakes. */
function judge(): void {
  const command = ["judge", "--report", `html=${report}`, "--", "node", "examples/shops/charges-again.mjs"];
  spawnSync(process.execPath, ["bin/payment-sandbox.js", ...command], { cwd: at(".."), stdio: "inherit" });
}
