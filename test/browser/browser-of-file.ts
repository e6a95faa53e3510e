import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "../support/browser.js";
import { startTestSandbox, type TestSandbox } from "../support/sandbox.js";

/** A sandbox and a browser for the tests of a file. */
export function browserOfFile() {
  let sandbox: TestSandbox;
  let browser: Browser;
  beforeAll(async () => {
    [sandbox, browser] = await Promise.all([startTestSandbox(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await sandbox[Symbol.asyncDispose]();
  });
  return { sandbox: () => sandbox, browser: () => browser };
}
