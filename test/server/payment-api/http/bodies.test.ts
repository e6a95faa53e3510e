import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readExplanation } from "../../../../src/lane/ports/explanation.js";
import { envelope, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { startTestSandbox, type TestLane } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

// A plain call with a Content-Length is read from Node's own message, every other one by the routes: both must read alike.

const sandbox = ofFile(await startTestSandbox());

interface Sending {
  readonly path: string;
  readonly isChunked: boolean;
}

const PATH = "tokenization/sale";
const ways: readonly (readonly [string, Sending])[] = [
  ["with its length", { path: PATH, isChunked: false }],
  ["chunked", { path: PATH, isChunked: true }],
  ["with its length, to the routes", { path: `${PATH}/`, isChunked: false }],
];

/** Sends in two pieces, so that a character may stand across a border. Cut connections answer 0. */
function send(base: string, { path, isChunked }: Sending, body: Buffer): Promise<readonly [number, string]> {
  return new Promise((resolve) => {
    const length = isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": body.length };
    const headers = { "Content-Type": "application/json", ...length };
    const outgoing = request(`${base}/${path}`, { method: "POST", headers, agent: false }, async (incoming) => {
      let text = "";
      for await (const piece of incoming.setEncoding("utf8")) text += piece;
      resolve([incoming.statusCode!, text]);
    });
    outgoing.on("error", () => resolve([0, ""]));
    const middle = Math.floor(body.length / 2);
    outgoing.write(body.subarray(0, middle), () => outgoing.end(body.subarray(middle)));
  });
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const MEGABYTE = 1_048_576;
/** One reference for all lanes: their answers are compared. */
const sale = requests.sale({ merchantReference: "BODY" });
const valid = Buffer.from(envelope(sale));
const nested = (levels: number): string => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const inRequest = (text: string): Buffer => Buffer.from(envelope({}, { request: text }));
const withMember = (member: string): string => `${JSON.stringify(sale).slice(0, -1)},${member}}`;
const ofSize = (bytes: number): Buffer => Buffer.concat([valid, Buffer.alloc(bytes - valid.length, " ")]);

/** Each with the HTTP status and, where it says more, the response code. */
const bodies: readonly (readonly [string, Buffer, number, string])[] = [
  ["a plain call", valid, 200, "0000"],
  ["a byte order mark", Buffer.concat([BOM, valid]), 200, "0000"],
  ["two byte order marks", Buffer.concat([BOM, BOM, valid]), 400, "1400"],
  ["a byte order mark alone", BOM, 400, "1400"],
  ["half a byte order mark", Buffer.concat([BOM.subarray(0, 2), valid]), 400, "1400"],
  ["a byte order mark of UTF-16", Buffer.from(`\ufeff${envelope(sale)}`, "utf16le"), 400, "1400"],
  ["a byte order mark inside request", inRequest(`\ufeff${JSON.stringify(sale)}`), 400, "1400"],
  ["invalid UTF-8", Buffer.concat([valid.subarray(0, -1), Buffer.from([0xff, 0xc3, 0x28, 0x7d])]), 400, "1400"],
  [
    "invalid UTF-8 in a text that nobody reads",
    Buffer.concat([
      valid.subarray(0, -1),
      Buffer.from(',"x":"'),
      Buffer.from([0xff, 0xc3, 0x28, 0xe2, 0x82]),
      Buffer.from('"}'),
    ]),
    200,
    "0000",
  ],
  ["characters of four bytes", inRequest(withMember('"x":"😀😀😀"')), 200, "0000"],
  ["a lone surrogate, escaped", inRequest(withMember(String.raw`"merchantReference":"\ud800"`)), 200, "1001"],
  ["NUL bytes", Buffer.from("\0\0\0"), 400, "1400"],
  ["NUL behind the envelope", Buffer.concat([valid, Buffer.from([0])]), 400, "1400"],
  ["nothing", Buffer.alloc(0), 400, "1400"],
  ["white space", Buffer.from(" \r\n\t "), 400, "1400"],
  ["an envelope in white space", Buffer.from(` \r\n\t${envelope(sale)}\n`), 200, "0000"],
  ["10,000 nested arrays", Buffer.from(nested(10_000)), 400, "1400"],
  ["10,000 nested arrays inside request", inRequest(withMember(`"x":${nested(10_000)}`)), 200, "0000"],
  ["1 MB", ofSize(MEGABYTE), 200, "0000"],
  ["1 MB and one byte", ofSize(MEGABYTE + 1), 413, "1413"],
  ["duplicate members", Buffer.from(`{"request":"x",${envelope(sale).slice(1)}`), 200, "0000"],
  ["duplicate members inside request", inRequest(withMember('"amount":51')), 200, "0000"],
  ["1e400 as amount", inRequest(withMember('"amount":1e400')), 200, "1001"],
];

/** Without the connection and the instant of a call, which differ from one to the next. */
const journalOf = async ({ lane }: TestLane) =>
  (await allExchanges(lane.store.views)).map((exchange) => {
    const explanation = readExplanation(exchange);
    const arrival = { ...explanation.arrival, connection: undefined, realAt: undefined };
    return { ...exchange, explain: JSON.stringify({ ...explanation, arrival }) };
  });

it.each([
  ["of gzip says only that it is compressed", gzipSync(valid), /^$/],
  [
    "of JSON with another byte says which",
    Buffer.concat([Buffer.from([0xff]), valid]),
    /^the body is not UTF-8: byte 0xFF at offset 0/,
  ],
])("a body %s", async (_, body, warning) => {
  const lane = await sandbox.lane();
  await send(lane.url, ways[0]![1], body);
  const [exchange] = await allExchanges(lane.lane.store.views);
  const { warnings = [] } = readExplanation(exchange!);
  expect(warnings.map(({ message }) => message).join()).toMatch(warning);
});

describe("a body is read alike, however it is sent:", () => {
  it.each(bodies)("%s", async (_, body, http, code) => {
    const seen = [];
    for (const [way, sending] of ways) {
      const lane = await sandbox.lane();
      const [status, text] = await send(lane.url, sending, body);
      seen.push({ way, status, text: text.replaceAll(lane.lane.name, "<lane>"), journal: await journalOf(lane) });
    }
    const [plain, ...others] = seen;
    expect([plain?.status, JSON.parse(plain?.text ?? "").responseCode]).toEqual([http, code]);
    for (const other of others) expect(other).toEqual({ ...plain, way: other.way });
  });
});
