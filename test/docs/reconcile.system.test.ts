import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { has } from "../examples/languages.js";
import { startTestSandbox, testFolder } from "../support/sandbox.js";
import { blocks } from "./blocks.js";

const programs = [
  { language: "sh", command: ["sh", "-c"], isHere: has("jq", "--version") },
  { language: "python", command: ["python3", "-c"], isHere: has("python3", "--version") },
  { language: "php", command: ["php", "-r"], isHere: has("php", "--version") },
] as const;
type Program = (typeof programs)[number];

/** What the block of this language prints, in a folder with these books. */
async function reconciled(
  { language, command: [file, flag] }: Program,
  url: string,
  token: string,
  books: readonly string[],
) {
  const { text } = blocks.find(
    (one) => one.file === "docs/terminal.md" && one.language === language && one.text.includes("books"),
  )!;
  using folder = testFolder();
  const csv = books.map((line) => `${line}\n`).join("");
  writeFileSync(join(folder.path, "books.csv"), csv);
  const env = { ...process.env, NO_PROXY: "*", PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_ADMIN_TOKEN: token };
  // So that there are several pages.
  const program = text.replace("<?php", "").replace("limit=1000", "limit=2");
  const child = spawn(file, [flag, program], { cwd: folder.path, env });
  child.stdin.end(csv);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part;
  });
  const [code] = await once(child, "close");
  return { code, lines: stdout.trimEnd().split("\n"), said: stdout + stderr };
}

it.each(programs.filter(({ isHere }) => isHere))(
  "$language that reconciles books prints the orders that differ and no others, and ends with 1 if there are any",
  async (program) => {
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
    const header = "merchantReference,currency,amount";
    const books = [header, "S-3,HKD,55.00", "S-1,HKD,10.50", "S-2,HKD,0.50", "", "S-5,HKD,3", "S-6,HKD,0.00", ""];
    const { code, lines, said } = await reconciled(program, sandbox.url, "its-token", books);
    expect(code, said).toBe(1);
    const columns = lines.map((line) => line.replace("only in the books: ", "").replace("only in the service: ", "\t"));
    expect(columns.sort()).toEqual(["\tS-3,USD,55.00", "\tS-4,HKD,7.00", "S-3,HKD,55.00", "S-5,HKD,3.00"]);
    const same = ["S-1,HKD,10.5", "S-2,HKD,0.5", "S-3,USD,55", "S-4,HKD,7"];
    expect(await reconciled(program, sandbox.url, "its-token", same)).toMatchObject({ code: 0, said: "" });
    const wrong = await reconciled(program, sandbox.url, "another", books);
    expect(wrong.code).not.toBe(0);
    expect(wrong.said).toContain("401");
  },
);
