import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, sold } from "../support/client.js";
import { startTestSandbox, type TestSandbox } from "../support/sandbox.js";
import { changed, tables } from "./tables.js";

let sandbox: TestSandbox;
let client: Client;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  client = (await sandbox.lane("parameters")).client;
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** A fresh order to void, refund or query, or to be charged again. */
const paidOrderId = async (path: string): Promise<number> =>
  /void|refund|query$|checkout.recurring$/.test(path) ? (await sold(client, { isRecurring: true })).id : 0;

describe.each(tables)("$section $path", ({ path, rows, base }) => {
  const spelt = (name: string): string => name.replace("[i]", "[0]");

  describe.each(rows)("$name", ({ name, path: where, required, right, wrong }) => {
    if (required)
      it("is required", async () => {
        const params = base(await paidOrderId(path));
        for (const absent of [undefined, null]) {
          const { http, body } = await client(path, changed(params, where, absent));
          expect([http, body.responseCode]).toEqual([200, "1001"]);
          expect(body.message).toMatch(`invalid parameter: ${spelt(name)}: `);
        }
      });

    if (right.length > 0)
      it("takes each form that clients send", async () => {
        for (const value of right) {
          const { body } = await client(path, changed(base(await paidOrderId(path)), where, value));
          expect([value, body.responseCode]).toEqual([value, "0000"]);
        }
      });

    if (wrong.length > 0)
      it("refuses what is none, and says what it expected", async () => {
        const params = base(await paidOrderId(path));
        for (const { value, message } of wrong) {
          const { http, body } = await client(path, changed(params, where, value));
          expect([http, value, body]).toEqual([
            200,
            value,
            { responseCode: "1001", message: `invalid parameter: ${spelt(name)}: ${message}` },
          ]);
        }
      });
  });

  it("names the first wrong parameter in the order of its table", async () => {
    const given: Record<string, unknown> = {};
    const named: string[] = [];
    for (const { name } of rows.filter((row) => row.required && !row.name.includes("[i]"))) {
      const { body } = await client(path, given);
      named.push(/: ([^:]+):/.exec(body.message)![1]!);
      given[name] = base(1)[name];
    }
    expect(named).toEqual(rows.filter((row) => row.required && !row.name.includes("[i]")).map(({ name }) => name));
  });

  it("ignores members that are in no table", async () => {
    const { body } = await client(path, {
      ...base(await paidOrderId(path)),
      paymentMethods: "CARD",
      unknown: { deep: [1] },
      plugin: "9.9",
    });
    expect(body.responseCode).toBe("0000");
  });
});
