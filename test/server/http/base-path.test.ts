import { describe, expect, it } from "vitest";
import { basePathCutter } from "../../../src/server/lanes/lane-path.js";
import { startTestSandbox } from "../../support/sandbox.js";

describe("the base URL's path", () => {
  it.each([
    ["https://a.example", "/pay/readyz", "/pay/readyz"],
    ["https://a.example/pay/", "/pay/readyz", "/readyz"],
    ["https://a.example/pay", "/readyz", "/readyz"],
    ["https://a.example/pay", "/pay", "/"],
    ["https://a.example/pay", "/pay?lane=a", "/?lane=a"],
    ["https://a.example/pay", "/payments", "/payments"],
    ["https://a.example/checkout", "/checkout/1-abc", "/checkout/1-abc"],
  ])("%s is cut off %s", (baseUrl, target, expected) => {
    expect(basePathCutter(baseUrl)(target)).toBe(expected);
  });

  it("leads to the console and its files, whether a proxy cuts it off or not", async () => {
    await using sandbox = await startTestSandbox({ baseUrl: "http://localhost/tools/pay" });
    const origin = `http://localhost:${sandbox.server.port}`;
    for (const place of ["", "/lane/a"]) {
      const passed = await fetch(`${origin}/tools/pay${place}/_sandbox/ui/orders`);
      const cut = await (await fetch(`${origin}${place}/_sandbox/ui/orders`)).text();
      const links = [...cut.matchAll(/ (?:href|action|src)="(\/[^"]*)"/g)].map(([, link]) => link!);
      expect([passed.status, links.filter((link) => !link.startsWith("/tools/pay/"))]).toEqual([200, []]);
      expect(links.some((link) => link.startsWith(`/tools/pay${place}/_sandbox/ui`))).toBe(true);
      expect((await fetch(origin + links.find((link) => link.includes("style.css")))).status).toBe(200);
    }
  });
});
