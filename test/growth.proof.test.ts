import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { readAmount, readUnitAmount } from "../src/core/domain/read-amount.js";
import { readText, readWhole } from "../src/core/domain/read-field.js";
import { defaultPolicy } from "../src/core/facts/assumptions.js";
import { compilePattern, loadRegexesFor } from "../src/core/scenario/values/pattern.js";
import { durationSchema, instantSchema, patternSchema } from "../src/core/scenario/values/schema-parts.js";
import { readPublicKey } from "../src/core/signing/keys.js";
import { isSignedBy } from "../src/core/signing/signature.js";
import { idOfSession } from "../src/lane/commands/session.js";
import { whyNot } from "../src/lane/notify/answer.js";
import { isOwnHost } from "../src/server/http/access.js";
import { size } from "../src/server/options/kinds.js";
import { followable, headerSafe, homeOf } from "../src/server/pages/addresses.js";
import { colour } from "../src/server/pages/contrast.js";
import { cardFormOf } from "../src/server/pages/hosted/card-form.js";
import { unseal } from "../src/server/pages/sealed.js";
import { texts } from "../src/server/pages/text/index.js";
import { languageOf } from "../src/server/pages/visit.js";
import { JSON_TYPE } from "../src/server/payment-api/http/payment-api.js";
import { parseLeniently, readEnvelope } from "../src/server/payment-api/ladder/envelope.js";
import { paramsOf } from "../src/server/payment-api/read-parameters/params.js";
import { growth, LINEAR_AT_MOST } from "./support/growth.js";

/** Texts that make a reader that backtracks go back again and again. */
const hostile: readonly ((n: number) => string)[] = [
  (n) => "1".repeat(n),
  (n) => `1.${"0".repeat(n)}x`,
  (n) => " ".repeat(n),
  (n) => `${" ".repeat(n)}x`,
  (n) => `a@${"a.".repeat(n / 2)} `,
  (n) => `${"a@".repeat(n / 2)} `,
  (n) => ":1".repeat(n / 2),
  (n) => "-".repeat(n),
  (n) => "/".repeat(n),
  (n) => "../".repeat(n / 3),
  (n) => ",".repeat(n),
  (n) => "CARD,".repeat(n / 5),
  (n) => ";q=".repeat(n / 3),
  (n) => `"${"\\".repeat(n)}`,
  (n) => "*a".repeat(n / 2),
  (n) => "é".repeat(n),
  (n) => "\ud800".repeat(n),
  (n) => `2026-01-05T10:00:00.${"1".repeat(n)}Zx`,
  (n) => "[".repeat(n),
  (n) => `{"request": "${"[".repeat(n)}"}`,
  (n) => `-----BEGIN PUBLIC KEY-----${"A ".repeat(n / 2)}`,
  (n) => `application/json${" ".repeat(n)}x`,
];

const create = paramsOf("hosted-checkout/create", defaultPolicy);
const param = (name: string) => (text: string) => create({ [name]: text });
const languages = new Hono().get("/", (c) => c.text(languageOf(c, undefined)));
const header = (text: string) => text.replaceAll(/[^\u0021-\u007e]/g, " ");
const quietly = (work: () => unknown) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "an amount": readAmount,
  "a unit amount": readUnitAmount,
  "a text": (text) => readText(text, Number.POSITIVE_INFINITY),
  "a whole number": (text) => readWhole(text, 99),
  "an email": param("email"),
  "an expiry": param("expiryTime"),
  "a list of methods": param("paymentMethods"),
  "a colour": param("themeColor"),
  "an envelope": readEnvelope,
  "a body, leniently": parseLeniently,
  "a media type": (text) => JSON_TYPE.test(text),
  "a signature": (text) => isSignedBy("{}", text, []),
  "a public key": (text) => quietly(() => readPublicKey(text)),
  "a duration": (text) => durationSchema.safeParse(text),
  "an instant": (text) => instantSchema.safeParse(text),
  "a text that may hold a regex": loadRegexesFor,
  "a pattern": (text) => patternSchema.safeParse(text),
  "a text by a pattern": (text) => compilePattern("*a*aa*x*", { ignoreCase: true })(text),
  "a size": (text) => size.schema().safeParse(text),
  "a Host header": (text) => isOwnHost(text, []),
  "an Accept-Language header": (text) => languages.request("/", { headers: { "Accept-Language": header(text) } }),
  "a session": idOfSession,
  "a form of a card": (text) =>
    cardFormOf({ "card-number": text, "card-holder": text, "card-expiry": text, "card-cvc": text }, texts.en),
  "a sealed form": (text) => unseal(text, "session"),
  "a colour of a page": colour,
  "an address to follow": followable,
  "an address in a header": headerSafe,
  "an address of a page": (text) => homeOf(`/checkout/s${text}`, "s"),
  "a shop's answer": (text) => whyNot(200, text, true, "trimmed"),
};

beforeAll(() => loadRegexesFor("/any/"));

describe.each(Object.entries(readers))("reading %s", (_what, read) => {
  it("takes as long as the text is, not its square", async () => {
    for (const text of hostile) {
      const [short, long] = [text(6000), text(48_000)];
      const grown = await growth(6000, (n) => read(n === 6000 ? short : long));
      expect([text(12), grown < LINEAR_AT_MOST || grown]).toEqual([text(12), true]);
    }
  });
});
