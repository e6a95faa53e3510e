import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { putRule } from "../../../../src/lane/rules/rule-changes.js";
import type { SignatureMode } from "../../../../src/server/payment-api/ladder/signatures.js";
import {
  type CallOptions,
  type Client,
  clientOf,
  demoKey,
  type Params,
  requests,
  signed,
} from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox, type TestLane } from "../../../support/sandbox.js";
import { allExchanges } from "../../../support/stores.js";

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PATHS = [
  "hosted-checkout/create",
  "hosted-checkout/query",
  "hosted-checkout/refund",
  "hosted-checkout/void",
  "tokenization/sale",
  "tokenization/recurring",
  "tokenization/query-token",
  "direct/query",
  "direct/void",
] as const;

let world: TestLane;
let client: Client;
const sandbox = ofFile(await startTestSandbox({ signature: "enforce" }));
beforeEach(async () => {
  world = await sandbox.lane();
  client = world.client;
});

const journalOf = ({ lane }: TestLane) => allExchanges(lane.store.views);

describe.each(["tokenization/sale", "direct/query"])("%s", (path) => {
  it("looks at the body before the envelope, the envelope before the signature, that before the parameters", {
    tags: ["facts:4/business-and-authentication-errors-come"],
  }, async () => {
    const answers = [
      await client(path, {}, { headers: { "Content-Type": "text/plain" }, body: "x".repeat(1_100_000) }),
      await client(path, {}, { body: "x".repeat(1_100_000) }),
      await client(path, {}, { body: "no json" }),
      await client(path, { merchantId: 77 }),
      await client(path, { merchantId: 3 }, { key: stranger.privateKey }),
      await client(path, { merchantId: 3, orderId: "?", userId: {}, amount: "?" }),
    ];
    expect(answers.map(({ http, body }) => [http, body.responseCode])).toEqual([
      [415, "1415"],
      [413, "1413"],
      [400, "1400"],
      [200, "1003"],
      [200, "1002"],
      [200, "1001"],
    ]);
    for (const { body } of answers) expect(Object.keys(body)).toEqual(["responseCode", "message"]);
  });

  it.each(["GET", "PUT", "DELETE", "PATCH"])(
    "answers 405 to %s",
    { tags: ["spec:1/all-operations-are-http-post", "spec:4/all-method-post-body-is"] },
    async (method) => {
      const { http, body, headers } = await client(path, {}, { method });
      expect([http, body.responseCode, headers.get("Allow")]).toEqual([405, "1405", "POST"]);
    },
  );
});

describe.each(PATHS)("%s", (path) => {
  it("answers a POST alone, with a trailing slash too, and redirects nobody", {
    tags: [
      "facts:1/paths-hang-directly-off-the",
      "facts:1/some-clients-put-a-trailing",
      "spec:1/all-are-addressed-as-base_url",
      "spec:1/all-operations-are-http-post",
      "spec:4.1/post-base_url-hosted-checkout-create",
      "spec:4.2/post-base_url-tokenization-sale",
      "spec:4.3/post-base_url-tokenization-recurring",
      "spec:4.4/post-base_url-hosted-checkout-refund",
      "spec:4.5/post-base_url-hosted-checkout-void",
      "spec:4.6/post-base_url-direct-void",
      "spec:4.7/post-base_url-hosted-checkout-query",
      "spec:4.8/post-base_url-direct-query",
      "spec:4.9/post-base_url-tokenization-query-token",
    ],
  }, async () => {
    const plain = await client(path, {});
    const slash = await client(`${path}/`, {});
    expect([slash.http, slash.text]).toEqual([plain.http, plain.text]);
    expect((await client(path, {}, { method: "GET" })).http).toBe(405);
  });
});

describe("the scenario's place", () => {
  it("is behind the parameters, before the state", async () => {
    const outcome = { headers: { "X-Sandbox-Outcome": "maintenance" } };
    const code = async (params: Params, options: CallOptions = {}) =>
      (await client("hosted-checkout/refund", params, { ...outcome, ...options })).body.responseCode;
    expect(await code({ merchantId: 3 }, { key: stranger.privateKey })).toBe("1002");
    expect(await code({ merchantId: 3 })).toBe("1001");
    expect(await code({ merchantId: 3, orderId: 1, amount: 1 })).toBe("9002");
  });

  it("is journalled without a change where it refuses", async () => {
    await client("tokenization/sale", requests.sale(), { headers: { "X-Sandbox-Outcome": "system-error" } });
    expect(await world.lane.store.views.orders({})).toEqual([]);
    expect((await journalOf(world)).map(({ responseCode, rule }) => [responseCode, rule])).toEqual([
      ["9999", "X-Sandbox-Outcome"],
    ]);
  });

  it("comes before the parse where a rule says so", async () => {
    await putRule(world.lane, { then: { fault: "http-503", placed: "before-parse" } }, "control");
    expect((await client("tokenization/sale", {}, { body: "no json" })).http).toBe(503);
  });
});

describe("signatures", () => {
  const query = { merchantId: 3, userId: "user1" };
  const refusal = async (mode: SignatureMode, params: Params, options: CallOptions): Promise<string> => {
    await using own = await startTestSandbox({ signature: mode });
    const { body, headers } = await (await own.lane()).client("tokenization/query-token", params, options);
    return `${body.responseCode} ${headers.get("X-Sandbox-Signature")?.split(";")[0]}`;
  };
  const cases: readonly (readonly [SignatureMode, string, string, string, string, string])[] = [
    // mode, right, wrong, missing, merchant without a key, new merchant
    ["off", "0000 unchecked", "0000 unchecked", "0000 unchecked", "0000 unchecked", "0000 unchecked"],
    ["warn", "0000 valid", "0000 invalid", "0000 invalid", "0000 no-key", "0000 no-key"],
    ["enforce", "0000 valid", "1002 invalid", "1002 invalid", "1003 no-key", "1003 no-key"],
    ["enforce-registered", "0000 valid", "1002 invalid", "1002 invalid", "0000 no-key", "0000 no-key"],
  ];
  it.each(cases)(
    "under %s",
    {
      tags: [
        "facts:1/request-signature-rsa-2048-sha",
        "spec:2.1/signature",
        "spec:5/every-request-carries-signature-next",
      ],
    },
    async (mode, right, wrong, missing, keyless, unknown) => {
      expect(await refusal(mode, query, {})).toBe(right);
      expect(await refusal(mode, query, { key: stranger.privateKey })).toBe(wrong);
      expect(await refusal(mode, query, { signature: null })).toBe(missing);
      expect(await refusal(mode, { ...query, merchantId: 8 }, {})).toBe(keyless);
      expect(await refusal(mode, { ...query, merchantId: "9" }, { signature: null })).toBe(unknown);
    },
  );

  it("are refused in the words that clients look for", {
    tags: ["facts:1/known-error-messages-no-public", "spec:5/every-request-carries-signature-next"],
  }, async () => {
    expect((await client("tokenization/query-token", query, { signature: null })).text).toBe(
      '{"responseCode":"1002","message":"invalid signature"}',
    );
    expect((await client("tokenization/query-token", { merchantId: 8, userId: "u" })).text).toBe(
      '{"responseCode":"1003","message":"no public key"}',
    );
  });

  const texts: readonly (readonly [string, string])[] = [
    ["escaped slashes of PHP", String.raw`{"merchantId":3,"userId":"a\/b"}`],
    [String.raw`\u003d of Gson`, String.raw`{"merchantId":3,"userId":"a\u003db"}`],
    ["raw Chinese", '{"merchantId":3,"userId":"用戶一"}'],
    ["characters beyond 16 bits", '{"merchantId":3,"userId":"😀"}'],
    ["spaces and line breaks", '{\n  "merchantId" : 3 ,\r\n\t"userId" : "user1" }'],
    ["numbers as they were written", '{"merchantId":3.0,"userId":"user1","amount":1.10}'],
    ["duplicate keys", '{"merchantId":4,"merchantId":3,"userId":"user1"}'],
  ];
  it.each(texts)(
    "are over the exact text: %s",
    { tags: ["facts:1/signed-text-the-exact-utf", "spec:2.1/signature"] },
    async (_, request) => {
      expect((await client("tokenization/query-token", {}, { request })).body.responseCode).toBe("0000");
      const reprinted = JSON.stringify(JSON.parse(request), null, 1);
      const { body } = await client("tokenization/query-token", {}, { request, signature: signed(reprinted) });
      expect(body.message).toBe("invalid signature");
    },
  );

  it.each([
    ["empty", ""],
    ["no base64", "!!!"],
    ["base64url", signed("x").replaceAll("+", "-").replaceAll("/", "_").replace(/^./, "-")],
    ["with line breaks", signed(JSON.stringify(query)).replace(/(.{76})/g, "$1\n")],
    ["of another text", signed("{}")],
    ["cut", signed(JSON.stringify(query)).slice(0, 340)],
    ["twice in base64", Buffer.from(signed(JSON.stringify(query))).toString("base64")],
    ["very long", "A".repeat(100_000)],
  ])(
    "that are wrong are refused: %s",
    { tags: ["facts:1/request-signature-rsa-2048-sha", "spec:5/every-request-carries-signature-next"] },
    async (_, signature) => {
      expect((await client("tokenization/query-token", query, { signature })).body.message).toBe("invalid signature");
    },
  );

  it.each([null, 1, {}, []])("that are no text are refused: %o", async (signature) => {
    const body = JSON.stringify({ request: JSON.stringify(query), signature });
    expect((await client("tokenization/query-token", {}, { body })).body.message).toBe("invalid signature");
  });

  it("of any of several keys count, as PEM and as bare base64", {
    tags: ["facts:1/merchant-s-public-key-x.509", "spec:5/the-merchantid-parameter-identifies-the"],
  }, async () => {
    const second = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const publicKeys = [
      stranger.publicKey.export({ type: "spki", format: "pem" }).toString(),
      second.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    ];
    const bothInOne = [publicKeys[0] + second.publicKey.export({ type: "spki", format: "pem" }).toString()];
    const params = { merchantId: 12, userId: "user1" };
    for (const given of [publicKeys, bothInOne]) {
      expect((await control(world.url, "PUT", "merchants/12", { publicKeys: given })).http).toBe(200);
      for (const key of [stranger.privateKey, second.privateKey])
        expect((await client("tokenization/query-token", params, { key })).body.responseCode).toBe("0000");
      expect((await client("tokenization/query-token", params, { key: demoKey })).body.message).toBe(
        "invalid signature",
      );
    }
  });

  it("that are wrong leave no trace but in the journal", async () => {
    await client("tokenization/sale", requests.sale(), { key: stranger.privateKey });
    expect(await world.lane.store.views.orders({})).toEqual([]);
    expect((await journalOf(world)).map(({ signature, responseCode }) => [signature, responseCode])).toEqual([
      ["invalid", "1002"],
    ]);
  });
});

describe("a merchant", () => {
  it("may use a reference that another one used", {
    tags: ["spec:4/a-reference-merchantreference-is-unique"],
  }, async () => {
    await using open = await startTestSandbox();
    const { client: call } = await open.lane();
    const mine = requests.create();
    expect((await call("hosted-checkout/create", mine)).body.responseCode).toBe("0000");
    expect((await call("hosted-checkout/create", { ...mine, merchantId: 4 })).body.responseCode).toBe("0000");
    expect((await call("hosted-checkout/create", mine)).body.responseCode).toBe("2002");
  });
});

it("an unknown path answers 404 in the API's form", async () => {
  for (const path of ["hosted-checkout/nothing", "nothing", "", "hosted-checkout"])
    expect([(await client(path, {})).http, (await client(path, {})).body]).toEqual([
      404,
      { responseCode: "1404", message: "unknown path" },
    ]);
});

it("other headers of clients are ignored, and a charset is fine", {
  tags: ["facts:1/extra-request-headers-that-clients", "spec:2.1/header-on-every-request-content"],
}, async () => {
  const headers = {
    accepts: "application/json",
    plugin: "shop",
    "plugin-version": "1",
    "Content-Type": "application/json; charset=utf-8",
  };
  expect(
    (await client("tokenization/query-token", { merchantId: 3, userId: "user1" }, { headers })).body.responseCode,
  ).toBe("0000");
});

it("the same calls work below a lane's name", { tags: ["spec:1/all-are-addressed-as-base_url"] }, async () => {
  const lane = clientOf(`${sandbox.url}/lane/a.b-c_9`);
  const { headers } = await lane("tokenization/query-token/", { merchantId: 3, userId: "user1" });
  expect(headers.get("X-Sandbox-Lane")).toBe("a.b-c_9");
});
