import { expect, it } from "vitest";
import { packageText } from "../../../src/package/files.js";
import type { CallFact } from "../../../src/tools/judge/observe/facts.js";
import { exposurePractices } from "../../../src/tools/judge/practices/exposures.js";

const privateKeyPem = packageText("fixtures/keys/demo-merchant.private.pem");
const [, body = ""] = /\n([\s\S]+)\n-----END/.exec(privateKeyPem) ?? [];

function seen({ output = "", requests = [] }: { output?: string; requests?: readonly string[] }) {
  const facts = requests.map((request, id) => ({ kind: "call", by: "shop", id, request }) as CallFact);
  const nothing = { books: new Map(), beliefs: new Map(), wrong: [], dryCalls: [] };
  return exposurePractices({ ...nothing, facts, output, privateKeyPem }).map(({ id, what }) => `${id}: ${what}`);
}

const reference = (merchantReference: unknown) => JSON.stringify({ merchantReference });
const notify = (address: string) => JSON.stringify({ callbackUrl: { notify: address } });
const card = "card-number-in-output: the output holds a card number";
const key = "secret-exposed: the output holds a private key";

it.each([
  ["a test card in a log line", { output: "paying with 4111 1111 1111 1111" }, [card]],
  ["a masked card", { output: "paid by 411111XXXXXX1111" }, []],
  ["an order's own long number", { output: "ORD-1795363016198 paid" }, []],
  [
    "a number that passes Luhn and is no test card",
    { output: "4000001795363010", requests: [reference("4539578763621486")] },
    [],
  ],
  ["a key as PEM", { output: privateKeyPem }, [key]],
  ["a key of somebody else", { output: "-----BEGIN RSA PRIVATE KEY-----" }, [key]],
  ["a key in one line of JSON", { output: JSON.stringify({ key: body }) }, [key]],
  [
    "a key in an address",
    { requests: [notify(`https://shop/?k=${encodeURIComponent(body)}`)] },
    ["secret-exposed: callbackUrl holds the private key"],
  ],
  [
    "a test card as a reference",
    { requests: [reference("4111111111111111")] },
    ["secret-exposed: merchantReference holds a card number"],
  ],
  [
    "a test card as a number",
    { requests: [reference(4111111111111111)] },
    ["secret-exposed: merchantReference holds a card number"],
  ],
  [
    "a test card that the journal masked",
    { requests: [notify("https://shop/?card=555555******4444")] },
    ["secret-exposed: callbackUrl holds a card number"],
  ],
  ["bodies that are no JSON object", { requests: ["{", "null", "7"] }, []],
] as const)("is told of %s", (_, shown, expected) => {
  expect(seen(shown)).toEqual(expected);
});
