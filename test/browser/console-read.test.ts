import { expect, it } from "vitest";
import { axeFaults } from "../support/axe.js";
import { isProof } from "../support/proof.js";
import { control } from "../support/sandbox.js";
import { busyLane, consoleOfFile, HOSTILE, ui } from "./console-world.js";

const ofFile = consoleOfFile();

it("each page shows hostile texts as texts, asks nothing of other sites, follows its lane, reads at each width, and passes axe by day or night", async () => {
  const { url, paid, hostile, refundId } = await busyLane(ofFile.sandbox());
  await control(url, "POST", "snapshots", { name: "s".repeat(64) });
  const page = await ofFile.browser().newPage({ viewport: { width: 320, height: 800 } });
  const foreign: string[] = [];
  page.on("request", (request) => !request.url().startsWith(url) && foreign.push(request.url()));
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("dialog", (dialog) => said.push(dialog.message()));
  const faults: string[] = [];
  const look = async (where: string, colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: colorScheme === "light" ? 320 : 1280, height: 800 });
    faults.push(...(await axeFaults(page)).map((fault) => `${where}, ${colorScheme}: ${fault}`));
  };

  const order = `/orders/${hostile.id}`;
  const refused = "/requests/req-5";
  // Axe takes longer than all else: a proof looks at each page by day and by night.
  const looked = new Map<string, "light" | "dark">([
    [order, "light"],
    [`/requests/${refundId}`, "dark"],
    ["", "dark"],
    ["/rules", "light"],
  ]);
  for (const path of [
    order,
    refused,
    `/requests/${refundId}`,
    "/notifications/1",
    "",
    "/stream",
    "/orders",
    "/requests",
    "/notifications",
    "/rules",
    "/merchants",
    "/assumptions?find=stan",
    "/snapshots",
    "/call",
    ...[order, refused, "/notifications/1"].map((path) => `/stream${path}`),
    `/requests/${refundId}/fork`,
    `/orders/compare?compare=${paid.id}&compare=${hostile.id}`,
  ]) {
    const response = await page.goto(ui(url, path), { waitUntil: "domcontentloaded" });
    expect(response?.headers()["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'nonce-([^']+)'; script-src 'nonce-\1'; connect-src 'self'; /,
    );
    await page.locator("body[data-live=on]").waitFor();
    for (const width of [1920, 1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
    }
    expect(await page.locator("img").count()).toBe(0);
    if (["/orders", "/rules", order, refused].includes(path))
      expect(await page.locator("main").textContent()).toContain(HOSTILE);
    for (const colorScheme of ["light", "dark"] as const)
      if (isProof || looked.get(path) === colorScheme) await look(path, colorScheme);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.keyboard.press("?");
  await page.getByTestId("keys").waitFor();
  await look("the list of keys", "light");
  expect([foreign, said, faults]).toEqual([[], [], []]);
  await page.close();
});
