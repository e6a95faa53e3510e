import { describe, expect, it } from "vitest";
import { ofFile } from "../../support/of-file.js";
import { startTestSandbox } from "../../support/sandbox.js";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const sandbox = ofFile(await startTestSandbox());

const at = (path: string, accept: string | undefined, method = "GET") =>
  fetch(`${sandbox.server.url}${path}`, {
    method,
    redirect: "manual",
    headers: accept === undefined ? {} : { Accept: accept },
  });

describe("a browser", () => {
  it.each([
    ["", "/_sandbox/ui"],
    ["/", "/_sandbox/ui"],
    ["/_sandbox", "/_sandbox/ui"],
    ["/_sandbox/", "/_sandbox/ui"],
    ["/lane/a.b", "/lane/a.b/_sandbox/ui"],
    ["/lane/a.b/", "/lane/a.b/_sandbox/ui"],
    ["/lane/a.b/_sandbox", "/lane/a.b/_sandbox/ui"],
    ["/lane/a.b/_sandbox/", "/lane/a.b/_sandbox/ui"],
  ])("that asks for %j is led to %s", async (path, expected) => {
    const answer = await at(path, BROWSER);
    expect(answer.status).toBe(302);
    const url = `${sandbox.server.url}${path || "/"}`;
    expect(new URL(answer.headers.get("location") ?? "", url).pathname).toBe(expected);
    const page = await fetch(url, { headers: { Accept: BROWSER } });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  });
});

describe("a client that asks for no page", () => {
  it.each(["/", "/lane/a.b"])("gets of %s what the payment service says, and where the console is", async (path) => {
    const console = `${path === "/" ? "" : path}/_sandbox/ui`;
    for (const accept of [undefined, "*/*", "application/json", "text/html;q=0, */*"]) {
      const answer = await at(path, accept);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { responseCode: "1404", message: `unknown path: the console is ${console}` },
      ]);
    }
    expect((await at(path, BROWSER, "POST")).status).toBe(404);
    expect(await (await at(path, "*/*", "DELETE")).json()).toMatchObject({
      message: `unknown path: did you mean DELETE /_sandbox/lanes/${path === "/" ? "default" : "a.b"}?`,
    });
  });

  it("gets of /_sandbox what the control API says", async () => {
    const answer = await at("/_sandbox", "*/*");
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: "not-found" })]);
  });
});
