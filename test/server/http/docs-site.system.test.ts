import "../../support/dist.js";
import { describe, expect, it } from "vitest";
import { readPages } from "../../../build/docs/pages.js";
import { ofFile } from "../../support/of-file.js";
import { startTestSandbox } from "../../support/sandbox.js";

const sandbox = ofFile(await startTestSandbox());

const get = (path: string): Promise<Response> => fetch(`${sandbox.url}${path}`, { redirect: "manual" });
const pages = readPages().flatMap((group) => group.pages);

describe("/_sandbox/docs", () => {
  it("leads to the site, in a lane too", async () => {
    expect((await get("/_sandbox/docs")).headers.get("Location")).toBe("docs/");
    const answer = await fetch(`${sandbox.url}/lane/reader/_sandbox/docs`);
    expect(answer.url).toBe(`${sandbox.url}/lane/reader/_sandbox/docs/`);
    expect(await answer.text()).toContain("<h1");
  });

  it.each(["", "/lane/reader", "/pay", "/pay/lane/reader"])("needs no token, in a browser at %j", async (prefix) => {
    const settings = { adminToken: "an-admin-token-of-the-test", baseUrl: "http://localhost:4655/pay" };
    await using locked = await startTestSandbox(settings);
    const at = `http://127.0.0.1:${locked.server.port}${prefix}/_sandbox`;
    const headers = { Accept: "text/html" };
    for (const path of ["docs", "docs/", "docs/teams", "docs/teams.md", "docs/llms.txt"]) {
      const answer = await fetch(`${at}/${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const page = await (await fetch(`${at}/docs/teams`, { headers })).text();
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(new URL(script!, `${at}/docs/`), { headers })).status).toBe(200);
    expect((await fetch(`${at}/health`, { headers })).status).toBe(401);
  });

  it.each([199, 256, 5000])("has no page whose name has %i letters", async (length) => {
    expect((await get(`/_sandbox/docs/${"x".repeat(length)}`)).status).toBe(404);
  });

  it("makes no lane by being read", async () => {
    await get("/lane/reader/_sandbox/docs/");
    expect((await sandbox.control("GET", "lanes")).body.lanes.map(({ name }: { name: string }) => name)).not.toContain(
      "reader",
    );
  });

  it.each(pages.map(({ name }) => name))("has %s as a page and as Markdown", async (name) => {
    for (const path of [name, `${name}.html`]) {
      const page = await get(`/_sandbox/docs/${path}`);
      expect(page.status).toBe(200);
      expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(await page.text()).toContain('<main id="content">');
    }
    const markdown = await get(`/_sandbox/docs/${name}.md`);
    expect(markdown.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toMatch(/^# /);
  });

  it("lets pages run nothing but its own files", async () => {
    const page = await get("/_sandbox/docs/judge");
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|(src|href)="(https?:)?\/\//);
  });

  it("tells every page in llms.txt, with links that lead somewhere", async () => {
    const text = await (await get("/_sandbox/docs/llms.txt")).text();
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links).toEqual(pages.map(({ name }) => `${name}.md`));
    for (const link of links) expect((await get(`/_sandbox/docs/${link}`)).status, link).toBe(200);
  });

  it.each([
    "/_sandbox/docs/first-order",
    "/_sandbox/docs/outcomes.md",
    "/_sandbox/docs/search.jsonl",
    "/lane/reader/_sandbox/docs/outcomes",
  ])("shows the sandbox's own address in %s", async (path) => {
    const text = await (await get(path)).text();
    expect(text).toContain(`${sandbox.url}/_sandbox/`);
    expect(text).not.toContain("http://localhost:4655");
  });

  it.each(["/_sandbox/docs/ci", "/_sandbox/docs/ci.md"])(
    "leaves the files of a project in %s as they are: they publish a port of their own",
    async (path) => {
      const text = await (await get(path)).text();
      expect(text.match(/BASE_URL:(<[^>]*>| )+http:\/\/localhost:4655/g)?.length).toBeGreaterThan(1);
      expect(text).toContain(`curl -s -X POST ${sandbox.url}/lane/worker-1`);
    },
  );

  it("shows files that pages lead to as they read", async () => {
    const shop = await get("/_sandbox/docs/files/examples/shop.php");
    expect(shop.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await shop.text()).toMatch(/^<\?php/);
  });

  it.each(["nothing", "files", "..%2Fopenapi.json", "files/.%2E%2Fsearch.jsonl", ".hidden.json", "%00.html"])(
    "answers 404 to %s",
    async (path) => {
      expect((await get(`/_sandbox/docs/${path}`)).status).toBe(404);
    },
  );
});
