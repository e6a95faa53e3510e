import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { retryDelaysMs } from "../../src/core/facts/retries.js";
import { notify } from "../../src/core/scenario/effects/notify-effects.js";
import { packageText } from "../../src/package/files.js";
import { pageTable } from "../support/page-table.js";

const PAGE = "docs/notifications.md";

describe("the page about notifications", () => {
  it("says when the last retry comes", () => {
    const minutes = retryDelaysMs.newer.reduce((sum, waitMs) => sum + waitMs, 0) / 60_000;
    expect(packageText(PAGE)).toContain(`${Math.floor(minutes / 60)} h ${minutes % 60} min`);
  });

  const effects = pageTable(PAGE, "| Wanted | `notify` |").flatMap(([wanted = "", cell = ""]) =>
    [...cell.matchAll(/(\w+: (?:[\w-]+|\{[^}]+\}))/g)].map(([, effect]) => [wanted, effect!] as const),
  );

  it.each(effects)("%s: `%s` is an effect of a rule", (_, effect) => {
    expect(notify.schema.safeParse(parse(`{ ${effect} }`)).error).toBeUndefined();
  });

  it("names the forgery with a valid signature", () => {
    expect(effects.map(([, effect]) => effect)).toEqual(expect.arrayContaining(["forge: amount-signed"]));
  });
});
