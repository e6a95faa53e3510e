// Six questions that somebody asks who has never seen the console, each answered from the overview with the keyboard alone.
// docs/console.md says how many keys each takes. CONSOLE_KEYS_A_SECOND=4 types at that speed and prints the seconds.
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { created, requests } from "../support/client.js";
import { control } from "../support/sandbox.js";
import { consoleOfFile, type Desk } from "./console-world.js";

const ofFile = consoleOfFile();

interface Walk extends Desk {
  /** Opens Ctrl-K, types the words, takes the first choice. */
  readonly go: (words: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** The text is on the page, in sight. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  readonly heading: (text: string) => Promise<void>;
  readonly paid: number;
  readonly open1: number;
}

const speed = process.env.CONSOLE_KEYS_A_SECOND;
const tableRows = packageText("docs/console.md").split("\n");
/** How many keys the documentation's table says. */
const keysSaid = (question: string): number =>
  Number(tableRows.find((row) => row.startsWith(`| ${question} |`))?.split("|")[3]);

const walkIt = (question: string, use: (walk: Walk) => Promise<void>): void => it(question, () => walk(question, use));

/** A lane with a day's mishaps, the overview open, and a keyboard that counts. */
async function walk(question: string, use: (walk: Walk) => Promise<void>): Promise<void> {
  const desk = await ofFile.desk();
  const { page, client, url, open } = desk;
  await page.setViewportSize({ width: 1280, height: 800 });
  const notify = { callbackUrl: { notify: `${ofFile.sandbox().url}/nowhere` } };
  const ids: number[] = [];
  for (const merchantReference of ["A-1", "B-2", "C-3"]) {
    const { id } = await created(client, { merchantReference, ...notify });
    ids.push(id);
    await control(url, "POST", `orders/${id}/simulate`, { action: "pay" });
  }
  const { id: open1 } = await created(client, { merchantReference: "OPEN-4", ...notify });
  await control(url, "POST", "wait", { for: "notification", match: { orderId: ids[2], attempts: 1 } });
  await client("hosted-checkout/create", requests.create({ merchantReference: "A-1" }));
  await client("hosted-checkout/refund", { merchantId: 3, orderId: ids[0], amount: 51 });
  await client("hosted-checkout/query", { merchantId: 3, orderId: 5 });
  await open();
  await page.locator("body[data-live=on]").waitFor();
  let keys = 0;
  const began = performance.now();
  const press = async (key: string): Promise<void> => {
    keys++;
    if (speed !== undefined) await pause(1000 / Number(speed));
    await page.keyboard.press(key);
  };
  const go = async (words: string): Promise<void> => {
    await press("Control+k");
    for (const letter of words) await press(letter === " " ? "Space" : letter);
    await press("Enter");
  };
  const sees = async (text: string | RegExp): Promise<void> => {
    const found = page.getByText(text).filter({ visible: true }).first();
    await found.waitFor();
    expect(await found.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(800);
  };
  const heading = (text: string) => page.getByRole("heading", { level: 1 }).getByText(text).waitFor();
  await use({ ...desk, press, go, sees, heading, paid: ids[0]!, open1 });
  if (speed !== undefined)
    console.log(`${question} ${keys} keys, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect(keys).toBe(keysSaid(question));
}

walkIt("Why did the last refund fail?", async ({ page, press, sees, heading }) => {
  const row = () => page.evaluate<string>("document.activeElement.closest('tr')?.textContent ?? ''");
  do await press("j");
  while (!(await row()).includes("refund"));
  await press("Enter");
  await heading("req-");
  await sees("refund exceeds the paid amount");
  await sees(/Refund at most/);
});

walkIt("What did my shop answer to notification 3?", async ({ go, heading, sees }) => {
  await go("notif 3");
  await heading("Notification 3");
  await sees(/^1: 404/);
});

walkIt("Which calls of order A-1 failed?", async ({ page, go, heading }) => {
  await go("A-1");
  await heading("Order");
  await go("failed");
  await page.waitForURL(/failed=yes/);
  const calls = await page.getByTestId("request-row").locator("td:nth-child(3)").allTextContents();
  expect(calls).toEqual(["hosted-checkout/refund", "hosted-checkout/create"]);
});

walkIt("Pay an order, and see what my shop was told", async ({ page, go, heading, sees, read, open1 }) => {
  await go("OPEN-4");
  await heading("OPEN");
  await go("pay");
  await sees("The order is SUCCESS.");
  await page.getByTestId("timeline").getByText("notification 4").first().waitFor();
  await go("notif 4");
  await heading("Notification 4");
  await sees(/"status": "SUCCESS"|status.*SUCCESS/);
  expect((await read(`orders/${open1}`)).order.status).toBe("SUCCESS");
});

walkIt("Make the next refund fail", async ({ page, press, go, heading, read }) => {
  do await press("j");
  while (!(await page.evaluate<string>("document.activeElement.closest('tr')?.textContent ?? ''")).includes("refund"));
  await press("Enter");
  await heading("req-");
  await go("fail the next");
  await heading("Rules");
  await go("save");
  await page.getByTestId("rule-row").waitFor();
  expect((await read("rules")).rules).toMatchObject([{ when: { operation: "hosted-checkout/refund" }, times: 1 }]);
});

walkIt("What will happen within the next hour?", async ({ page, go, sees }) => {
  await go("scheduled");
  await sees("4 within the next hour");
  const coming = await page.locator("#next tbody tr").allTextContents();
  expect(coming[0]).toMatch(/Notification \d is sent.*in \d+ s/);
  expect(coming.some((line) => /Order \d+ expires unless it is paid.*OPEN-4/.test(line))).toBe(true);
});
