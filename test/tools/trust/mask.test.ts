import { describe, expect, it } from "vitest";
import { masked } from "../../../src/tools/trust/recording/mask.js";

describe("a masked text", () => {
  it.each([
    ["a reference with digits", '{"merchantReference":"ORD-1795363016198"}'],
    ["a time in milliseconds", '{"at":1795363016198}'],
    ["a date", '{"createTime":"2026-11-21T02:03:37.123+00:00"}'],
    ["an amount", '{"amount":1234567.89,"name":"size +1234"}'],
    ["an address of a shop", "https://shop.example/done?order=A-1"],
  ])("keeps %s", (_, text) => {
    expect(masked(text)).toBe(text);
  });

  it.each([
    ["a card number in groups", "4111 1111 1111 1111", "4111 1111 1111"],
    ["an email", '{"email":"Anna.Lee@example.com"}', "Anna"],
    ["an email in escaped JSON", String.raw`{"request":"{\"note\":\"\nanna@example.com\"}"}`, "anna"],
    ["an email in a URL", "https://shop.example/?to=anna%40example.com", "anna"],
    ["a phone number", '{"note":"call +852 9123 4567"}', "9123"],
    ["a phone number by its member", '{"mobile":"91234567"}', "9123"],
    ["a token in a URL", "https://shop.example/notify?token=s3cr3tABC&x=1", "s3cr3t"],
    ["an access token in a URL", "/hook?a=1&access_token=abcd1234", "abcd1234"],
    ["a signature", '{"signature":"abc+4567890123"}', "4567"],
  ])("hides %s", (_, text, secret) => {
    const other = masked(text);
    expect(other).not.toContain(secret);
    if (text.startsWith("{")) expect(() => JSON.parse(other)).not.toThrow();
    expect(masked(other)).toBe(other);
  });

  it("has the same pseudonym for the same value, with its length, case and alphabet", () => {
    const [first, second, third] = masked("Anna.7@shop.com Bert.7@shop.com Anna.7@shop.com").split(" ");
    expect(first).toMatch(/^[A-Z][a-z]{3}\.\d@[a-z]{4}\.com$/);
    expect(second).not.toBe(first);
    expect(third).toBe(first);
    expect(masked('{"mobile":"+852 9123-4567"}')).toMatch(/^{"mobile":"\+\d{3} \d{4}-\d{4}"}$/);
  });

  // A pattern that reads a long word again from each of its letters takes an hour here.
  it.each(["x", "\\", "+1", "a@", '"', "%40"])("reads a megabyte of %j, and keeps its length", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(masked(text)).toHaveLength(text.length);
  });
});
