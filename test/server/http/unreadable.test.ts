import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import type { Log } from "../../../src/lane/ports/log.js";
import { warnOfUnreadable } from "../../../src/server/http/unreadable.js";

/** What the log says after these bytes came, twice. */
async function warnedOf(bytes: string): Promise<string[]> {
  const said: string[] = [];
  const log = { warn: (what: string) => said.push(what) } as unknown as Log;
  const limits = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50 };
  const server = createServer(limits, (_, outgoing) => outgoing.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  warnOfUnreadable([server], "http://localhost:4655", log);
  for (let n = 0; n < 2; n++) {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(Buffer.from(bytes, "latin1"));
    socket.resume();
    await once(socket, "close");
  }
  server.close();
  return said;
}

const REQUEST = "POST /tokenization/sale HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";

it.each([
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00", /^a TLS handshake came.* use http:\/\/localhost:4655/],
  ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", /^HTTP\/2 without TLS \(h2c\) came.*to HTTP\/1\.1$/],
  ["a PROXY header", `PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n${REQUEST}`, /^a PROXY protocol header came.*send-proxy/],
  ["a PROXY header of version 2", `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c${REQUEST}`, /^a PROXY protocol header came/],
  [
    "headers of 20 KB",
    REQUEST.replace("Host", `Cookie: ${"a".repeat(20_000)}\r\nHost`),
    /^a request's headers .*431.*cookies/,
  ],
])("a client that sends %s is warned of in the log, once", async (_, bytes, expected) => {
  expect(await warnedOf(bytes)).toEqual([expect.stringMatching(expected)]);
});

it.each([
  ["a request", REQUEST.replace("Host", "Connection: close\r\nHost")],
  ["a connection without a request", ""],
  ["a request line that is none", "POST\r\n\r\n"],
])("%s is not", async (_, bytes) => {
  expect(await warnedOf(bytes)).toEqual([]);
});
