import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { JournalBudget } from "../../../src/lane/store/journal-budget.js";
import { FolderLanes } from "../../../src/lane/store/sqlite/lane-storage.js";
import { LaneTime } from "../../../src/lane/time/lane-clock.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { control, testFolder } from "../../support/sandbox.js";
import { run, start } from "./cli.js";

/** A data folder with an open order that has expired by now, and a notification that is due again. */
async function keptFolder(notify: string): Promise<string> {
  const folder = testFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  {
    await using sandbox = await startSandbox({ dataDir: folder.path, signature: "off" });
    const lane = await sandbox.lane("t1");
    await lane.clock.freeze();
    await lane.call("hosted-checkout/create", requests.create({ merchantReference: "OPEN-1" }));
    await lane.call(
      "hosted-checkout/create",
      requests.create({ merchantReference: "PAID-1", callbackUrl: { notify } }),
    );
    await lane.pay("PAID-1");
    await lane.waitFor({ for: "notification", match: { merchantReference: "PAID-1", attempts: 1 } });
  }
  const lanes = FolderLanes.take(folder.path, { seed: 1, journalBudget: new JournalBudget(1e9) });
  const { store } = await lanes.open("t1", { seed: 1, invariantRules: undefined });
  const clock = new LaneTime(store);
  await clock.resume();
  await clock.advance(24 * 3_600_000);
  await store.close();
  await lanes.close();
  return folder.path;
}

const contentsOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${file} ${createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex")}`,
    );

it("start --look shows a kept folder as it was left, changes nothing in it and sends nothing; --data-dir goes on", async () => {
  let sent = 0;
  let isSentAgain = () => {};
  const sentAgain = new Promise<void>((resolve) => {
    isSentAgain = resolve;
  });
  await using shop = await listening((_, answer) => {
    if (++sent > 1) isSentAgain();
    answer.writeHead(500).end();
  });
  const folder = await keptFolder(shop.url);
  const before = contentsOf(folder);
  {
    const { cli, url } = await start(["--look", folder]);
    await using _ = cli;
    const shown = `${folder} (--look: a copy of it, whose clocks stand)`;
    await cli.seen("stderr", `data       ${shown}`);
    expect((await run(["status", "--port", new URL(url).port])).stdout).toContain(`  ${shown}; lanes`);
    const { body } = await control(`${url}/lane/t1`, "GET", "orders?merchantReference=OPEN-1");
    expect(body.orders).toMatchObject([{ status: "OPEN" }]);
    const { body: notices } = await control(`${url}/lane/t1`, "GET", "notifications");
    expect(notices.notifications).toMatchObject([{ attempts: [{ status: 500 }] }]);
    expect((await run(["why", "PAID-1", "--url", `${url}/lane/t1`])).stdout).toContain("The shop's handler failed");
    cli.child.kill("SIGTERM");
    await cli.ended();
    expect(cli.stderr).not.toContain("something was due");
  }
  expect([contentsOf(folder), sent]).toEqual([before, 1]);
  const { cli } = await start(["--data-dir", folder]);
  await using _ = cli;
  await cli.seen(
    "stderr",
    "in 1 lane of the data folder (t1) something was due: orders expire and notifications are sent now",
  );
  await sentAgain;
});

it("start --look refuses a folder that a sandbox uses, and then shows it, though it is read-only", async () => {
  using folder = testFolder();
  {
    await using _ = await startSandbox({ dataDir: folder.path });
    const used = await run(["start", "--look", folder.path]);
    expect(used).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("is in use by a running sandbox") });
  }
  for (const file of readdirSync(folder.path)) chmodSync(join(folder.path, file), 0o400);
  chmodSync(folder.path, 0o500);
  try {
    const { cli } = await start(["--look", folder.path]);
    // A killed one would leave its copy.
    cli.child.kill("SIGTERM");
    await cli.ended();
  } finally {
    chmodSync(folder.path, 0o700);
  }
});

it("start --look removes the copy of one that was killed", async () => {
  using folder = testFolder();
  using temporary = testFolder();
  await (await startSandbox({ dataDir: folder.path })).stop();
  const copies = (): readonly string[] => readdirSync(temporary.path).filter((name) => name.includes("look"));
  const looking = () => start(["--look", folder.path], { env: { TMPDIR: temporary.path } });
  const { cli: killed } = await looking();
  killed.child.kill("SIGKILL");
  await killed.ended();
  const left = copies();
  expect(left.length).toBe(1);
  const { cli } = await looking();
  await using _ = cli;
  expect(copies().length).toBe(1);
  expect(copies()).not.toEqual(left);
  cli.child.kill("SIGTERM");
  await cli.ended();
  expect(copies()).toEqual([]);
});

it("start --look names the kept file of a lane that cannot be read, and shows the others if that is asked", async () => {
  const folder = await keptFolder("http://127.0.0.1:1/");
  const file = join(folder, "broken.lane.sqlite");
  writeFileSync(file, "no database");
  const why = `the file of lane broken, ${file}, cannot be read: the file is damaged`;
  expect(await run(["start", "--look", folder])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(new RegExp(`^payment-sandbox: --look: ${why}.*: --skip-broken-lanes leaves such`)),
  });
  const { cli, url } = await start(["--look", folder, "--skip-broken-lanes"]);
  await using _ = cli;
  await cli.seen("stderr", `left out: ${why}`);
  expect((await control(url, "GET", "lanes")).body.lanes.map(({ name }: { name: string }) => name)).toEqual([
    "default",
    "t1",
  ]);
  expect(readFileSync(file, "utf8")).toBe("no database");
});

it("start --look refuses a folder without data, and a second folder", async () => {
  using folder = testFolder();
  const none = await run(["start", "--look", folder.path]);
  expect(none).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("is no data folder: it has no folder.sqlite"),
  });
  const both = await run(["start", "--look", folder.path, "--data-dir", "b"]);
  expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--data-dir: --look names the data") });
});
