import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const installed = [
  process.env.CHROME_PATH,
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A browser of the machine's own, else the one that comes with the dev dependencies (Linux, x64). */
export const browserFile = (): string => installed.find((path) => path && existsSync(path)) ?? unpacked();

/** Unpacked once a machine; renamed into place, so that test files that run at once never see half of it. */
function unpacked(): string {
  const bin = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..", "bin");
  const packed = join(bin, "chromium.br");
  const home = join(tmpdir(), "payment-sandbox-browser");
  const path = join(home, `chromium-${readFileSync(packed).length}`);
  if (existsSync(path)) return path;
  mkdirSync(home, { recursive: true });
  const fresh = join(mkdtempSync(join(home, "new-")), "chromium");
  writeFileSync(fresh, brotliDecompressSync(readFileSync(packed)));
  chmodSync(fresh, 0o755);
  renameSync(fresh, path);
  return path;
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
