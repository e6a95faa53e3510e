import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { installed } from "../../build/installed.js";
import { isKept, kept } from "../../build/kept.js";
import { packagePath } from "../../src/package/files.js";
import { buildOnce } from "./build-lock.js";

const machines = [
  process.env.CHROME_PATH,
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const ofMachine = (): string | undefined => machines.find((path) => path && existsSync(path));

const CHROMIUM = packagePath("test/support/chromium");
const { dependencies } = JSON.parse(readFileSync(join(CHROMIUM, "package.json"), "utf8"));
const KEPT = `chromium-${dependencies["@sparticuz/chromium"]}`;

/** A browser of the machine's own, else one that npm installs, once a machine (Linux, x64). */
export const browserFile = (): string => ofMachine() ?? join(kept(KEPT, unpack), "chromium");

function unpack(folder: string): void {
  const packed = readFileSync(join(installed(CHROMIUM, "chromium-packed"), "@sparticuz/chromium/bin/chromium.br"));
  writeFileSync(join(folder, "chromium"), brotliDecompressSync(packed), { mode: 0o755 });
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
  await buildOnce(() => ofMachine() !== undefined || isKept(KEPT), browserFile);
  const browser = await chromium.launch({
    executablePath: browserFile(),
    headless: true,
    args: [...browserArgs],
  });
  // A step may take as long as its test: a busy machine is no fault of the page.
  browser.on("context", (context) => context.setDefaultTimeout(0));
  return browser;
}
