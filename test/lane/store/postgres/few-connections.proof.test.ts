import { expect, it } from "vitest";
import { clientOf, requests } from "../../../support/client.js";
import { ownServer } from "../../../support/own-postgres.js";
import { startTestSandbox, testFolder } from "../../../support/sandbox.js";

/** Three times as many as the database has connections. */
const CALLERS = 60;
const CALLS_EACH = 20;

it("three nodes on a database of 20 connections answer sixty callers: at most one call in a hundred is a 503", async () => {
  using folder = testFolder();
  const database = await ownServer(folder.path, { settings: ["max_connections=20"] });
  try {
    const store = database.url;
    await using a = await startTestSandbox({ store });
    await using b = await startTestSandbox({ store });
    await using c = await startTestSandbox({ store });
    const nodes = [a, b, c];
    const lanes: string[] = [];
    for (let n = 0; n < 30; n++) lanes.push((await nodes[n % 3]!.lane(`few-${n}`)).url.replace(/^.*\/lane/, "/lane"));
    const answers = new Map<string, number>();
    const calling = async (caller: number): Promise<void> => {
      for (let n = 0; n < CALLS_EACH; n++) {
        const url = nodes[(caller + n) % 3]!.url + lanes[(caller + n * 7) % lanes.length];
        const { http, body } = await clientOf(url)(
          "tokenization/sale",
          requests.sale({ merchantReference: `F-${caller}-${n}` }),
        );
        const key = `${http} ${body.responseCode ?? body.code}`;
        answers.set(key, (answers.get(key) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => calling(caller)));
    const { "200 0000": sold = 0, "503 store-unavailable": refused = 0, ...others } = Object.fromEntries(answers);
    expect(others).toEqual({});
    expect(sold + refused).toBe(CALLERS * CALLS_EACH);
    expect(refused).toBeLessThanOrEqual((CALLERS * CALLS_EACH) / 100);
  } finally {
    await database.stop();
  }
});
