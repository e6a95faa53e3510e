import { describe, expect, it } from "vitest";
import { packageText } from "../../../../src/package/files.js";
import { countedOnce } from "../../../../src/tools/judge/reports/causes.js";
import { judgeJsonSchema } from "../../../../src/tools/judge/reports/json-schema.js";
import { reportOfJudge } from "../../../../src/tools/judge/reports/judge-report.js";
import { countsLine, eventText, openPart, verdictLine, wholeText } from "../../../../src/tools/judge/reports/words.js";
import { judgeReportSchema } from "../../../../src/tools/judge/schema/report.js";
import type { JudgeReport } from "../../../../src/tools/library/language.js";
import { htmlOf } from "../../../../src/tools/reports/html.js";
import { junitOf } from "../../../../src/tools/reports/junit.js";
import { terminalLines } from "../../../../src/tools/reports/terminal.js";
import { judgeReport } from "../../../support/judge-report.js";

const HOSTILE = `<script>alert("a" & 'b')</script>`;

const judgeHtml = (report: JudgeReport) => htmlOf(reportOfJudge(report));
const judgeJUnit = (report: JudgeReport) => junitOf(reportOfJudge(report));
const judgeLines = (report: JudgeReport) => terminalLines(reportOfJudge(report));

/** The report with a text of the user's own in every place that a shop or a command can fill. */
const hostile = (): JudgeReport =>
  JSON.parse(JSON.stringify(judgeReport).replaceAll("TEA-1", JSON.stringify(HOSTILE).slice(1, -1)));

it("the sample is a report", () => {
  expect(judgeReportSchema.parse(judgeReport)).toEqual(judgeReport);
});

it("an answer that a mutant changed is marked, because its code may look right", () => {
  const call = judgeReport.mutants.flatMap(({ run }) => run?.timeline ?? []).find((event) => event.kind === "call")!;
  const told = { ...call, fault: null, placed: null, responseCode: "0000", message: "Success" };
  expect(eventText({ ...told, isMutated: true })).toMatch(/: 0000 Success \(where the mutant acted\)$/);
  expect(eventText({ ...told, isMutated: false })).toMatch(/: 0000 Success$/);
});

describe("the terminal", () => {
  const lines = judgeLines(judgeReport);

  it("tells findings first, with both sides and the way to see them again", () => {
    expect(lines.slice(0, 7)).toEqual([
      "1 mistake (and 1 grave practice), shown by 1 of 4 mutants",
      "  HKD 88.00 charged twice in 1 run",
      "✗ charged-twice  sale#1/after-commit/connection-reset: Cart tea was charged 176.00 HKD in two orders; without the change it was charged 88.00 HKD.",
      "    TEA-1: books paid 88.00, refunded 0.00 HKD | shop nothing; TEA-2: books paid 88.00, refunded 0.00 HKD | shop paid 88.00, refunded 0.00 HKD, shipped",
      "    cure    If the answer to a charge is lost, query its reference before you charge again.",
      "    more    npx payment-sandbox docs charged-twice",
      "    replay  npx payment-sandbox judge --only 'sale#1/after-commit/connection-reset' --seed 1 -- node shop.mjs",
    ]);
  });

  it("says the amounts at stake once", async () => {
    const [terminal, page] = [lines.join("\n"), await judgeHtml(judgeReport)];
    for (const text of [terminal, page]) expect(text.split("charged twice in 1 run")).toHaveLength(1 + 1);
  });

  it("finds nothing in so many mutants, and says how many were not run", () => {
    const counts = { ...judgeReport.counts, run: 168, notRun: 228 };
    const nothing = { ...judgeReport, findings: [], practices: [], counts };
    expect(verdictLine(nothing)).toBe(
      "Nothing found so far in 168 mutants, 228 not run (a longer --budget runs them, as does --only 'refund#1/after-commit/*'; --strict fails without them)",
    );
    expect(verdictLine({ ...nothing, counts: { ...counts, notRun: 0 } })).toBe("Nothing found in 168 mutants");
  });

  it("counts a mistake once, however many mutants show it, in each report", async () => {
    const [one] = judgeReport.findings;
    const mutants = ["response-timeout", "garbage"].map((fault) => `sale#1/after-commit/${fault}`);
    const again = mutants.map((mutant) => ({ ...one!, mutant }));
    const more = { ...judgeReport, findings: [one!, ...again], practices: [] };
    const said = "1 mistake, shown by 3 of 4 mutants";
    expect(judgeLines(more)[0]).toBe(said);
    expect(await judgeHtml(more)).toContain(said);
    const other = { ...more, findings: [...more.findings, { ...one!, operation: "hosted-checkout/refund" }] };
    expect(judgeLines(other)[0]).toBe("2 mistakes, shown by 3 of 4 mutants");
    const second = ["create#1/before-commit/no-response", "pay#1/notice/never"].map((first) => ({
      ...one!,
      mutant: `${first}+refund#1/after-commit/connection-reset`,
      operation: first.startsWith("pay") ? "checkout/pay" : "hosted-checkout/create",
    }));
    expect(judgeLines({ ...more, findings: second })[0]).toMatch(/^1 mistake, /);
  });

  it("heads a mistake with its other mutants, and names the other orders of the same one", () => {
    const [one] = judgeReport.findings;
    const sameRun = { ...one!, references: ["CUP-1"], books: {}, beliefs: { "CUP-1": null } };
    const linesOf = (...more: (typeof sameRun)[]) =>
      judgeLines({ ...judgeReport, findings: [one!, ...more], practices: [] }).join("\n");
    const mutant = "sale#1/after-commit/garbage";
    expect(linesOf(sameRun)).toContain(`✗ charged-twice  ${one!.mutant}: ${one!.why}; the same of CUP-1`);
    expect(linesOf(sameRun)).toContain("; CUP-1: books no such order | shop nothing");
    const cups = [1, 2, 3, 4, 5].map((i) => ({ ...sameRun, references: [`CUP-${i}`] }));
    expect(linesOf(...cups)).toContain("; the same of CUP-1, CUP-2, CUP-3 and 2 more\n");
    expect(linesOf(...cups)).toMatch(/CUP-1: books no such order \| shop nothing; and 4 more like these\n/);
    expect(linesOf(sameRun, { ...sameRun, mutant })).toContain(`✗ charged-twice  ${one!.mutant} and 1 other: `);
  });

  it.each<[string, readonly [string, string][], string | undefined]>([
    ["nothing", [["sale#1/decline/x", "survived"]], undefined],
    [
      "a call",
      [
        ["sale#1/decline/x", "survived"],
        ["refund#1/decline/x", "notRun"],
      ],
      "refund#1/*",
    ],
    [
      "a kind",
      [
        ["sale#1/decline/x", "survived"],
        ["sale#1/notice/late", "notRun"],
      ],
      "sale#1/notice/*",
    ],
    [
      "one",
      [
        ["sale#1/decline/x", "survived"],
        ["sale#1/decline/y", "notRun"],
      ],
      "sale#1/decline/y",
    ],
    ["a second fault", [["sale#1/decline/x+sale#2/decline/x", "notRun"]], "sale#1/decline/x+sale#2/decline/x"],
  ])("names what was not run: %s", (_, all, part) => {
    const mutants = all.map(([id, verdict]) => ({ ...judgeReport.mutants[0]!, id, verdict: verdict as "survived" }));
    expect(openPart({ mutants })).toBe(part);
  });

  const unknownOf = (over: object) => ({ ...judgeReport.findings[0]!, verdict: "paid-unknown" as const, ...over });
  it.each([
    ["the same money of the same run", unknownOf({ references: ["TEA-1"] }), 1],
    ["another order", unknownOf({ references: ["CUP-1"] }), 2],
    ["another run", unknownOf({ references: ["TEA-1"], mutant: "sale#1/after-commit/no-response" }), 2],
    ["more money", unknownOf({ harm: { currency: "HKD", amount: 176 } }), 2],
    ["one that is known, beside a new one", unknownOf({ references: ["TEA-1"], isKnown: true }), 2],
  ])("counts a double charge and a forgotten order as one mistake only if it is %s", async (_, forgotten, count) => {
    const findings = [...judgeReport.findings, forgotten];
    expect(countedOnce(findings)).toHaveLength(count);
    expect(verdictLine({ ...judgeReport, findings, practices: [] })).toContain(
      count === 1 ? "1 mistake," : "2 mistakes,",
    );
    const also = "    also    paid-unknown in the same run: the same money, so one mistake";
    expect(judgeLines({ ...judgeReport, findings }).includes(also)).toBe(count === 1);
    // Nothing is hidden: the run's own entry has both.
    expect(await judgeHtml({ ...judgeReport, findings })).toContain("paid-unknown");
  });

  it("says of unresolved mutants what to do, and how to accept them", () => {
    const line =
      "1 mutant unresolved (refund#1/refusal/insufficient-unsettled-balance): that accuses nobody, so mend or decide each. With --strict they fail; --max-unresolved 1 accepts them (docs: Mutants that accuse nobody)";
    expect(lines).toContain(line);
    expect(judgeLines({ ...judgeReport, counts: { ...judgeReport.counts, unresolved: 0 } })).not.toContain(line);
  });

  it("says first why a mutant is unresolved, and once what is the same of several", () => {
    const [id, first, second] = [
      "refund#1/refusal/insufficient-unsettled-balance",
      ...judgeReport.mutants.filter(({ verdict }) => verdict !== "unresolved").map((one) => one.id),
    ];
    const notes = [`${first}: one handler waited`, `${second}: one handler waited`, "a", "b", `${id}: 1.09 kept`];
    expect(judgeLines({ ...judgeReport, findings: [], notes })).toEqual(
      expect.arrayContaining([`${id}: 1.09 kept`, `${first} and 1 other: one handler waited`]),
    );
  });

  it("tells, as the other reports do, that a finding is accepted, and until when", async () => {
    const waiver = { reason: "fixed by the next release", until: "2026-12-31" };
    const waived = { ...judgeReport, findings: judgeReport.findings.map((one) => ({ ...one, waiver })) };
    expect(judgeLines(waived)).toContain("    waiver  until 2026-12-31: fixed by the next release");
    expect(await judgeHtml(waived)).toContain("<dt>waiver</dt><dd>until 2026-12-31: fixed by the next release</dd>");
    const failures = (report: JudgeReport) => judgeJUnit(report).split("<failure").length - 1;
    expect(failures(judgeReport) - failures(waived)).toBe(1);
    expect(judgeJUnit(waived)).toContain("waiver: until 2026-12-31: fixed by the next release");
  });

  it("shows control characters of the shop by their codes", () => {
    const why = "\u001b[2J\u001b]0;title\u0007 gone\nNothing found in 4 mutants";
    const lines = judgeLines({ ...judgeReport, findings: judgeReport.findings.map((one) => ({ ...one, why })) });
    expect(lines.filter((line) => /[\p{Cc}]/u.test(line))).toEqual([]);
    expect(lines.join("\n")).toContain("\\x1b[2J\\x1b]0;title\\x07 gone\\nNothing found");
  });

  it.each<[string, number, number, JudgeReport["inconclusive"], string]>([
    ["nothing", 0, 0, {}, "0 skipped"],
    ["one kind", 2, 2, {}, "2 skipped (2 represented by another one)"],
    [
      "each kind once, and what is represented by an open one",
      9,
      3,
      { a: "not-applied", b: "not-applied", c: "unresolved" },
      "9 skipped (3 represented by another one, 2 not applied, 4 the same run as another one)",
    ],
  ])("counts each skipped mutant once: %s", (_, pruned, represented, inconclusive, expected) => {
    const counts = { ...judgeReport.counts, pruned, represented };
    const skipped = countsLine({ ...judgeReport, inconclusive, counts });
    expect(skipped).toBe(
      `1 accused, 1 survived, 1 noticed by the command itself, 1 unresolved, 0 unstable, ${expected}, 1 not run${wholeText(judgeReport)}`,
    );
  });

  it.each([
    [10, 0, 0, 60_000, ""],
    [0, 0, 10, 60_000, ""],
    [10, 0, 20, 20_000, " (all take about 60 s)"],
    [4, 6, 20, 20_000, " (all take about 60 s)"],
    [10, 0, 20, 61_000, " (all take about 4 min)"],
  ])(
    "of %s run, %s skipped and %s not run in %s ms says how long all take",
    (run, pruned, notRun, durationMs, said) => {
      const counts = { ...judgeReport.counts, planned: run + pruned + notRun, run, pruned, notRun };
      expect(wholeText({ ...judgeReport, counts, durationMs })).toBe(said);
    },
  );

  it("has a row for each call, the worst first", () => {
    const from = lines.findIndex((line) => line.includes("after") && line.includes("decline"));
    expect(lines.slice(from, from + 3)).toEqual([
      "            after    decline  refusal",
      "  sale#1    ✗ 1/2    ? 1",
      "  refund#1  – 1               ? 1",
    ]);
  });

  it.each([
    ["after-commit", true, "The shop was right about the money, but the command failed: "],
    ["keyless", false, "The shop was right about the money, the command failed, as it may without the service's key: "],
  ] as const)("says of a survivor of %s that its command failed: %s", async (family, isTold, item) => {
    const why = "the shop did not start: it ended with 1";
    const run = { ...judgeReport.mutants[0]!.run!, why };
    const mutants = [{ ...judgeReport.mutants[1]!, family, run }];
    const report = { ...judgeReport, mutants, findings: [], practices: [] };
    expect(
      judgeLines(report).join("\n").includes("shop was right about the money, but the command failed, for example"),
    ).toBe(isTold);
    expect((await judgeHtml(report)).replaceAll("&#39;", "'")).toContain(`${item}${why}`);
  });

  it("fits one screen, whatever was found", () => {
    const { findings, practices, mutants } = judgeReport;
    const verdicts = ["charged-twice", "refunded-twice", "paid-unpaid", "void-lost", "amount-differs"] as const;
    const many = {
      ...judgeReport,
      findings: verdicts.flatMap((verdict) => Array.from({ length: 50 }, () => ({ ...findings[0]!, verdict }))),
      practices: Array.from({ length: 11 }, () => practices[0]!),
      notes: Array.from({ length: 60 }, () => "A-1: the shop does not know yet"),
      mutants: Array.from({ length: 300 }, (_, i) => ({ ...mutants[0]!, id: `sale#${i}/after-commit/x` })),
    };
    const told = judgeLines(many);
    expect(told.length).toBeLessThanOrEqual(37);
    expect(told.join("\n").length).toBeLessThan(5000);
  });

  it.each([true, false])(
    "says where a practice was seen, where to read on, and how to see it again; grave: %s",
    (grave) => {
      const [first] = judgeReport.practices;
      const evidence = first!.evidence.map((one) => ({ ...one, mutant: judgeReport.mutants[0]!.id }));
      const told = judgeLines({ ...judgeReport, findings: [], practices: [{ ...first!, grave, evidence }] }).join("\n");
      expect(told).toContain(`seen in  ${judgeReport.mutants[0]!.id}: ${evidence[0]!.what}`);
      expect(told).toContain(`docs ${first!.id}\n    replay   ${judgeReport.mutants[0]!.replay}`);
    },
  );

  it("says why the dry run failed, and no more", () => {
    const run = { ...judgeReport.dryRun, problems: ["TEA-1: the books say 88.00, the shop 80.00"] };
    const failed = { ...judgeReport, dryRun: run, mutants: [], findings: [], practices: [], notes: [], exitCode: 1 };
    expect(judgeLines(failed).slice(0, 2)).toEqual([
      "The dry run itself failed",
      "  TEA-1: the books say 88.00, the shop 80.00",
    ]);
  });
});

describe("the JUnit report", () => {
  const xml = judgeJUnit(judgeReport);

  it("has a case for each mutant, the dry run and each practice", () => {
    expect(xml.match(/<testcase /g)).toHaveLength(5 + 1 + 2);
    expect(xml.match(/<testsuite [^>]*name="[^"]*"/g)!.map((tag) => tag.replace(/^.*name=/, ""))).toEqual([
      '"charged-twice: tokenization/sale, after-commit"',
      '"Practices"',
      '"Dry run"',
      '"Each mutant"',
    ]);
  });

  it("puts the gravest cause first, and each mutant in one suite", () => {
    const [one] = judgeReport.findings;
    const findings = [
      { ...one!, mutant: judgeReport.mutants[1]!.id, verdict: "believed-forged" as const },
      one!,
      { ...one!, verdict: "paid-unknown" as const },
    ];
    const told = judgeJUnit({ ...judgeReport, findings });
    expect(told.indexOf('name="believed-forged: ')).toBeLessThan(told.indexOf('name="charged-twice: '));
    expect(told).not.toContain('name="paid-unknown: ');
    expect(told.match(/<testcase /g)).toHaveLength(5 + 1 + 2);
    expect(told.match(/<failure type="[\w-]+"/g)).toHaveLength(3 + 1);
  });

  it("does not fail what the baseline knows", () => {
    const findings = judgeReport.findings.map((one) => ({ ...one, isKnown: true }));
    const practices = judgeReport.practices.map((one) => ({ ...one, isKnown: true }));
    const told = judgeJUnit({ ...judgeReport, findings, practices, exitCode: 0 });
    expect(told).not.toContain("<failure");
    expect(told).toContain("known: already in the baseline");
  });

  it("fails what is accused and what is grave, skips what was not run", () => {
    expect(xml.match(/<failure type="[\w-]+"/g)).toEqual([
      '<failure type="charged-twice"',
      '<failure type="retried-under-new-reference"',
    ]);
    expect(xml.match(/<skipped /g)).toHaveLength(1);
    expect(xml).toContain('<property name="coverage.percent" value="3.1"/>');
  });
});

describe("the HTML report", () => {
  it("escapes every text that it did not write", async () => {
    const page = await judgeHtml(hostile());
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("&amp;lt;");
    expect(page).toContain("&lt;script&gt;alert(&quot;a&quot; &amp; &#39;b&#39;)&lt;/script&gt;");
  });

  it("has nothing outside of it", async () => {
    const page = await judgeHtml(judgeReport);
    expect(page.replace(/<a href="[^"]*">/g, "")).not.toMatch(/<(link|img|iframe)|src=|https?:\/\//);
  });

  it("draws what happened, and an attempt that is answered like the one before only once", async () => {
    const [first, ...others] = judgeReport.mutants;
    const notice = first!.run!.timeline.find(({ kind }) => kind === "notice")!;
    const attempts = [1, 2, 3].map((attempt) => ({ ...notice, attempt }) as typeof notice);
    const run = { ...first!.run!, timeline: [...first!.run!.timeline.slice(0, 4), ...attempts] };
    const page = await judgeHtml({ ...judgeReport, mutants: [{ ...first!, run }, ...others] });
    const [drawn] = page.match(/<svg.*<\/svg>/s)!;
    expect(drawn.match(/class="arrow[ \w]*"/g)).toHaveLength(8);
    expect(drawn).toContain("0000 Success: lost");
    expect(drawn.match(/<text[^>]*>forged \(amount\)/g)).toHaveLength(1);
  });

  it("holds 200 mutants in 300 kB", async () => {
    const { mutants, findings } = judgeReport;
    const [accused, survived] = [mutants[0]!, { ...mutants[1]!, run: mutants[0]!.run }];
    const busy = {
      ...accused.run!,
      timeline: Array.from({ length: 25 }, () => accused.run!.timeline)
        .flat()
        .slice(0, 25),
    };
    const id = (i: number) => `sale#${i}/after-commit/connection-reset`;
    const many = {
      ...judgeReport,
      mutants: Array.from({ length: 200 }, (_, i) => ({
        ...(i % 10 === 0 ? accused : survived),
        id: id(i),
        run: busy,
      })),
      findings: Array.from({ length: 20 }, (_, i) => ({ ...findings[0]!, mutant: id(i * 10) })),
    };
    expect((await judgeHtml(many)).length).toBeLessThan(300_000);
  });

  it("leads from each field of the map, each finding and each verdict to its timeline", async () => {
    const page = await judgeHtml(judgeReport);
    const targets = [...page.matchAll(/href="#(mutant-\d+)"/g)].map(([, id]) => id);
    expect(targets).toHaveLength(5 + 1 + 1 + 1);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
  });

  it("tells more about a verdict on the page itself, with no address outside of it", async () => {
    const page = await judgeHtml(judgeReport);
    expect(page).toContain('<a href="#about-charged-twice">More about charged-twice</a>');
    expect(page).toContain('id="about-charged-twice"');
    expect(page).not.toMatch(/href="http/);
  });
});

describe("judge.schema.json", () => {
  it("is made of the report's schema (npm run build)", () => {
    expect(JSON.parse(packageText("judge.schema.json"))).toEqual(judgeJsonSchema());
  });
});
