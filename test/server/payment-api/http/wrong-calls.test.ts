import { describe, expect, it } from "vitest";
import { envelope, requests } from "../../../support/client.js";
import { ofFile } from "../../../support/of-file.js";
import { control, startTestSandbox } from "../../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const text = () => envelope(requests.create());

describe("a call that reaches no endpoint", () => {
  it.each([
    ["POST", "hosted-checkout/creat", "application/json", 404, "unknown-path", "Did you mean /hosted-checkout/create?"],
    [
      "POST",
      "v1/hosted-checkout/create",
      "application/json",
      404,
      "unknown-path",
      "Did you mean /hosted-checkout/create?",
    ],
    [
      "POST",
      "Hosted-Checkout/Create",
      "application/json",
      404,
      "unknown-path",
      "Did you mean /hosted-checkout/create?",
    ],
    [
      "POST",
      "payments",
      "application/json",
      404,
      "unknown-path",
      "unknown path /payments; a payment begins with POST /hosted-checkout/create",
    ],
    [
      "POST",
      "tokenization/refund",
      "application/json",
      404,
      "unknown-path",
      "unknown path /tokenization/refund. Did you mean /hosted-checkout/refund?",
    ],
    [
      "POST",
      "tokenization/qery",
      "application/json",
      404,
      "unknown-path",
      "unknown path /tokenization/qery. Did you mean /hosted-checkout/query?",
    ],
    ["POST", "checkout/create", "application/json", 404, "unknown-path", "Did you mean /hosted-checkout/create?"],
    ["POST", "checkout/abc/pay", "application/json", 404, "unknown-path", "a hosted page takes a form"],
    ["POST", "checkout/abc/sheet/APPLEPAY", "application/json", 404, "unknown-path", "a hosted page takes a form"],
    ["PUT", "hosted-checkout/create", "application/json", 405, "wrong-method", "Use POST, not PUT"],
    ["GET", "hosted-checkout/query", "application/json", 405, "wrong-method", "a redirect made it a GET"],
    [
      "POST",
      "hosted-checkout/create",
      "text/plain",
      415,
      "wrong-content-type",
      "Send application/json, not text/plain",
    ],
    [
      "POST",
      "hosted-checkout/create",
      "multipart/form-data; boundary=xyz",
      415,
      "wrong-content-type",
      "Send application/json, not multipart/form-data; boundary=xyz",
    ],
  ])("%s %s as %s is a request like any other", async (method, path, type, http, ended, hint) => {
    const { lane, client, url } = await sandbox.lane();
    const answered = await client(path, {}, { method, body: text(), headers: { "Content-Type": type } });
    expect(answered.http).toBe(http);
    expect(answered.headers.get("X-Sandbox-Lane")).toBe(lane.name);
    expect(answered.headers.get("X-Sandbox-Warnings")).toContain(hint);
    const id = answered.headers.get("X-Sandbox-Request-Id");
    const { body } = await control(url, "GET", `requests/${id}`);
    expect(body.request).toMatchObject({ id, operation: path });
    expect(body.response).toMatchObject({ http, text: answered.text });
    expect(body.explain.outcome).toBe(ended);
    expect(body.explain.advice).toContain(hint);
    expect((await control(url, "GET", "requests")).body.requests).toHaveLength(1);
  });

  it("names the endpoint that was meant in the answer too", async () => {
    const { body } = await sandbox.client("hosted-checkout/creat", {});
    expect(body).toEqual({ responseCode: "1404", message: "unknown path: did you mean /hosted-checkout/create?" });
  });

  it.each([
    ["lanes/tests/hosted-checkout/query", "/lane/tests/hosted-checkout/query"],
    ["Lane/a/hosted-checkout/qury", "/lane/a/hosted-checkout/query"],
    ["lanes/no name/hosted-checkout/query", "/hosted-checkout/query"],
  ])("keeps the lane that %s was to name", async (path, meant) => {
    const { body } = await sandbox.client(path, {});
    expect(body).toEqual({ responseCode: "1404", message: `unknown path: did you mean ${meant}?` });
  });

  it("whose request is no text is told what it is, in the explanation alone", async () => {
    const { client, url } = await sandbox.lane();
    const { body, headers } = await client("hosted-checkout/create", {}, { body: '{"request":false,"signature":"x"}' });
    expect(body.message).toContain("request is not a text;");
    const { explain } = (await control(url, "GET", `requests/${headers.get("X-Sandbox-Request-Id")}`)).body;
    expect(explain.advice).toMatch(/^`request` is false\. PHP's json_encode /);
  });

  it("names the endpoint of another group in the answer", async () => {
    const { body } = await sandbox.client("tokenization/refund", {});
    expect(body).toEqual({ responseCode: "1404", message: "unknown path: did you mean /hosted-checkout/refund?" });
  });

  it("that a browser makes by itself is not kept", async () => {
    const { client, url } = await sandbox.lane();
    for (const path of ["favicon.ico", "robots.txt", "apple-touch-icon.png", ".well-known/x"])
      expect((await client(path, {}, { method: "GET" })).http).toBe(404);
    expect((await control(url, "GET", "requests")).body.requests).toEqual([]);
  });

  it.each([
    ["hosted-checkout/create", "end the base URL with a slash, and begin the path without one"],
    ["ahosted-checkout/create", "no slash is between the base URL and the path: begin the path with one"],
    ["a-tokenization/sale", "no slash is between the base URL and the path: begin the path with one"],
  ])("below /lane/%s says how the lane's name was lost, and makes no lane", async (path, how) => {
    const answer = await fetch(`${sandbox.url}/lane/${path}`, { method: "POST", body: "{}" });
    expect(await answer.json()).toEqual({ responseCode: "1404", message: `unknown path: ${how}` });
    const { body } = await sandbox.control("GET", "lanes");
    expect(body.lanes.map(({ name }: { name: string }) => name)).not.toContain(path.split("/")[0]);
  });

  it.each([
    ["POST", "/lane/_sandbox/reset", "the lane's name is missing before /_sandbox"],
    ["GET", "/lane/_sandbox", "the lane's name is missing before /_sandbox"],
    ["GET", "/sandbox/orders", "did you mean /_sandbox/orders?"],
    ["POST", "/lane/seen/sandbox/reset", "did you mean /_sandbox/reset?"],
    ["GET", "/sandbox", "did you mean /_sandbox?"],
    ["POST", "/mcp", "did you mean POST /_sandbox/mcp?"],
  ])("%s %s, which is almost the control API, is told what was meant", async (method, path, meant) => {
    const answer = await fetch(`${sandbox.url}${path}`, { method });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { responseCode: "1404", message: `unknown path: ${meant}` },
    ]);
  });

  it("says so in a lane that is there, too", async () => {
    const { url } = await sandbox.lane("seenhosted-checkout");
    const answer = await fetch(`${url}/refund`, { method: "POST", body: "{}" });
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining("no slash is between the base URL and the path"),
    });
    expect(answer.headers.get("X-Sandbox-Warnings")).toContain("in the lane seenhosted-checkout");
  });

  it("says that a lane's name has no slash, and makes no lane of its first part", async () => {
    const path = "lane/slashed/test_a.py::test_b/hosted-checkout/create";
    const answer = await fetch(`${sandbox.url}/${path}`, { method: "POST", body: "{}" });
    expect(await answer.json()).toEqual({
      responseCode: "1404",
      message: "unknown path: a lane's name has no slash, so the lane here is slashed",
    });
    const { body } = await sandbox.control("GET", "lanes");
    expect(body.lanes.map(({ name }: { name: string }) => name)).not.toContain("slashed");
  });

  it.each([
    [
      "POST",
      "hosted-checkout/create",
      "did you mean /hosted-checkout/create? (a lane's name has no slash, so the lane here is feature)",
    ],
    ["GET", "_sandbox/orders", "a lane's name has no slash, so the lane here is feature"],
  ])("says so of a branch's name: %s %s", async (method, path, told) => {
    const answer = await fetch(`${sandbox.url}/lane/feature/x/${path}`, { method });
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      404,
      `unknown path: ${told}`,
    ]);
  });

  it.each([
    ["/", "//hosted-checkout/create"],
    ["/lane/two/", "//hosted-checkout/create"],
    ["/lane/two/", "///direct/query"],
    ["/lane/two/", "//_sandbox/orders"],
    ["//lane/two", "/hosted-checkout/create"],
  ])("names a slash too many after a base URL that ends with %s", async (base, path) => {
    const answer = await fetch(`${sandbox.url}${base}${path.slice(base.endsWith("/") ? 1 : 0)}`, { method: "POST" });
    const found = base === "//lane/two" ? `${base}${path}` : path;
    expect(await answer.json()).toEqual({
      responseCode: "1404",
      message: `unknown path: ${found} has two slashes, take the last one from the base URL`,
    });
    expect(answer.headers.get("X-Sandbox-Warnings")).toContain(`Did you mean ${found.replace(/^\/+/, "/")}?`);
  });

  it("is recorded in a lane that nobody made, if its path is nearly an endpoint's", async () => {
    const url = `${sandbox.url}/lane/fresh`;
    await fetch(`${url}/v1/hosted-checkout/create`, { method: "POST" });
    const [request] = (await control(url, "GET", "requests")).body.requests;
    expect(request).toMatchObject({ operation: "v1/hosted-checkout/create", warnings: [expect.anything()] });
  });

  it("names all endpoints of its name, if it has no group", async () => {
    const { client } = await sandbox.lane();
    const { headers, body } = await client("refund", {});
    expect(headers.get("X-Sandbox-Warnings")).toBe(
      "unknown path /refund. Did you mean /hosted-checkout/refund or /direct/refund?",
    );
    const message = "unknown path: did you mean /hosted-checkout/refund or /direct/refund?";
    expect(body).toEqual({ responseCode: "1404", message });
  });

  it("tells of the first call only in a lane without an order", async () => {
    const { client } = await sandbox.lane();
    const warned = async () => (await client("payments", {})).headers.get("X-Sandbox-Warnings");
    expect(await warned()).toBe("unknown path /payments; a payment begins with POST /hosted-checkout/create");
    await client("hosted-checkout/create", requests.create());
    expect(await warned()).toBe("unknown path /payments");
  });

  it("makes no lane otherwise", async () => {
    const url = `${sandbox.url}/lane/nobody-made-it`;
    const { status, headers } = await fetch(`${url}/payments`, { method: "POST" });
    expect([status, headers.get("X-Sandbox-Lane")]).toEqual([404, "nobody-made-it"]);
    expect(headers.get("X-Sandbox-Warnings")).toBe(
      "unknown path /payments; a payment begins with POST /hosted-checkout/create",
    );
    const { body } = await sandbox.control("GET", "lanes");
    expect(body.lanes.map(({ name }: { name: string }) => name)).not.toContain("nobody-made-it");
  });

  it("is kept with a path of 100 characters at most, and without its query", async () => {
    const { client, url } = await sandbox.lane();
    await client(`${"x".repeat(3000)}?token=secret`, {});
    const [request] = (await control(url, "GET", "requests")).body.requests;
    expect(request.operation).toBe("x".repeat(100));
  });

  it("is counted under one name, however many paths there are", async () => {
    for (const path of ["a/b", "a/c"]) await sandbox.client(path, {});
    const metrics = await (await fetch(`${sandbox.url}/metrics`)).text();
    expect(metrics).toContain('operation="unknown"');
    expect(metrics).not.toContain("a/b");
  });
});
