import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { profilesNamed } from "../../../src/tools/judge/conformance/profiles.js";
import { practiceIds } from "../../../src/tools/judge/schema/practice-texts.js";
import { accusations, chapterOf } from "../../../src/tools/judge/schema/verdicts.js";
import { readResource } from "../../../src/tools/mcp/resources.js";
import { withToolNames } from "../../../src/tools/mcp/tool-names.js";

it.each([
  ["Advance the clock with PUT /_sandbox/clock.", "Advance the clock with the tool clock."],
  ["GET /_sandbox/orders lists them; check the lane", "the tool list_orders lists them; check the lane"],
  ["reset a lane: POST /lane/a/_sandbox/reset, or wait", "reset a lane: the tool reset, or wait"],
  ["POST http://localhost:4655/lane/a/_sandbox/notifications/3/resend", "the tool resend"],
  [
    'PUT /_sandbox/merchants/4 {"capabilities": {"CARD": {"refund": true}}}.',
    'the tool change_merchant {"id": 4, "capabilities": {"CARD": {"refund": true}}}.',
  ],
  ["set the balance by PUT /_sandbox/merchants/3.", "set the balance by the tool change_merchant."],
  [
    "there is a lane a (DELETE it first, or POST its reset)",
    "there is a lane a (use it as it is, or empty it with the tool reset)",
  ],
  [
    "(GET /_sandbox/provenance lists the ids and their choices)",
    "(payment-sandbox://docs/assumptions lists the ids and their choices)",
  ],
  [
    "card: x is none (payment-sandbox magic lists them)",
    "card: x is none (the tool search_docs finds them: test cards)",
  ],
  [
    '--base: package-lock.json is not at HEAD: prepare it with --base-setup, such as --base-setup "npm ci"',
    'base: package-lock.json is not at HEAD: prepare it with baseSetup, such as baseSetup: "npm ci"',
  ],
  [
    "2 mutants unresolved: mend or decide each. With --strict they fail; --max-unresolved 2 accepts them (docs: Mutants that accuse nobody)",
    "2 mutants unresolved: mend or decide each (search_docs: Mutants that accuse nobody)",
  ],
  ["cures are in the report (--report html=judge.html)", "cures are in the report"],
  ["Nothing shows that these are fixed: exit code 4, not 0.", "Nothing shows that these are fixed."],
  ["newer, and refused: why req-1 --lane w1 (x)", 'newer, and refused: explain_request of req-1 (lane: "w1") (x)'],
  ["there is no order A-1; lane w1 has it (--lane w1)", 'there is no order A-1; lane w1 has it (lane: "w1")'],
  [
    "there is no order A-1; lanes w1, w2 have it (--lane w1)",
    'there is no order A-1; lanes w1, w2 have it (lane: "w1")',
  ],
  [
    "docs/payment-api.md#parameters-of-directsale lists all",
    "payment-sandbox://docs/payment-api#parameters-of-directsale lists all",
  ],
  ["`payment-sandbox scenarios --outcomes` lists all outcomes", "the tool list_scenarios lists all outcomes"],
  [
    "it needs a token (send Authorization: Bearer <the --admin-token (PAYMENT_SANDBOX_ADMIN_TOKEN) that it was started with or printed, or one of adminTokens>)",
    "it needs a token (start `payment-sandbox mcp` with its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN)",
  ],
  ["why req-10 says what to correct", "explain_request of req-10 says what to correct"],
  [
    "no order A-1: its hosted-checkout/create was refused (1001): why req-1",
    "no order A-1: its hosted-checkout/create was refused (1001): explain_request of req-1",
  ],
  ["more    npx payment-sandbox docs charged-twice", "more    payment-sandbox://docs/verdicts#charged-twice"],
  [
    "more    /opt/node /opt/ps/bin/payment-sandbox.js docs charged-twice",
    "more    payment-sandbox://docs/verdicts#charged-twice",
  ],
  ["`payment-sandbox docs the driver's acts` says how.", 'search_docs "the driver\'s acts" says how.'],
  ["`'/a b/node' '/a b/bin/payment-sandbox.js' scenarios` lists them", "the tool list_scenarios lists them"],
  [
    "--prove-fix: a.json has no findings. Leave --prove-fix out to judge the shop anew",
    "report: a.json has no findings. Call judge to judge the shop anew",
  ],
  [
    "there is no request, order or notification 9 at http://localhost:1; check the lane (--lane)",
    "there is no request, order or notification 9 at http://localhost:1; the tool list_requests lists calls; check the lane",
  ],
  [
    "there is no request, order or notification notification-9 at http://localhost:1; check the lane (--lane)",
    "there is no request, order or notification notification-9 at http://localhost:1; the tool list_notifications lists them; check the lane",
  ],
  ["drop a lane: DELETE /_sandbox/lanes/<name>", "drop a lane: the tool drop_lane"],
  ["POST /_sandbox/settle settles them", "the tool pay_order with action settle (without an order: all) settles them"],
  ["2 mutants passed (--whole runs each alone).", "2 mutants passed."],
  [
    'the shop survives a. --only "a+*" without --prove-fix tries second faults',
    'the shop survives a. judge with only "a+*" tries second faults',
  ],
  ["if they share a port or a database, try --jobs 1: x", "if they share a port or a database, try jobs 1: x"],
  [
    '--believes: "http://a.b/" is not on this machine; say so with --other-machine if you mean it',
    'believes: "http://a.b/" is not on this machine',
  ],
  // No tool releases a gate.
  ["POST /_sandbox/gates/<name>/release", "POST /_sandbox/gates/<name>/release"],
])("%j names a tool where there is one", (hint, told) => {
  expect(withToolNames(hint)).toBe(told);
});

it("a call that no tool makes gets the lane's address", () => {
  const [hint, lane] = ["release it with POST /_sandbox/gates/<name>/release", "http://localhost:1/lane/a"];
  expect(withToolNames(hint, lane)).toBe(`release it with POST ${lane}/_sandbox/gates/<name>/release`);
});

it("each address of a page or a chapter that a tool tells can be read", () => {
  const folder = packagePath("src/tools/mcp");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const told = [
    ...[...accusations, ...practiceIds].map((id) => withToolNames(chapterOf(id))),
    withToolNames(JSON.stringify(profilesNamed("all"))),
    ...sources.map((name) => readFileSync(join(folder, name), "utf8")),
  ];
  const addresses = new Set(
    told.flatMap((text) => text.match(/payment-sandbox:\/\/docs\/[\w-]+(#[^\s"`);,.}]+)?/g) ?? []),
  );
  addresses.delete("payment-sandbox://docs/verdicts#$1");
  expect(addresses.size).toBeGreaterThan(30);
  expect([...addresses].filter((uri) => readResource(uri, "") === undefined)).toEqual([]);
});
