import { describe, expect, it } from "vitest";
import { reference, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { pageTable } from "../../../support/page-table.js";
import { startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());
const lane = await sandbox.lane();
const client = lane.client;

/** A call with one value written exactly so. */
const sent = async (path: string, params: object, member: string, text: string) => {
  const request = JSON.stringify({ ...params, [member]: "HERE" }).replace('"HERE"', () => text);
  return client(path, {}, { request });
};

/** What is wrong with a value, without the words that each refusal begins with. */
const wrong = (message: string, member: string): string =>
  message
    .replace(`invalid parameter: ${member}: `, "")
    .replace(/^.*not valid JSON: (unexpected \S+) at line 1.*$/, "$1");

/** The spellings on the page: the text, what it is answered, and who writes it so. */
const spellings = (head: string) =>
  pageTable("docs/amounts-and-times.md", head).map(
    ([writer, text, answer]) => [text!, answer!.replace(/^(refused|HTTP 400): /, ""), writer] as const,
  );

describe("an amount as real software spells it", () => {
  it.each(spellings("| written by | text | what the sandbox does |"))(
    "%s is answered %s (%s)",
    async (text, answer) => {
      for (const [path, params] of [
        ["tokenization/sale", requests.sale()],
        ["hosted-checkout/create", requests.create()],
      ] as const) {
        const { body, text: told } = await sent(path, { ...params, merchantReference: reference() }, "amount", text);
        const booked = /"amount":([\d.]+)/.exec(told)?.[1];
        expect(body.responseCode === "0000" ? booked : wrong(body.message, "amount")).toBe(answer);
      }
    },
  );
});

describe("an instant as real software spells it", () => {
  it.each(spellings("| written by | text | what the sandbox reads |"))(
    "%s is answered %s (%s)",
    async (text, answer) => {
      const { body } = await sent("hosted-checkout/create", requests.create(), "expiryTime", text);
      if (body.responseCode !== "0000") expect(wrong(body.message, "expiryTime")).toBe(answer);
      else {
        const order = await lane.lane.store.views.order(body.order.id);
        expect(new Date(order!.expiresAt).toISOString()).toBe(answer);
      }
    },
  );
});
