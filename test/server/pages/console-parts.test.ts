import { describe, expect, it } from "vitest";
import { busyLane, ui } from "../../browser/console-world.js";
import { ofFile } from "../../support/of-file.js";
import { startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** The parts of a page that have a version, as the page's script names them. */
const versionsIn = (html: string): string =>
  [...html.matchAll(/<\w+ [^>]*?\b(?:data-key|id)="([^"]*)"[^>]* data-v="([^"]*)"/g)]
    .map(([, key, version]) => `${key}:${version}`)
    .join(",");

const sameIn = (html: string): readonly string[] =>
  [...html.matchAll(/<\w+ id="([\w-]+)" data-same>/g)].map(([, id]) => id!);

describe("an update of an open call", () => {
  it("leaves out each section that is shown, and sends the others", async () => {
    const { url, refundId } = await busyLane(sandbox);
    const address = ui(url, `/requests/${refundId}`);
    const update = async (shown: string) => (await fetch(address, { headers: { "X-Sandbox-Part": shown } })).text();
    const first = await update("1");
    const second = await update(versionsIn(first));
    expect(sameIn(second)).toEqual(expect.arrayContaining(["take", "ladder", "sides", "raw", "foot"]));
    expect(second.length).toBeLessThan(first.length / 2);
    const stale = versionsIn(first).replace(/\bsides:\w+/, "sides:old");
    expect(await update(stale)).toContain('data-testid="json"');
  });
});

it("a page names its style sheet and script by their contents, and a browser keeps them", async () => {
  const { url } = await busyLane(sandbox);
  const page = await (await fetch(ui(url, ""))).text();
  const [style, script] = [/href="([^"]*style\.css\?v=[\w-]+)"/, /src="([^"]*script\.js\?v=[\w-]+)"/].map(
    (name) => new URL(name.exec(page)![1]!, url),
  );
  const answers = await Promise.all([fetch(style!), fetch(script!)]);
  expect(answers.map(({ headers }) => headers.get("Content-Type"))).toEqual([
    "text/css; charset=UTF-8",
    "text/javascript; charset=UTF-8",
  ]);
  for (const { headers } of answers) expect(headers.get("Cache-Control")).toContain("immutable");
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.join("").length).toBeLessThan(90_000);
  expect(texts[0]).toContain("--typeface");
});
