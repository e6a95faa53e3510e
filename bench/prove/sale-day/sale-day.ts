import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../../postgres-server.ts";
import { quantile } from "../../ratios.ts";
import { temporaryFolder } from "../leaving.js";
import type { Outcome, Part } from "../part.js";
import { Random } from "../random.js";
import { audited, wasPaid } from "./audit.js";
import type { Sale } from "./books.js";
import { Caller } from "./caller.js";
import { BEGINS_AT, Day, faultyHours, LANES } from "./day.js";
import { Nodes } from "./nodes.js";
import { NotifyEndpoint } from "./shop.js";

const SHOPPERS = 200_000;
const SHOPPERS_SHORT = 5_000;
const FINDINGS_MAX = 20;

/** Each rule meets a reference once. */
const ruleOf = (operation: string, ending: string, fault: string, placed: string) => ({
  when: { operation, merchantReference: `*-${ending}` },
  ...{ key: "merchantReference", times: 1, then: { fault, placed } },
});

const scenario = {
  name: "sale-day",
  clock: new Date(BEGINS_AT).toISOString(),
  rules: [
    { when: { operation: "tokenization/sale", merchantReference: "*-short" }, then: { outcome: "insufficient-funds" } },
    ruleOf("hosted-checkout/create", "lost", "http-502", "after-commit"),
    ruleOf("tokenization/sale", "lost", "connection-reset", "after-commit"),
    ruleOf("*/refund", "lost", "truncated-body", "after-commit"),
    ruleOf("*/void", "lost", "empty-response", "after-commit"),
    ruleOf("hosted-checkout/create", "cut", "connection-reset", "before-commit"),
    ruleOf("tokenization/sale", "cut", "http-503", "before-commit"),
    ruleOf("*/refund", "cut", "http-500", "before-commit"),
  ],
};

/** A shop's busiest day, on the store of a platform team. */
export const saleDay: Part = {
  about: `A sale day in simulated time, over ${LANES} lanes on three nodes with one PostgreSQL: nine of ten calls reach the lane's own node, the tenth any. Shoppers leave their carts, cancel, pay on the page by card or wallet, are declined, press twice, and pay by stored card; answers are lost before and after the commit; some take their money back. One node is stopped and replaced in the afternoon, one is killed in the evening. The lanes settle at midnight; on the next two days goods come back, and more shoppers come. A model that shares no code with the product foretells each answer about money. At the end each order is compared with it (status, amounts; of each twentieth and each doubtful one the transactions too), each lane's balance, and the notification of each payment.`,
  run: async ({ seed, isShort, until }) => {
    await using endpoint = new NotifyEndpoint();
    await endpoint.listen();
    await using database = await startPostgres();
    const folder = temporaryFolder();
    const [rules, config] = [join(folder, "sale-day.scenario.json"), join(folder, "sale-day.config.json")];
    writeFileSync(rules, JSON.stringify(scenario));
    writeFileSync(config, JSON.stringify({ dailySettlement: true }));
    const nodes = new Nodes([
      ...["--store", `${database.url}?schema=sale_day_${seed}_${process.pid}`, "--seed", "1", "--signature", "off"],
      ...["--scenario", rules, "--config", config, "--log-format", "json"],
    ]);
    await nodes.start();
    const caller = new Caller(nodes, new Random(seed, -1));
    endpoint.trust((await caller.control(0, "GET", "keys")).notificationPublicKey);
    const day = new Day(nodes, caller, endpoint, { seed, shoppers: isShort ? SHOPPERS_SHORT : SHOPPERS, until });
    await day.run();
    const [calls, { tookMs }] = [caller.calls, caller];
    const sales = day.books.flatMap(({ sales }) => [...sales.values()]);
    await day.allTold(() => sales.every((sale) => !wasPaid(sale) || endpoint.heard.has(sale.reference)));
    const beganAudit = performance.now();
    await day.audit((lane, books) => audited(caller, lane, books, endpoint));
    const auditSeconds = (performance.now() - beganAudit) / 1000;
    await caller.close();
    await nodes.stop();
    const wrong = [...day.wrong, ...endpoint.wrong, ...nodes.defects()];
    if (until > Date.now() && day.exitCodes.join() !== "143,") wrong.push(`nodes ended with ${day.exitCodes.join()}`);
    return {
      figures: [
        ["shoppers", day.visits],
        ["visits a second", (day.visits / (day.tookMs / 1000)).toFixed(0)],
        ["calls, and a second of the visits", `${calls}, ${(calls / (day.tookMs / 1000)).toFixed(0)}`],
        ["time of a call: p50, p99, p99.9", quantiles(tookMs)],
        ["calls whose answer was lost", caller.lost],
        ["answers 503 by the nodes", caller.unavailable],
        ...lags(sales, endpoint),
        ...money(day, sales),
        ["orders and lanes compared at the end, in", `${sales.length} and ${LANES}, ${auditSeconds.toFixed(0)} s`],
      ],
      findings: wrong.slice(0, FINDINGS_MAX).map((what) => ({ what })),
    };
  },
};

/** From the answer that told the payment to the first attempt of its notification. */
function lags(sales: readonly Sale[], { heard }: NotifyEndpoint): Outcome["figures"] {
  const of = (isMeant: (hour: number) => boolean): string =>
    quantiles(
      sales.flatMap(({ hour, paidAt, reference }) => {
        const at = heard.get(reference)?.at;
        return paidAt === undefined || at === undefined || !isMeant(hour) ? [] : [Math.max(0, at - paidAt)];
      }),
    );
  const all = [...heard.values()];
  const sum = (what: "attempts" | "acknowledged") => all.reduce((total, one) => total + one[what], 0);
  return [
    ["lag of notifications: p50, p99, p99.9", of((hour) => !faultyHours.includes(hour))],
    ["the same in the hours in which a node went", of((hour) => faultyHours.includes(hour))],
    ["payments told, attempts, acknowledged", `${all.length}, ${sum("attempts")}, ${sum("acknowledged")}`],
  ];
}

function money({ books, refundsTried }: Day, sales: readonly Sale[]): Outcome["figures"] {
  const count = (status: Sale["status"]) => sales.filter((sale) => sale.status === status).length;
  const hkd = (cents: number) => `HKD ${(cents / 100).toFixed(2)}`;
  const total = (of: (sale: Sale) => number) => hkd(sales.reduce((sum, sale) => sum + of(sale), 0));
  const back = (sale: Sale) => (wasPaid(sale) ? sale.amount - sale.net : 0);
  return [
    [
      "orders settled, refunded, voided, closed",
      ["SETTLED", "REFUNDED", "VOIDED", "CLOSED"].map((one) => count(one as Sale["status"])).join(", "),
    ],
    ["refunds tried on the next days", refundsTried],
    ["paid, given back", `${total((sale) => (wasPaid(sale) ? sale.amount : 0))}, ${total(back)}`],
    [
      "paid out at the midnights, balance left",
      `${hkd(books.reduce((sum, one) => sum + one.paidOut, 0))}, ${hkd(books.reduce((sum, one) => sum + one.balance, 0))}`,
    ],
  ];
}

function quantiles(valuesMs: readonly number[]): string {
  const [p50, p99, p999, most] = [0.5, 0.99, 0.999, 1].map((share) => quantile(valuesMs, share).toFixed(1));
  return `${p50}, ${p99}, ${p999} ms; at most ${most} ms`;
}
