#!/usr/bin/env bash
# @memberjunction/actions-bizapps-accounting 5.51.3 (npm), by which agents look into a shop's QuickBooks. Asked for all transactions, while QuickBooks answers 500 for payments, the action succeeds with
# what is left: "Successfully retrieved 1 transactions", and says so nowhere in its answer. Asked for payments with the default limit, of 250 it tells 100, and HasMore is false. Asked for the balances of the end of
# last year, it tells today's, with last year's date on them. An agent that compares books and payments takes a shop's sales for unpaid, and this year's money for last year's.
# Safe: one TransactionType a call, with a MaxResults above what can be; the report of QuickBooks for a balance of the past.
# The server is a stand-in that answers such queries as QuickBooks does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @memberjunction/actions-bizapps-accounting@5.51.3 >/dev/null
cat >agent.mjs <<'JS'
import { createServer } from "node:http";
import { GetQuickBooksAccountBalancesAction, GetQuickBooksTransactionsAction } from "@memberjunction/actions-bizapps-accounting";
let failing = false;
const stored = {
  Invoice: [{ Id: "1", TxnDate: "2026-11-02", TotalAmt: 50, Balance: 0 }],
  Payment: Array.from({ length: 250 }, (_, index) => ({ Id: `${index + 2}`, TxnDate: "2026-11-03", TotalAmt: 50 })),
  Account: [{ Id: "9", Name: "Bank", FullyQualifiedName: "Bank", Classification: "Asset", AccountType: "Bank", CurrentBalance: 12500, Active: true }],
};
const server = createServer((request, response) => {
  const query = new URL(request.url, "http://localhost").searchParams.get("query");
  const [, type] = /FROM (\w+)/.exec(query);
  const fails = failing && type === "Payment";
  response.writeHead(fails ? 500 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(fails ? {} : { QueryResponse: { [type]: (stored[type] ?? []).slice(0, Number(/MAXRESULTS (\d+)/.exec(query)?.[1] ?? 100)) } }));
}).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const [warned, told] = [[], console.log];
console.warn = (text) => warned.push(text);
console.log = () => {};
const ask = async (Action, params) => {
  const action = new Action();
  action._companyIntegration = { CompanyID: "1", ExternalSystemID: "1", AccessToken: "token", IntegrationNavigationBaseURL: `http://127.0.0.1:${server.address().port}` };
  const answer = await action.InternalRunAction({ ContextUser: {}, Params: Object.entries({ CompanyID: "1", ...params }).map(([Name, Value]) => ({ Name, Value, Type: "Input" })) });
  return { ...answer, out: Object.fromEntries(answer.Params.filter(({ Type }) => Type === "Output").map(({ Name, Value }) => [Name, Value])) };
};
failing = true;
const all = await ask(GetQuickBooksTransactionsAction, {});
told(`payments answer 500: ${all.ResultCode}, ${all.Message}: ${all.out.Transactions.map(({ transactionType }) => transactionType)}; HasMore ${all.out.HasMore}; on the console: ${warned}`);
failing = false;
const payments = await ask(GetQuickBooksTransactionsAction, { TransactionType: "Payment" });
told(`250 payments: ${payments.out.TotalCount} told; HasMore ${payments.out.HasMore}`);
const [bank] = (await ask(GetQuickBooksAccountBalancesAction, { AsOfDate: "2025-12-31" })).out.AccountBalances;
told(`empty in 2025, today 12500; as of ${bank.asOfDate.toISOString().slice(0, 10)}: ${bank.currentBalance}`);
server.close();
process.exit();
JS
node --no-deprecation agent.mjs | tee seen
diff seen - <<'TEXT'
payments answer 500: SUCCESS, Successfully retrieved 1 transactions: Invoice; HasMore false; on the console: Failed to retrieve Payment transactions:
250 payments: 100 told; HasMore false
empty in 2025, today 12500; as of 2025-12-31: 12500
TEXT
