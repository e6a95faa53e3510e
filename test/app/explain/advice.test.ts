import { describe, expect, it } from "vitest";
import { type Advisable, advice, adviceFor, adviceForNotification } from "../../../src/app/explain/advice.js";
import type { RuleSummary } from "../../../src/app/explain/rules.js";
import { notificationStates } from "../../../src/app/ports/outbox.js";
import { packageText } from "../../../src/package/files.js";

const call: Advisable = { signature: "valid", responseCode: "1001", rules: [] };

const rule = (over: Partial<RuleSummary> = {}): RuleSummary => ({
  ruleId: "rule-1",
  origin: "control",
  outcome: "fired",
  why: "",
  clauses: [],
  ...over,
});
const clause = (holds: boolean, member: "amount" | "operation" = "amount") =>
  ({ member, expected: 1, actual: 2, holds }) as const;
const missed = (...clauses: readonly ReturnType<typeof clause>[]) => rule({ outcome: "no-match", clauses });

describe("the advice", () => {
  it.each([
    ["wrong-method", "Use POST."],
    ["unknown-path", "Check the path against the endpoints of the payment API."],
    ["body-too-large", "Send at most 1 MB."],
    ["wrong-content-type", "Send Content-Type: application/json."],
  ] as const)("after %s is %s", (ended, expected) => {
    expect(adviceFor({ ...call, ended })).toBe(expected);
  });

  it("differs by what ended the call, but for cards that must not be tried again", () => {
    const texts = Object.values(advice);
    const repeated = Object.entries(advice).filter(([, text]) => texts.filter((one) => one === text).length > 1);
    expect(repeated.map(([name]) => name).sort()).toEqual(["lost-card", "stolen-card", "suspected-fraud"]);
  });

  it("is a sentence for each name that a call can end with", () => {
    for (const [name, text] of Object.entries(advice)) expect(text, name).toMatch(/^[A-Z].+\.$/);
  });

  it("stands on the page of troubles, word by word", () => {
    const page = packageText("docs/troubleshooting.md");
    expect(Object.values(advice).filter((text) => !page.includes(text))).toEqual([]);
  });

  const [lost, ended] = [{ fault: "http-502" }, "maintenance"] as const;
  const wrong = { signature: "invalid", signatureFault: "it is cut short" } as const;
  const told = (over: Partial<RuleSummary["then"] & object>) => rule({ then: over });
  it.each<[string, Partial<Advisable>, string]>([
    ["nothing", {}, "Nothing to do: it went through."],
    [
      "an answer that was lost after the commit",
      { ...lost, placed: "after-commit", rules: [rule({ name: "dark" })] },
      'It was done and its answer was lost on purpose by rule "dark": query the merchantReference before sending it again.',
    ],
    [
      "a call that was lost before the commit",
      { ...lost, placed: "before-commit" },
      "It was lost on purpose before anything happened: query the merchantReference, then send it again.",
    ],
    ["what was known already", { advice: "Read this.", ended }, "Read this."],
    [
      "a fault before what was known already",
      { ...lost, advice: "Read this." },
      "It was lost on purpose before anything happened: query the merchantReference, then send it again.",
    ],
    [
      "a signature that was refused",
      { ...wrong, ended: "invalid-signature" },
      `About the signature: it is cut short. ${advice["invalid-signature"]}`,
    ],
    [
      "a signature that was refused, of which nothing more is known",
      { signature: "invalid", ended: "invalid-signature" },
      advice["invalid-signature"],
    ],
    ["another refusal of a call whose signature is wrong", { ...wrong, ended }, advice.maintenance],
    [
      "a refused signature that a rule forced",
      { ...wrong, ended: "invalid-signature", rules: [told({ outcome: "invalid-signature" })] },
      `Forced by rule "rule-1". A right shop: ${advice["invalid-signature"]}`,
    ],
    ["a refusal", { ended }, advice.maintenance],
    [
      "a refusal that a rule forced",
      { ended, rules: [rule({ outcome: "skipped" }), { ...told({ outcome: ended }), ruleId: "rule-2" }] },
      `Forced by rule "rule-2". A right shop: ${advice.maintenance}`,
    ],
    [
      "a refusal beside a rule that wanted another outcome",
      { ended, rules: [told({ outcome: "approve" })] },
      advice.maintenance,
    ],
    [
      "a code of a rule's own",
      { rules: [told({ outcome: { responseCode: "1", message: "x" } })] },
      'Rule "rule-1" gave this code: remove it to see what the state itself says.',
    ],
    [
      "a wrong signature that was let through",
      wrong,
      "It went through, but its signature is wrong (it is cut short): under --signature enforce it is refused.",
    ],
    [
      "a wrong signature of which nothing more is known",
      { signature: "invalid" },
      "It went through, but its signature is wrong: under --signature enforce it is refused.",
    ],
    ["a rule that fired", { rules: [told({ delay: "1ms" })] }, 'Rule "rule-1" had a say; all else is in order.'],
    ["a rule that fired and is gone", { rules: [rule()] }, 'Rule "rule-1" had a say; all else is in order.'],
    [
      "a rule that missed by one clause",
      { rules: [missed(clause(false), clause(false)), missed(clause(true), clause(false))] },
      'It went through. Rule "rule-1" nearly matched: amount was 2, expected 1.',
    ],
    [
      "rules that missed by two clauses",
      { rules: [missed(clause(false), clause(false))] },
      "Nothing to do: it went through.",
    ],
    [
      "a rule of another operation",
      { rules: [missed(clause(true), clause(false, "operation"))] },
      "Nothing to do: it went through.",
    ],
    [
      "a rule that matched and was skipped",
      { rules: [rule({ outcome: "skipped", clauses: [clause(false)] })] },
      "Nothing to do: it went through.",
    ],
  ])("after %s", (_, over, expected) => {
    expect(adviceFor({ ...call, ...over })).toBe(expected);
  });
});

describe("the advice about a notification", () => {
  const about = (state: (typeof notificationStates)[number], attemptCount = 1) =>
    adviceForNotification({ state, attemptCount });

  it("tells one that waits for its time from one that failed", () => {
    expect(about("due", 0)).toContain("It leaves when its instant comes");
    expect(about("due", 1)).toContain("It failed and comes again at nextAt");
  });

  it.each([
    ["acknowledged", /^Nothing to do/],
    ["gave-up", /\/resend/],
    ["held", /\/release/],
    ["dropped", /^A rule dropped it/],
    ["refused", /http or https/],
    ["in-flight", /on its way/],
  ] as const)("%s says what to do", (state, expected) => {
    expect(about(state)).toMatch(expected);
  });

  it("is a sentence of its own for each state", () => {
    const texts = notificationStates.map((state) => about(state));
    for (const text of texts) expect(text).toMatch(/^[A-Z].+\.$/);
    expect(new Set(texts).size).toBe(notificationStates.length);
  });
});
