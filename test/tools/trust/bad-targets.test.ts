import { generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { canonicalText, signText } from "../../../src/core/signing/signature.js";
import { isOnLoopback } from "../../../src/tools/cli/service/against.js";
import { readNamed, serviceAddress } from "../../../src/tools/cli/value-options.js";
import { calibrate } from "../../../src/tools/trust/calibrate/calibrate.js";
import { noPerson } from "../../../src/tools/trust/calibrate/session/person.js";
import { signatureFault } from "../../../src/tools/trust/target/listener.js";
import { httpTarget } from "../../../src/tools/trust/target/target.js";
import { demoKey } from "../../support/client.js";
import { listening } from "../../support/listening.js";

const optionsFor = (url: string, timeoutMs = 10_000) => ({
  target: httpTarget({ url, merchantId: 3, key: demoKey, timeoutMs, turn: async () => {} }),
  url,
  merchantId: 3,
  userId: "user1",
  person: noPerson,
  clock: { now: Date.now, wait: async () => {} },
  prefix: "cal-bad",
});

const json =
  (http: number, body: object): RequestListener =>
  (_, response) => {
    response.writeHead(http, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };

describe("a target that is no payment service", () => {
  const cases: readonly (readonly [string, RequestListener, RegExp])[] = [
    [
      "answers a page",
      (_, r) => void r.writeHead(200, { "Content-Type": "text/html" }).end("<html>"),
      /a page \(HTTP 200\).*base URL/,
    ],
    ["answers 401", (_, r) => void r.writeHead(401).end(), /HTTP 401: an access guard.*allow this machine/],
    [
      "answers 404",
      (_, r) => void r.writeHead(404).end("not found"),
      /HTTP 404: this is not a payment service.*correct the address/,
    ],
    ["redirects", (_, r) => void r.writeHead(301, { Location: "/x" }).end(), /redirect \(HTTP 301\).*redirects to/],
    ["answers other JSON", json(200, { ok: true }), /without a responseCode.*correct the address/],
    ["is down", (_, r) => void r.writeHead(503).end("down"), /HTTP 503: it is down; run again later/],
    [
      "refuses the signature",
      json(200, { responseCode: "17", message: "Invalid signature" }),
      /private key does not belong/,
    ],
    [
      "has no key of ours",
      json(200, { responseCode: "18", message: "no public key" }),
      /register a public key for merchant 3/,
    ],
    [
      "closes half way",
      (_, r) => void r.writeHead(200, { "Content-Length": "900" }).write("{", () => r.destroy()),
      /closed the connection before its answer/,
    ],
    ["hangs up", (q) => void q.socket.destroy(), /closed the connection before its answer/],
  ];
  it.each(cases)("that %s is told in one line", async (_, answer, line) => {
    await using server = await listening(answer);
    const failure = await calibrate(optionsFor(server.url)).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(failure?.message).toMatch(line);
    expect(failure?.message).not.toContain("\n");
  });

  it("that does not answer in time, or is not there, is told in one line", async () => {
    await using silent = await listening(() => {});
    await expect(calibrate(optionsFor(silent.url, 50))).rejects.toThrow(/did not answer within 0.05 s.*--timeout/);
    const gone = await listening(() => {});
    await gone[Symbol.asyncDispose]();
    await expect(calibrate(optionsFor(gone.url))).rejects.toThrow(/nothing listens there/);
    await using plain = await listening(() => {});
    await expect(calibrate(optionsFor(plain.url.replace("http:", "https:")))).rejects.toThrow(
      /it speaks no TLS: try http instead of https/,
    );
  });
});

describe("a notification that the service did not sign", () => {
  const [own, other] = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  const signed = async (fields: Record<string, string>) =>
    JSON.stringify({ ...fields, signature: await signText(canonicalText(fields), own!.privateKey) });

  it("is told by what it carries; without a key by its form alone", async () => {
    const body = await signed({ amount: "50.00", orderId: "1" });
    expect(signatureFault(body, own!.publicKey)).toBeUndefined();
    expect(signatureFault(body, undefined)).toBeUndefined();
    expect(signatureFault(body, other!.publicKey)).toMatch(/^is not signed by the key of --notification-key: give/);
    expect(signatureFault(body.replace("50.00", "5.00"), own!.publicKey)).toMatch(/^is not signed by/);
    for (const unsigned of ['{"amount":"50.00"}', '{"signature":"x"}', "no JSON", ""])
      expect(signatureFault(unsigned, undefined)).toMatch(/^has no signature of 344 characters: check who else/);
  });
});

const addressIn = (url: string) => readNamed("--against", serviceAddress, url);

describe("consent", () => {
  it.each(["http://localhost:1", "http://127.0.0.1", "https://[::1]:4655/lane/a", "http://127.1/x"])(
    "%s needs none",
    (url) => {
      expect(isOnLoopback(addressIn(url), false)).toBe(true);
    },
  );

  it.each([
    "https://payments.example",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http://10.0.0.1",
    "http://[::2]",
    "http://0.0.0.0",
  ])("%s needs --yes", (url) => {
    expect(() => isOnLoopback(addressIn(url), false)).toThrow(/not on this machine: --yes/);
    expect(isOnLoopback(addressIn(url), true)).toBe(false);
  });

  it.each(["payments.example", "ftp://a", "http://user@localhost", "http://localhost/?a=1"])(
    "%s is no base URL",
    (url) => {
      expect(() => addressIn(url)).toThrow(/^--against: expected/);
    },
  );
});
