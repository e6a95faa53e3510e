import { describe, expect, it } from "vitest";
import { clients, isInstalled } from "../../../support/clients/clients.js";
import { lossesOf, toldToCopies } from "../../../support/clients/losses.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

/** `npm run prove -- clients` runs the others. */
const tried = ["curl", "PHP curl extension", "Node fetch"];

const ofName = (name: string) => clients.find((client) => client.name === name)!;

describe.each(tried.map(ofName))("$name, whose answers are lost", (client) => {
  const isHere = isInstalled(client);
  const skipped = isHere ? "" : ` (skipped: ${client.command[0]} or its library is not installed)`;
  const { sendsAgain } = client;

  it.runIf(isHere)(`shows the shop ${sendsAgain ? "the refusal of its own copy" : "the loss"}${skipped}`, async () => {
    const losses = await lossesOf(client, (await sandbox.lane()).url);
    expect(losses.map(({ told }) => told)).toEqual(sendsAgain ? toldToCopies : losses.map(() => "lost"));
    expect(losses.map(({ copies }) => copies.length)).toEqual(losses.map(() => (sendsAgain ? 1 : 0)));
    for (const advice of losses.flatMap(({ copies }) => copies))
      expect(advice).toMatch(/^The same bytes came \d+ ms after req-\d+, whose answer was cut \(connection-reset\); /);
  });

  if (!sendsAgain) return;

  it.runIf(isHere)(`shows the loss if the copies are cut too${skipped}`, async () => {
    const losses = await lossesOf(client, (await sandbox.lane()).url, { copies: "cut" });
    // On a busy machine a copy may come too late to be cut.
    expect(losses.filter(({ told }) => told === "lost").length).toBeGreaterThan(0);
  });
});

const curl = ofName("curl");
const hasCurl = isInstalled(curl);

describe(`curl${hasCurl ? "" : " (skipped: not installed)"}`, () => {
  it.runIf(hasCurl).each(["before-parse", "before-commit"] as const)(
    "hides a loss %s: the copy is carried out",
    async (placed) => {
      const losses = await lossesOf(curl, (await sandbox.lane()).url, { placed });
      expect(losses.map(({ told, copies }) => [told, copies.length])).toEqual(losses.map(() => ["0000", 1]));
    },
  );

  it.runIf(hasCurl).each(["truncated-body", "http-503"])("does not send again after %s", async (fault) => {
    const losses = await lossesOf(curl, (await sandbox.lane()).url, { fault });
    expect(losses.map(({ told, copies }) => [told, copies.length])).toEqual(losses.map(() => ["lost", 0]));
  });
});
