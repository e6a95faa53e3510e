import { rowTags } from "../../spec/row-tags.js";
import type { Params } from "../../support/client.js";
import { lineItems, reference } from "../../support/client.js";

/** A value that a client may send for a parameter, and why it is refused. */
export interface Wrong {
  readonly value: unknown;
  readonly message: string;
}

/** One row of a parameter table, as far as it can be right or wrong by itself. */
export interface Row {
  readonly name: string;
  /** Where the value goes; `lineItems.0.quantity`. */
  readonly path: string;
  readonly required?: boolean;
  readonly right: readonly unknown[];
  readonly wrong: readonly Wrong[];
}

const long = (chars: number): string => "x".repeat(chars);
const idText = "expected a whole number from 1 to 2147483647";
const wrongIds: readonly Wrong[] = [
  ...[0, -1, 1.5, "abc", "12x", 2_147_483_648, true, {}, []].map((value) => ({ value, message: idText })),
];
const wrongTexts = (max: number): readonly Wrong[] => [
  { value: true, message: "expected a text" },
  { value: {}, message: "expected a text" },
  { value: ["a"], message: "expected a text" },
  { value: long(max + 1), message: `expected a text of 1 to ${max} characters` },
  { value: "a\0b", message: "expected well-formed Unicode text without null characters" },
  { value: "a\ud800", message: "expected well-formed Unicode text without null characters" },
];
const wrongAmounts: readonly Wrong[] = [
  ...["NaN", "", "abc", "1e", "1,234.50", ".50", true, {}, [], [50], "0x10", " 1"].map((value) => ({
    value,
    message: "expected a number with at most two decimals, such as 50.00",
  })),
  { value: 0, message: "expected an amount above 0" },
  { value: "0.00", message: "expected an amount above 0" },
  { value: -1, message: "expected an amount above 0" },
  { value: "-1", message: "expected an amount above 0" },
  { value: 1.001, message: "expected at most two decimals" },
  { value: "1.999", message: "expected at most two decimals" },
  { value: "1e-7", message: "expected at most two decimals" },
  ...[10_000_000, 1e22, "1e22", "1e400"].map((value) => ({ value, message: "expected at most 9999999.99" })),
];
const wrongFlags: readonly Wrong[] = ["yes", 2, -1, {}, []].map((value) => ({
  value,
  message: "expected true or false",
}));
const rightFlags = [true, false, 0, 1, "true", "false", "0", "1", null];
const oneOf = (values: string, ...more: readonly unknown[]): readonly Wrong[] =>
  ["EUR?", 1, true, {}, ...more].map((value) => ({ value, message: `expected one of ${values}` }));
/** A wrong value of a list, and the one that was meant. */
const meant = (value: string, expected: string, name: string): Wrong => ({
  value,
  message: `expected ${expected}. Did you mean ${name}?`,
});
/** What an instant should be. */
export const instant = (expected: string): string => `expected ${expected}: YYYY-MM-DDThh:mm:ss+08:00`;
const METHODS = "CARD, APPLEPAY, GOOGLEPAY, ALIPAYHK, ALIPAYCN, WECHATPAY";
const colours: readonly Wrong[] = ["reddish", "#12345", "#1234567", "#GGGGGG", "rgb(0 0 0)", 123456].map((value) => ({
  value,
  message: "expected a colour such as #RRGGBB",
}));
const bins: readonly Wrong[] = ["411", "411111111", "4x11", null].map((value) => ({
  value,
  message: value === null ? "required" : "expected 4 to 8 digits",
}));
const objects = (what: string): readonly Wrong[] => ["text", 1, true, []].map((value) => ({ value, message: what }));

const row = (name: string, right: readonly unknown[], wrong: readonly Wrong[], required = false): Row => ({
  name,
  path: name.replace("[i]", ".0"),
  right,
  wrong,
  required,
});

const url = (name: string): Row =>
  row(name, ["https://shop.example/x?a=1", "app://done", "", null, "https://例子.example/付款"], wrongTexts(2048));

export const merchantId = row("merchantId", [3, "3"], wrongIds, true);
const amount = row(
  "amount",
  [50, "50.00", 0.01, 9_999_999.99, "50", "1.10", "0000050.00", "5E+1", "0.12345e4", "19.989999999999998"],
  wrongAmounts,
  true,
);
const currency = row(
  "currency",
  ["HKD", "USD", null],
  [...oneOf("HKD, USD", "EUR", ""), meant("hkd", "one of HKD, USD", "HKD")],
);
const userId = row("userId", ["user1", "USER1"], wrongTexts(64), true);
const tokenId = row("tokenId", [351, "351"], wrongIds, true);
const merchantReference = row("merchantReference", [], wrongTexts(64), true);
const callbackUrl = row(
  "callbackUrl",
  [{}, null, { other: 1 }],
  objects("expected an object of addresses: success, fail, cancel, notify"),
);
const unitAmounts: readonly Wrong[] = [
  ...["NaN", true, {}, "1,234.50"].map((value) => ({ value, message: "expected a number, such as 50.00" })),
  ...[-1, "-1", "-1e400"].map((value) => ({ value, message: "expected a number of at least 0" })),
  ...[1e22, "1e400"].map((value) => ({ value, message: "expected at most 9999999.99" })),
];
const items: readonly Row[] = [
  row(
    "lineItems",
    [lineItems],
    [
      { value: [], message: "expected at least one line item" },
      { value: {}, message: "expected an array of line items" },
      { value: "text", message: "expected an array of line items" },
    ],
    true,
  ),
  row(
    "lineItems[i].quantity",
    [1, "2", 99_999_999],
    [0, -1, 1.5, "1.5", 100_000_000, true, "x"].map((value) => ({
      value,
      message: "expected a whole number from 1 to 99999999",
    })),
    true,
  ),
  row(
    "lineItems[i].priceData",
    [{ unitAmount: 1, name: "A" }],
    objects("expected an object with unitAmount and name"),
    true,
  ),
  row("lineItems[i].priceData.unitAmount", [50, 33.333333333333336, "12.5", "1e3", 0], unitAmounts, true),
  row("lineItems[i].priceData.name", ["Tea", '茶 "<b>"', "a".repeat(1024)], wrongTexts(1024), true),
];
const saleCallback = [callbackUrl, url("callbackUrl.notify")];
const orderKey: readonly Row[] = [
  merchantId,
  row("orderId", [], wrongIds),
  row("merchantReference", [], wrongTexts(64)),
];

/** What a table is tested with: its rows in the order of the spec, and parameters that are right in all. */
export interface Table {
  readonly path: string;
  readonly section: string;
  readonly rows: readonly Row[];
  /** Fresh right parameters; `orderId` names a paid order. */
  readonly base: (orderId: number) => Params;
}

const purchase = () => ({ merchantId: 3, amount: 50, merchantReference: reference() });

export const tables: readonly Table[] = [
  {
    path: "hosted-checkout/create",
    section: "4.1",
    base: () => ({ ...purchase(), lineItems, callbackUrl: { notify: "" } }),
    rows: [
      merchantId,
      currency,
      amount,
      merchantReference,
      callbackUrl,
      url("callbackUrl.success"),
      url("callbackUrl.fail"),
      url("callbackUrl.cancel"),
      url("callbackUrl.notify"),
      row("isRecurring", rightFlags, wrongFlags),
      row(
        "expiryTime",
        ["2099-11-22T02:03:37+00:00", "2099-11-22T02:03:37.128216819Z", "2099-11-22T10:03+0800", null],
        [
          { value: 1, message: instant("an ISO 8601 date-time, not a number") },
          ...["tomorrow", {}].map((value) => ({ value, message: instant("an ISO 8601 date-time with offset") })),
          { value: "2026-11-22", message: instant("a time and an offset after the date") },
          { value: "2026-13-45T00:00:00Z", message: "expected a day of the calendar: there is no month 13" },
          { value: "9999-12-31T23:59:59-00:01", message: "expected an instant of the years 0 to 9999, in UTC" },
        ],
      ),
      ...items,
      row("lang", ["zh-HK", "en", "", null], oneOf("zh-HK, en", "fr")),
      row("showLang", rightFlags, wrongFlags),
      row("showPoweredBy", rightFlags, wrongFlags),
      row(
        "paymentMethods",
        ["CARD", "ALIPAYHK, CARD,WECHATPAY", "", null],
        [
          ...["CASH", "CARD,,", 1, ["CARD"]].map((value) => ({
            value,
            message: `expected a comma-separated list of ${METHODS}`,
          })),
          meant("card", `a comma-separated list of ${METHODS}`, "CARD"),
        ],
      ),
      row("defaultPaymentMethod", ["CARD", "WECHATPAY", "", null], oneOf(METHODS, "CASH")),
      row(
        "allowedBinRanges",
        [[], [{ binStart: "4111", binEnd: "4222" }], null],
        objects("expected an array of ranges").filter(({ value }) => !Array.isArray(value)),
      ),
      row("allowedBinRanges[i].binStart", ["4111"], bins, false),
      row(
        "allowedBinRanges[i].binEnd",
        ["4222"],
        [...bins, { value: "42222", message: "expected as many digits as binStart" }],
        false,
      ),
      row("allowedCardType", ["VISA", "MASTER", "UNIONPAY", "", null], oneOf("VISA, MASTER, UNIONPAY", "AMEX")),
      row("showOrderDetail", rightFlags, wrongFlags),
      row("showEmail", rightFlags, wrongFlags),
      row("showMerchantReference", rightFlags, wrongFlags),
      row("showOrderId", rightFlags, wrongFlags),
      row("showResultPage", rightFlags, wrongFlags),
      row("themeColor", ["#ffffff", "#00AAbb", "#abcdef80", "#abc", "Navy", "", null], colours),
      row("buttonBackgroundColor", ["#ffffff", null], colours),
      row("buttonFontColor", ["#ffffff", null], colours),
    ],
  },
  {
    path: "tokenization/sale",
    section: "4.2",
    base: () => ({ ...purchase(), userId: "user1", tokenId: 351, lineItems }),
    rows: [
      merchantId,
      userId,
      tokenId,
      merchantReference,
      currency,
      amount,
      row("email", ["a@example.com", "", null], wrongTexts(254)),
      ...saleCallback,
      row("isRecurring", rightFlags, wrongFlags),
      ...items,
    ],
  },
  {
    path: "tokenization/recurring",
    section: "4.3",
    base: () => ({ ...purchase(), userId: "user1", tokenId: 351, reason: "membership" }),
    rows: [
      merchantId,
      userId,
      tokenId,
      row("reason", ["membership", 12], wrongTexts(255), true),
      amount,
      merchantReference,
      row("parentOrderId", [null, ""], wrongIds),
      callbackUrl,
      url("callbackUrl.success"),
      url("callbackUrl.fail"),
      url("callbackUrl.cancel"),
      url("callbackUrl.notify"),
    ],
  },
  {
    path: "hosted-checkout/refund",
    section: "4.4",
    base: (orderId) => ({ merchantId: 3, orderId, amount: 1 }),
    rows: [...orderKey, { ...amount, right: [1, "1.00", 0.01] }],
  },
  ...(
    [
      ["hosted-checkout/void", "4.5"],
      ["direct/void", "4.6"],
      ["hosted-checkout/query", "4.7"],
      ["direct/query", "4.8"],
    ] as const
  ).map(([path, section]) => ({
    path,
    section,
    base: (orderId: number) => ({ merchantId: 3, orderId }),
    rows: orderKey,
  })),
  {
    path: "tokenization/query-token",
    section: "4.9",
    base: () => ({ merchantId: 3, userId: "user1" }),
    rows: [merchantId, userId],
  },
  {
    path: "hosted-checkout/recurring",
    section: "docs",
    base: (parentOrderId) => ({ ...purchase(), parentOrderId }),
    rows: [merchantId, amount, merchantReference, row("parentOrderId", [], wrongIds, true), ...saleCallback],
  },
  {
    path: "tokenization/add-token",
    section: "docs",
    base: () => ({ merchantId: 3, userId: "user1" }),
    rows: [
      merchantId,
      userId,
      row("reason", ["monthly plan", 12, "", null], wrongTexts(255)),
      callbackUrl,
      url("callbackUrl.success"),
      url("callbackUrl.fail"),
      url("callbackUrl.cancel"),
      url("callbackUrl.notify"),
      row("lang", ["zh-HK", "en", "", null], oneOf("zh-HK, en", "fr")),
      row("showLang", rightFlags, wrongFlags),
      row("showPoweredBy", rightFlags, wrongFlags),
      row("paymentMethods", ["CARD,APPLEPAY", ["CARD"], "GOOGLEPAY", 1, "", null], []),
      row("defaultPaymentMethod", ["CARD", "PAYPAL", null], []),
      row("allowedBinRanges[i].binStart", ["4111"], bins, false),
      row(
        "allowedBinRanges[i].binEnd",
        ["4222"],
        [...bins, { value: "42222", message: "expected as many digits as binStart" }],
        false,
      ),
      row("allowedCardType", ["VISA", "MASTER", "", null], oneOf("VISA, MASTER", "UNIONPAY")),
      row("themeColor", ["#ffffff", "#00AAbb", "#abcdef80", "#abc", "Navy", "", null], colours),
      row("buttonBackgroundColor", ["#ffffff", null], colours),
      row("buttonFontColor", ["#ffffff", null], colours),
      row("issuingCountryCode", ["HK", "TW", "CA", "UK", "US", "OTHER", ""], oneOf("HK, TW, CA, UK, US, OTHER", "GB")),
    ],
  },
  {
    path: "tokenization/delete-token",
    section: "docs",
    // A token is deleted once: each call comes from a merchant met for the first time, which has the demo tokens.
    base: () => ({ merchantId: ++newcomers, userId: "user1", tokenId: 351 }),
    rows: [{ ...merchantId, right: [] }, userId, tokenId],
  },
  {
    path: "tokenization/void",
    section: "docs",
    base: (orderId) => ({ merchantId: 3, orderId }),
    rows: orderKey,
  },
  {
    path: "direct/sale",
    section: "docs",
    base: () => ({ ...purchase(), paymentType: "WECHAT", paymentTerminal: "SDK", lineItems }),
    rows: [
      merchantId,
      amount,
      currency,
      merchantReference,
      row(
        "paymentType",
        ["ALIPAY", "ALIPAYHK", "WECHAT"],
        [
          ...oneOf("ALIPAY, ALIPAYHK, WECHAT", "CARD", ""),
          meant("ALIPAYCN", "one of ALIPAY, ALIPAYHK, WECHAT", "ALIPAY"),
        ],
        true,
      ),
      row(
        "paymentTerminal",
        ["SDK", "WAP", "PCWEB"],
        [...oneOf("SDK, WAP, PCWEB", ""), meant("wap", "one of SDK, WAP, PCWEB", "WAP")],
        true,
      ),
      url("notifyUrl"),
      url("referer"),
      url("userAgent"),
      url("postLink"),
      url("merchantSite"),
      ...items,
    ],
  },
  {
    path: "direct/refund",
    section: "docs",
    base: (orderId) => ({ merchantId: 3, orderId, amount: 1 }),
    rows: [...orderKey, { ...amount, right: [1, "1.00", 0.01] }],
  },
];
let newcomers = 1000;

/** The documented rows that a row shows: the parameter's own, or the request that provider-facts.md tells in one row. */
export function rowTagsOf({ path, section }: Table, { name }: Row): string[] {
  const { spec, facts } = rowTags;
  // In 4.2 the table names priceData alone, and its prose what it holds.
  const tag =
    spec.get(`${section} ${name}`) ??
    spec.get(`${section} ${name.replace(/\.[^.]+$/, "")}`) ??
    facts.get(`5 /${path}: request`);
  if (tag === undefined) throw new Error(`expected a documented row for ${name} of ${path}`);
  return [tag];
}

/** The parameters with one of them replaced; undefined takes it away. */
export function changed(params: Params, path: string, value: unknown): Params {
  const copy = structuredClone(params) as Record<string, unknown>;
  const keys = path.split(".");
  let at: Record<string, unknown> = copy;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= key === "0" ? {} : key === "allowedBinRanges" ? [] : {};
    at = at[key] as Record<string, unknown>;
  }
  if (path.startsWith("allowedBinRanges.0")) Object.assign(at, { binStart: "4111", binEnd: "4222" });
  const last = keys.at(-1)!;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
