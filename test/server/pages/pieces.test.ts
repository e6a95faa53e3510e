import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant, minorUnits } from "../../../src/core/domain/money.js";
import { followable, headerSafe, homeOf } from "../../../src/server/pages/addresses.js";
import { colour, contrast, pageColours } from "../../../src/server/pages/contrast.js";
import { amountText, hongKongTime } from "../../../src/server/pages/format.js";
import { seal, unseal } from "../../../src/server/pages/sealed.js";
import { timeLeftText } from "../../../src/server/pages/time-left.js";
import { formToken, isFormToken } from "../../../src/server/pages/visit.js";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

describe("colours", () => {
  it("are as CSS spells them, or nothing", () => {
    expect(["#AbCdEf", " #abc", "Red", "#ABCDEF80"].map(colour)).toEqual(["#abcdef", "#abc", "red", "#abcdef80"]);
    expect(["#12345", "#12345g", "#123456;}", "red;", "constructor", undefined].map(colour)).toEqual(
      Array(6).fill(undefined),
    );
  });

  it("with an alpha are looked at as they stand on white", () => {
    expect(contrast("#00000080", "#7f7f7f")).toBeCloseTo(1, 5);
    expect(contrast("transparent", "white")).toBe(1);
    expect(pageColours({ themeColor: "#00000020" }).text).toBe("#1d2536");
    expect(pageColours({ themeColor: "#000000f0" }).text).toBe("#ffffff");
  });

  it("that are given stay, and the others can be read on them", () => {
    fc.assert(
      fc.property(hex, hex, (themeColor, buttonBackgroundColor) => {
        const p = pageColours({ themeColor, buttonBackgroundColor });
        expect([p.background, p.button]).toEqual([themeColor, buttonBackgroundColor]);
        expect(contrast(p.text, p.background)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(p.buttonText, p.button)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("of a button follow a font colour that comes alone", () => {
    fc.assert(
      fc.property(hex, (buttonFontColor) => {
        const p = pageColours({ buttonFontColor });
        expect(p.buttonText).toBe(buttonFontColor);
        expect(contrast(p.buttonText, p.button)).toBeGreaterThanOrEqual(4);
      }),
    );
  });
});

describe("formats", () => {
  it.each([
    ["en", "HKD", 10600, "HKD 106.00"],
    ["zh-HK", "HKD", 10600, "HKD 106.00"],
    ["en", "USD", 999_999_999, "USD 9,999,999.99"],
    ["zh-HK", "USD", 5, "USD 0.05"],
  ] as const)("%s prints %s %d as %s", (language, currency, amount, expected) => {
    expect(amountText(minorUnits(amount), currency, language)).toBe(expected);
  });

  it("spell the transaction time as Hong Kong has it", {
    tags: ["facts:6/result-page-tick-payment-successful"],
  }, () => {
    expect(hongKongTime(instant(Date.UTC(2023, 0, 9, 10, 21, 37)))).toBe("2023-01-09 18:21:37");
    expect(hongKongTime(instant(Date.UTC(2022, 11, 31, 16, 0, 0)))).toBe("2023-01-01 00:00:00");
  });

  it.each([
    [1_000_000, "16:40"],
    [59_001, "01:00"],
    [1, "00:01"],
    [-5, "00:00"],
    [3_723_000, "1:02:03"],
  ])("%d ms left are %s", (ms, expected) => {
    expect(timeLeftText(ms)).toBe(expected);
  });
});

describe("addresses", () => {
  it.each([
    ["/checkout/s1", "s1"],
    ["/checkout/s1/", "../s1"],
    ["/lane/a/checkout/s1/pay", "../s1"],
    ["/checkout/s1/phone/ALIPAYHK", "../../s1"],
  ])("from %s the page is at %s", (path, expected) => {
    const home = homeOf(path, "s1");
    expect(home).toBe(expected);
    expect(new URL(home, `http://host/prefix${path}`).pathname).toBe(`/prefix${path.slice(0, path.indexOf("s1"))}s1`);
  });

  it.each(["https://shop.hk/付款?a=1&b=%2F#x", "app://paid", "bbmsl://done?x=1", "http://localhost:3000"])(
    "%s is followed as it is",
    (url) => {
      expect(followable(url)).toBe(url);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "/relative",
    "",
    "https://a\nb",
  ])("%s is not followed", (url) => {
    expect(followable(url)).toBeUndefined();
  });

  it("in a header keep ASCII as it is and escape the rest", () => {
    expect(headerSafe("app://x/?a=%20&B='\"[]")).toBe("app://x/?a=%20&B='\"[]");
    expect(headerSafe("https://x/付\ud800")).toBe("https://x/%E4%BB%98%EF%BF%BD");
  });
});

describe("what forms carry", () => {
  it("a token fits its own session only", () => {
    expect(isFormToken("a", formToken("a"))).toBe(true);
    expect([formToken("b"), "", undefined, 1, `${formToken("a")}x`].map((t) => isFormToken("a", t))).toEqual(
      Array(5).fill(false),
    );
  });

  it("a sealed card opens in its own session only, untouched", () => {
    const text = seal({ card: "4111111111111111" }, "a");
    expect(text).not.toContain("4111111111111111");
    expect(unseal(text, "a")).toEqual({ card: "4111111111111111" });
    expect(unseal(text, "b")).toBeUndefined();
    expect(unseal(`A${text.slice(1)}` === text ? `B${text.slice(1)}` : `A${text.slice(1)}`, "a")).toBeUndefined();
    expect([undefined, "", "x", 7].map((t) => unseal(t, "a"))).toEqual(Array(4).fill(undefined));
  });
});
