import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/core/facts/assumptions.js";
import { coverageOf } from "../../../src/tools/coverage/coverage.js";
import { htmlOf } from "../../../src/tools/reports/html.js";
import type { Run } from "../../../src/tools/reports/run.js";
import { reportOfRun } from "../../../src/tools/reports/run-report.js";

const HOSTILE = `<script>alert("a" & 'b')</script>`;
const ESCAPED = "&lt;script&gt;alert(&quot;a&quot; &amp; &#39;b&#39;)&lt;/script&gt;";

/** Text of the user's own in every place that a report shows. */
const run: Run = {
  version: HOSTILE,
  command: ["sh", "-c", HOSTILE],
  seed: 1,
  startedAt: HOSTILE,
  durationMs: 1234,
  commandExitCode: 0,
  exitCode: 4,
  coverage: coverageOf(new Set(["refund-order SUCCESS approve"]), defaultPolicy),
  lanes: [
    {
      lane: HOSTILE,
      scenarios: [
        {
          name: HOSTILE,
          file: HOSTILE,
          rules: [],
          clauses: [
            { clause: { rule: { name: HOSTILE, fired: 1 } } },
            {
              clause: { rule: { name: "r", fired: 1 } },
              failure: { expected: HOSTILE, actual: HOSTILE, nearest: [HOSTILE] },
            },
          ],
        },
      ],
      invariants: { holds: false, checked: 1, broken: [HOSTILE] },
    },
  ],
};

const report = reportOfRun(run, { known: [HOSTILE] });

describe("the HTML report", () => {
  it("escapes every text of the user, once", async () => {
    const page = await htmlOf(report);
    expect(page).not.toContain("<script");
    expect(page).not.toContain("&amp;lt;");
    expect(page.split(ESCAPED)).toHaveLength(15 + 1);
    // A fact and a clause are shown as JSON, which escapes the quotes first.
    expect(page.split(ESCAPED.replaceAll("&quot;", "\\&quot;"))).toHaveLength(2 + 1);
  });

  it("says the verdict and what is behind it", async () => {
    const page = await htmlOf(report);
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("<title>payment-sandbox exec: Exit code 4</title>");
    expect(page).toContain("The command ended with 0. 1 expectation not met, 1 invariant broken.");
    expect(page).toContain('<li class="unmet">invariant broken, a defect of the sandbox: lane ');
  });

  it("shows what was reached, and which scenario reaches what was not", async () => {
    const page = await htmlOf(report);
    expect(page).toMatch(/1 of \d+ cells \(operation × order state × outcome\)/);
    expect(page.match(/class="covered"/g)).toHaveLength(1);
    expect(page).toContain(
      "<li>refund order, SETTLED, refused: reached in <code>--scenario refund-short-of-balance</code>",
    );
  });
});
