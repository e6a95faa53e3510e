import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { kept } from "../../build/kept.js";

const installed = [
  process.env.CHROME_PATH,
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A browser of the machine's own, else the one that comes with the dev dependencies (Linux, x64). */
export const browserFile = (): string => installed.find((path) => path && existsSync(path)) ?? unpacked();

/** Unpacked once a machine. */
function unpacked(): string {
  const bin = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
  const packed = readFileSync(join(bin, "chromium.br"));
  const home = kept(`chromium-${packed.length}`, (folder) =>
    writeFileSync(join(folder, "chromium"), brotliDecompressSync(packed), { mode: 0o755 }),
  );
  return join(home, "chromium");
}

export const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--hide-scrollbars",
] as const;

/** A headless Chromium; close it after the tests of a file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: browserFile(),
    headless: true,
    args: [...browserArgs],
  });
  // A step may take as long as its test: a busy machine is no fault of the page.
  browser.on("context", (context) => context.setDefaultTimeout(0));
  return browser;
}
