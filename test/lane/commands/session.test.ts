import { describe, expect, it } from "vitest";
import { idOfSession, sessionOf } from "../../../src/lane/commands/session.js";

describe("the name of a page", () => {
  const named = { purpose: "checkout", seed: 1, id: 1_000_001 } as const;

  it("is its id and a proof of 24 characters, the same for the same seed", () => {
    const session = sessionOf(named);
    expect(session).toMatch(/^lflt-[\w-]{24}$/);
    expect(session).toHaveLength(29);
    expect(sessionOf(named)).toBe(session);
    expect(idOfSession(session)).toBe(1_000_001);
    const others = [
      { ...named, seed: 2 },
      { ...named, purpose: "card-entry" as const },
      { ...named, id: 1_000_002 },
    ];
    expect(new Set([session, ...others.map(sessionOf)]).size).toBe(4);
    expect(sessionOf({ ...named, purpose: "card-entry", seed: 2 })).not.toBe(
      sessionOf({ ...named, purpose: "card-entry" }),
    );
  });

  it("ends with a letter or a digit, which no reader of a link drops", () => {
    for (let id = 1; id <= 200; id++) expect(sessionOf({ ...named, id })).toMatch(/^[\w-]{24,}[\dA-Za-z]$/);
  });

  it("is what it was in earlier versions", () => {
    expect([sessionOf(named), sessionOf({ ...named, purpose: "card-entry" })]).toEqual([
      "lflt-OrVWByc2sejkWKGs3mSh9RJc",
      "lflt-L_MaAS0i8M2MzNIOJC3G3lgC",
    ]);
  });

  it.each(["", "-", "?-x", "!"])("is read as none from %j", (text) => {
    expect(idOfSession(text)).toBeUndefined();
  });

  it("is read as none where the number is too large", () => {
    expect(idOfSession(`${"z".repeat(40)}-x`)).toBeUndefined();
  });
});
