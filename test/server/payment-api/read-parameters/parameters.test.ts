import { describe, expect, it } from "vitest";
import { sold } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { portable } from "../../../support/portable.js";
import { startTestSandbox } from "../../../support/sandbox.js";
import { changed, type Row, rowTagsOf, type Table, tables } from "../tables.js";

const sandbox = ofFile(await startTestSandbox());
const client = (await sandbox.lane("parameters")).client;

/** A fresh order to void, refund or query, or to be charged again. */
const paidOrderId = async (path: string): Promise<number> =>
  /void|refund|query$|checkout.recurring$/.test(path) ? (await sold(client, { isRecurring: true })).id : 0;

const tried = new Set<string>();
/** All values of a list for the first parameter that has it; for each other one, the first and the last. */
function valuesOnce<T>(values: readonly T[]): readonly T[] {
  const list = JSON.stringify(values);
  const isNew = tried.size < tried.add(list).size;
  return isNew ? values : values.filter((_, at) => at === 0 || at === values.length - 1);
}

// Elsewhere, a token that is deleted is gone.
const isPortable = ({ path }: Table): boolean => path !== "tokenization/delete-token";
describe.each(tables.filter(isPortable))("$section $path", portable, followsTable);
describe.each(tables.filter((table) => !isPortable(table)))("$section $path", followsTable);

function followsTable(table: Table): void {
  const { path, rows, base } = table;
  const spelt = (name: string): string => name.replace("[i]", "[0]");

  for (const row of rows) describe(row.name, { tags: rowTagsOf(table, row) }, () => followsRow(row));

  function followsRow({ name, path: where, required, ...row }: Row): void {
    const [right, wrong] = [valuesOnce(row.right), valuesOnce(row.wrong)];
    if (required)
      it("is required", {
        tags: ["facts:4/business-and-authentication-errors-come", "facts:4/lineitems-i-pricedata-name-unitamount"],
      }, async () => {
        const params = base(await paidOrderId(path));
        for (const absent of [undefined, null]) {
          const { http, body } = await client(path, changed(params, where, absent));
          expect([http, body.responseCode]).toEqual([200, "1001"]);
          expect(body.message).toMatch(`invalid parameter: ${spelt(name)}: `);
        }
      });

    if (right.length > 0)
      it("takes each form that clients send", {
        tags: [
          "facts:4/amount-unitamount-number-9-2",
          "facts:4/clients-send-merchantid-as-number",
          "facts:4/expirytime-forms-2026-11-22t02",
          "spec:2.1/both-forms-have-been-seen",
          "spec:2.1/the-declared-type-is-the",
          "spec:8/Currencies",
        ],
      }, async () => {
        for (const value of right) {
          const { body } = await client(path, changed(base(await paidOrderId(path)), where, value));
          expect([value, body.responseCode]).toEqual([value, "0000"]);
        }
      });

    if (wrong.length > 0)
      it("refuses what is none, and says what it expected", {
        tags: [
          "facts:4/amount-unitamount-number-9-2",
          "facts:4/merchantreference-up-to-64-characters",
          "spec:8/line-item-quantity",
        ],
      }, async () => {
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
  }

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
}
