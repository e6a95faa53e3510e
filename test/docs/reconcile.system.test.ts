import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { blocks } from "./blocks.js";

const { text } = blocks.find(({ file, text }) => file === "docs/terminal.md" && text.includes("books.txt"))!;

/** What the lines print, in a folder with these books. */
async function reconciled(url: string, token: string, books: readonly string[]) {
  using folder = testFolder();
  writeFileSync(join(folder.path, "books.csv"), books.map((line) => `${line}\n`).join(""));
  const env = { ...process.env, NO_PROXY: "*", PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_ADMIN_TOKEN: token };
  const child = spawn("sh", ["-c", text], { cwd: folder.path, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part;
  });
  const [code] = await once(child, "close");
  return { code, lines: stdout.trimEnd().split("\n"), stderr };
}

it("the lines that reconcile books print the orders that differ, and no others", async () => {
  await using sandbox = await startTestSandbox({ adminToken: "its-token" });
  const scenario = {
    name: "day",
    given: {
      orders: [
        { merchantId: 3, merchantReference: "S-1", amount: 10.5, status: "SUCCESS" },
        { merchantId: 3, merchantReference: "S-2", amount: 40.5, status: "REFUNDED", refunded: 40 },
        { merchantId: 3, merchantReference: "S-3", amount: 55, currency: "USD", status: "SUCCESS" },
        { merchantId: 3, merchantReference: "S-4", amount: 7, status: "SUCCESS" },
        { merchantId: 3, merchantReference: "S-6", amount: 8, status: "VOIDED" },
        { merchantId: 3, merchantReference: "S-7", amount: 9, status: "OPEN" },
      ],
    },
  };
  const put = await fetch(`${sandbox.url}/_sandbox/scenario`, {
    method: "PUT",
    headers: { Authorization: "Bearer its-token" },
    body: JSON.stringify(scenario),
  });
  expect(put.ok).toBe(true);
  const books = ["S-3,HKD,55.00", "S-1,HKD,10.50", "S-2,HKD,0.50", "S-5,HKD,3", "S-6,HKD,0.00"];
  const { code, lines } = await reconciled(sandbox.url, "its-token", books);
  expect(code).toBe(0);
  expect(lines).toEqual(["S-3,HKD,55.00", "\tS-3,USD,55.00", "\tS-4,HKD,7.00", "S-5,HKD,3.00"]);
  const wrong = await reconciled(sandbox.url, "another", books);
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain("401");
});
