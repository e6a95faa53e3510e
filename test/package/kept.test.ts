import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { kept } from "../../build/kept.js";
import { testFolder } from "../support/sandbox.js";

const cache = process.env.XDG_CACHE_HOME;
afterEach(() => {
  if (cache === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cache;
});

it("what takes long to make is made once, and not kept if that fails", () => {
  using folder = testFolder();
  process.env.XDG_CACHE_HOME = folder.path;
  const failing = () => kept("tools", () => expect.fail("no network"));
  expect(failing).toThrow("no network");
  let made = 0;
  const tools = () => kept("tools", (at) => writeFileSync(join(at, "tool"), `${++made}`));
  expect([tools(), tools()]).toEqual(Array(2).fill(join(folder.path, "payment-sandbox-clones/tools")));
  expect([readFileSync(join(tools(), "tool"), "utf8"), failing(), existsSync(`${tools()}.${process.pid}`)]).toEqual([
    "1",
    tools(),
    false,
  ]);
});
