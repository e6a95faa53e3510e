import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { declines, refusals } from "../../../src/core/facts/codes.js";
import { paymentMethods } from "../../../src/core/facts/methods.js";
import { fill, texts } from "../../../src/server/pages/text/index.js";
import { languageOf } from "../../../src/server/pages/visit.js";

const flat = (node: unknown, path = ""): [string, string][] =>
  typeof node === "string"
    ? [[path, node]]
    : Object.entries(node as object).flatMap(([key, value]) => flat(value, `${path}.${key}`));
const english = flat(texts.en);
const chinese = new Map(flat(texts["zh-HK"]));
const blanks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

describe("texts", () => {
  it("have the same keys in each language", () => {
    expect([...chinese.keys()]).toEqual(english.map(([key]) => key));
  });

  it.each(english)("%s is said in both, with the same blanks", (key, text) => {
    expect(text.trim()).not.toBe("");
    expect(chinese.get(key)?.trim()).not.toBe("");
    expect(blanks(chinese.get(key) ?? "")).toEqual(blanks(text));
  });

  it("are Chinese in the Chinese column, but for names", () => {
    const same = english.filter(([key, text]) => chinese.get(key) === text).map(([key]) => key);
    expect(same).toEqual([
      ".methods.APPLEPAY",
      ".methods.GOOGLEPAY",
      ".methods.ALIPAYHK",
      ".brands.VISA",
      ".brands.MASTER",
    ]);
  });

  it("name every method, every decline and every refusal", () => {
    expect(Object.keys(texts.en.methods)).toEqual(paymentMethods);
    expect(Object.keys(texts.en.declines).sort()).toEqual(Object.keys(declines).sort());
    expect(Object.keys(texts.en.panel.outcomes).sort()).toEqual(Object.keys(declines).sort());
    expect(Object.keys(texts.en.refusals).sort()).toEqual(Object.keys(refusals).sort());
  });

  it("fill blanks, and leave unknown ones", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
});

describe("the language", () => {
  it.each([
    ["zh-HK", "en", "en", "zh-HK"],
    ["de", "zh-HK", "en", "zh-HK"],
    [undefined, undefined, "fr, zh;q=0.4, en;q=0.3", "zh-HK"],
    [undefined, undefined, "zh-TW;q=0.2,en-US;q=0.9", "en"],
    [undefined, undefined, "yue-Hant-HK, yue;q=0.9, en;q=0.8", "zh-HK"],
    [undefined, undefined, "cmn-Hans-CN", "zh-HK"],
    [undefined, undefined, "zh;q=0, en;q=0", "en"],
    [undefined, undefined, "", "en"],
    [undefined, undefined, ";;;,q=", "en"],
  ] as const)("asked %s, merchant %s, browser %s: %s", async (asked, merchant, acceptLanguage, expected) => {
    const app = new Hono().get("/", (c) => c.text(languageOf(c, merchant)));
    const headers = { ...(acceptLanguage !== undefined && { "Accept-Language": acceptLanguage }) };
    const answer = await app.request(asked === undefined ? "/" : `/?lang=${asked}`, { headers });
    expect(await answer.text()).toBe(expected);
  });
});
