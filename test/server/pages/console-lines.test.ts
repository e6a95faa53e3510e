import { expect, it } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { busyLane, ui } from "../../browser/console-world.js";
import { ofFile } from "../../support/of-file.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** What a page says of its actions: the path, whether it asks first, and the library line. */
const actionsIn = (html: string) =>
  [...html.matchAll(/<(?:button|form) [^>]*data-method="(\w+)"[^>]*>/g)].map(([tag, method]) => ({
    method,
    code: /data-code="([^"]*)"/.exec(tag)?.[1]?.replaceAll("&quot;", '"') ?? "",
    asks: tag.includes("data-ask="),
  }));

/** The methods that a line calls: of `await lane.fetch(… await lane.sign(…))` both. */
const calledIn = (code: string): readonly string[] =>
  [...code.matchAll(/await ((?:lane|sandbox)(?:\.\w+)+)\(/g)].map(([, called]) => called!);

it("each action of each page tells a library line that the library has, and asks where it destroys", async () => {
  const { url, hostile, refundId } = await busyLane(sandbox);
  await control(url, "POST", "snapshots", { name: "kept" });
  await control(url, "POST", "notifications/2/hold", {});
  const pages = ["", "/orders", "/requests", "/notifications", "/rules", "/merchants", "/assumptions", "/snapshots"];
  const actions = [];
  for (const path of [...pages, `/orders/${hostile.id}`, `/requests/${refundId}`])
    actions.push(...actionsIn(await (await fetch(ui(url, path))).text()));
  await using library = await startSandbox({ port: 0 });
  const known: Record<string, unknown> = { sandbox: library, lane: await library.lane("lines") };
  const memberOf = (name: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: a path into an object.
    name.split(".").reduce<any>((found, part) => found?.[part], known);
  const unknown = actions.filter(({ code }) => {
    const called = calledIn(code);
    return called.length === 0 || called.some((name) => typeof memberOf(name) !== "function");
  });
  expect(unknown).toEqual([]);
  expect(new Set(actions.flatMap(({ code }) => calledIn(code))).size).toBeGreaterThan(20);
  const asking = new Set(actions.filter(({ asks }) => asks).flatMap(({ code }) => calledIn(code)));
  expect([...asking].sort()).toEqual([
    "lane.deleteSnapshot",
    "lane.drop",
    "lane.reset",
    "lane.restore",
    "lane.unforce",
  ]);
  const deleting = actions.filter(({ method, asks }) => method === "DELETE" && !asks);
  expect(deleting).toEqual([]);
});
