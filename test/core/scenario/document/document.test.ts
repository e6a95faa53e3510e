import { describe, expect, it } from "vitest";
import { formatProblem, readScenario, scenarioJsonSchema } from "../../../../src/core/scenario/document/document.js";
import { loadRegexesFor } from "../../../../src/core/scenario/values/pattern.js";

const told = (text: string): readonly string[] => {
  const found = readScenario(text, "f.yaml");
  return ("problems" in found ? found.problems : found.warnings).map(formatProblem);
};
const brief = (text: string) => (text.length > 58 ? `"${text.slice(0, 56)}…` : `"${text}"`);
const isValid = (text: string) => !("problems" in readScenario(text, "f.yaml"));

const example = `# yaml-language-server: $schema=../node_modules/payment-sandbox/scenario.schema.json
name: refund-short-of-balance
description: The first refund fails for lack of unsettled balance; a later one goes through.
seed: 7
clock: 2026-01-05T10:00:00+08:00        # frozen there; leave out for real time
given:                                  # state put into the lane first
  merchants: [{ merchantId: 3, unsettledBalance: { HKD: 100.00 } }]
  tokens:    [{ merchantId: 3, userId: user1, tokenId: 351, card: visa-credit }]
  orders:    [{ merchantId: 3, merchantReference: PAID-1, amount: 100.00, status: SETTLED }]
rules:
  - name: balance is short once
    when:  { operation: hosted-checkout/refund, merchantReference: "PAID-*", amount: { gt: 50 } }
    times: 1
    then:  { outcome: insufficient-unsettled-balance }
  - when:  { operation: tokenization/sale }
    after: 2                            # lets the first two pass
    then:  { fault: connection-reset, placed: after-commit }   # money moved, the answer is lost
expect:
  - calls: { operation: hosted-checkout/refund, count: { min: 2, max: 2 } }
  - order: { merchantReference: PAID-1, status: REFUNDED }
`;

describe("a scenario file", () => {
  it("of the contract is read whole, with the line of each rule", () => {
    const found = readScenario(example, "f.yaml");
    expect(found).toMatchObject({
      warnings: [],
      ruleLines: [11, 15],
      scenario: {
        seed: 7,
        given: { merchants: [{ merchantId: "3" }], tokens: [{ tokenId: 351 }], orders: [{ amount: 100 }] },
        rules: [{ times: 1 }, { after: 2, then: { fault: "connection-reset" } }],
      },
    });
  });

  it("needs only a name", () => {
    expect(readScenario("name: x", "f.yaml")).toEqual({
      scenario: { name: "x", rules: [], expect: [] },
      warnings: [],
      ruleLines: [],
      expectLines: [],
    });
  });

  it("can be JSON", () => {
    expect(isValid(JSON.stringify({ $schema: "./s.json", name: "x", rules: [{ then: { delay: "1s" } }] }))).toBe(true);
  });

  it("takes numbers where a text is meant", () => {
    const found = readScenario(
      "name: x\nrules: [{ when: { merchantReference: 1001, merchantId: 3 }, then: { delay: 0 } }]",
      "f",
    );
    expect(found).toMatchObject({ scenario: { rules: [{ when: { merchantReference: "1001", merchantId: "3" } }] } });
  });
});

const rule = (text: string) => `name: x\nrules:\n  - ${text}\n`;
const then = "then: { outcome: approve }";

describe("a problem", () => {
  it.each<[string, ...string[]]>([
    ["", "f.yaml:1:1: the file is empty, expected a scenario: at least its name"],
    ["- 1", "f.yaml:1:1: the document is [1], expected an object"],
    ["rules: []", "f.yaml:1:1: name is missing, expected a text"],
    ["name: x\nname: y", 'f.yaml:2:1: the key "name" is used twice'],
    ["name: x\n---\nname: y", "f.yaml:2:1: a second document begins here, expected one document a file"],
    [
      "name: x\n  description: two\nrules: []",
      'f.yaml:2:3: this line is indented deeper than "name" above it, expected the same column',
    ],
    [
      `name: x\nrules:\n  - name: a\n      when: {}\n    ${then}`,
      'f.yaml:4:7: this line is indented deeper than "name" above it, expected the same column',
    ],
    [
      `name: x\nrules:\n  - ${then}\n     times: 1`,
      'f.yaml:4:6: this line is indented deeper than "then" above it, expected the same column',
    ],
    ["name: a: b", "f.yaml:1:7: not valid YAML: Nested mappings are not allowed in compact mappings"],
    ["name: x\nseed: 1.5", "f.yaml:2:7: seed is 1.5, expected a whole number"],
    ["name: x\nclock: noon", 'f.yaml:2:8: clock is "noon", expected an instant such as 2026-01-05T10:00:00+08:00'],
    [
      "name: x\nclok: 1",
      'f.yaml:2:1: unknown member "clok", expected one of $schema, name, description, seed, clock, idle, assume, given, rules, expect; did you mean clock?',
    ],
    [
      "name: x\ngiven:\n  settlement: 5",
      'f.yaml:3:3: unknown member "settlement" in given, expected one of merchants, tokens, orders',
    ],
    [
      "name: x\nrules:\n  - than: { delay: 1s }",
      'f.yaml:3:5: unknown member "than" in rules[0], expected one of name, when, times, after, chance, until, key, then; did you mean then?',
    ],
    [
      rule("when: { operation: */void }\n    then: { outcome: approve }"),
      'f.yaml:3:24: the text */void begins with an unquoted *, which YAML reads as an alias, expected quotes: "*/void"',
    ],
    [
      rule("when: { operation: * }\n    then: { outcome: approve }"),
      'f.yaml:3:24: the text * begins with an unquoted *, which YAML reads as an alias, expected quotes: "*"',
    ],
    [
      rule(`when: { operation: /direct/void }\n    ${then}`),
      'f.yaml:3:24: rules[0].when.operation is "/direct/void", expected the path without its first slash',
    ],
    [
      rule(`when: { operation: direct/viod }\n    ${then}`),
      'f.yaml:3:24: no operation is called "direct/viod"; did you mean direct/void?',
    ],
    [
      rule(`when: { operation: "*/buy" }\n    ${then}`),
      'f.yaml:3:24: no operation is called "*/buy"; did you mean */pay?',
    ],
    [
      "name: x\nexpect: [{ calls: { operation: direct/viod, count: 1 } }]",
      'f.yaml:2:32: no operation is called "direct/viod"; did you mean direct/void?',
    ],
    [
      rule("when: { operation: hosted-checkout/query }\n    then: { outcome: lost-card }"),
      expect.stringMatching(
        /^f\.yaml:4:22: lost-card does not fit hosted-checkout\/query, expected an operation that .*: .*tokenization\/sale/,
      ),
    ],
    [
      rule('when: { operation: "*/query" }\n    then: { outcome: lost-card }'),
      expect.stringContaining("lost-card does not fit */query"),
    ],
    [
      rule("then: { outcome: { responseCode: '0000', message: fine } }"),
      'f.yaml:3:38: rules[0].then.outcome.responseCode is "0000", expected another code: `approve` is the way to say yes',
    ],
    [
      "name: x\ngiven: &a\n  orders: [*a]",
      "f.yaml:3:12: the alias *a stands inside &a, which makes it endless, expected the value itself, or an alias outside of it",
    ],
    [
      "name: x\nrules: &a\n  - { then: &b { outcome: approve } }\n  - { then: *b }\n  - { then: { outcome: &c [*a, *c] } }",
      "f.yaml:5:28: the alias *a stands inside &a, which makes it endless, expected the value itself, or an alias outside of it",
      "f.yaml:5:32: the alias *c stands inside &c, which makes it endless, expected the value itself, or an alias outside of it",
    ],
    [rule("name: a"), "f.yaml:3:5: rules[0].then is missing, expected an object"],
    [
      rule("then: {}"),
      "f.yaml:3:11: rules[0].then is {}, expected at least one of outcome, delay, fault, gate, evolve, notify, meanwhile, visits, page",
    ],
    [
      rule("then: { outcome: do-not-honor }"),
      'f.yaml:3:22: rules[0].then.outcome is "do-not-honor", expected an outcome\'s name (`payment-sandbox scenarios --outcomes` lists them), or {responseCode, message}; did you mean do-not-honour?',
    ],
    [
      rule("then: { fault: http-503 }"),
      "f.yaml:3:11: rules[0].then.placed is missing, expected before-parse, before-commit or after-commit, because there is a fault (add placed, such as after-commit)",
    ],
    [
      rule("then: { delay: 1s, placed: before-commit }"),
      'f.yaml:3:32: rules[0].then.placed is "before-commit", expected a `fault` for `placed`, or no `placed`: a delay always comes after the commit (remove placed, or add a fault)',
    ],
    [
      rule("then: { outcome: maintenance, placed: before-commit }"),
      'f.yaml:3:43: rules[0].then.placed is "before-commit", expected a `fault` for `placed` (remove placed, or add a fault)',
    ],
    [
      rule("then: { delay: 5 }"),
      "f.yaml:3:20: rules[0].then.delay is 5, expected a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h; or {min, max}, or {median, p99}, of durations",
    ],
    [
      rule("then: { delay: soon }"),
      'f.yaml:3:20: rules[0].then.delay is "soon", expected a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h; or {min, max}, or {median, p99}, of durations',
    ],
    [
      rule(`until: soon\n    ${then}`),
      'f.yaml:3:12: rules[0].until is "soon", expected an instant such as 2026-01-05T10:00:00+08:00; or, counted from when the rule was added, a duration: one number and one unit (ms, s, m, h or d), such as 250ms, 20m or 1h',
    ],
    [
      rule("then: { delay: { min: 2s, max: 1s } }"),
      'f.yaml:3:20: rules[0].then.delay is {"min":"2s","max":"1s"}, expected min not above max',
    ],
    [
      rule(`when: { merchantReference: 1234567890123456788 }\n    ${then}`),
      "f.yaml:3:32: rules[0].when.merchantReference is 1234567890123456788, expected a text in quotes, because a number of so many digits changes",
    ],
    [
      rule(`when: { amount: 5.005 }\n    ${then}`),
      "f.yaml:3:21: rules[0].when.amount is 5.005, expected at most two decimals",
    ],
    [
      rule(`when: { amount: 1e300 }\n    ${then}`),
      "f.yaml:3:21: rules[0].when.amount is 1e300, expected a smaller amount",
    ],
    ...["99999999d", `${"9".repeat(400)}ms`, "3650000.1d"].flatMap((long): [string, string][] => [
      [
        rule(`then: { delay: ${long} }`),
        `f.yaml:3:20: rules[0].then.delay is ${brief(long)}, expected a duration of at most 3650000d`,
      ],
      [
        rule(`then: { notify: { delay: { min: 0, max: ${long} } } }`),
        `f.yaml:3:45: rules[0].then.notify.delay.max is ${brief(long)}, expected a duration of at most 3650000d`,
      ],
      [
        rule(`then: { page: { auto: pay, after: ${long} } }`),
        `f.yaml:3:39: rules[0].then.page.after is ${brief(long)}, expected a duration of at most 3650000d`,
      ],
      [
        rule(`until: ${long}\n    ${then}`),
        `f.yaml:3:12: rules[0].until is ${brief(long)}, expected a duration of at most 3650000d`,
      ],
    ]),
    [
      "name: x\nclock: 9999-12-31T23:59:59-00:01",
      'f.yaml:2:8: clock is "9999-12-31T23:59:59-00:01", expected an instant of the years 0 to 9999, in UTC',
    ],
    [
      rule(`until: 0000-01-01T00:00:00+00:01\n    ${then}`),
      'f.yaml:3:12: rules[0].until is "0000-01-01T00:00:00+00:01", expected an instant of the years 0 to 9999, in UTC',
    ],
    [rule(`times: 0\n    ${then}`), "f.yaml:3:12: rules[0].times is 0, expected a number of at least 1"],
    [rule(`times: one\n    ${then}`), 'f.yaml:3:12: rules[0].times is "one", expected a whole number, from 1'],
    [
      rule("then: { page: { auto: pay, card: viza } }"),
      'f.yaml:3:38: rules[0].then.page.card is "viza", expected a test card\'s name such as visa-credit (Visa, Mastercard or UnionPay), or its number: payment-sandbox magic lists them; did you mean visa?',
    ],
    ["name: x\nexpect: [{}]", "f.yaml:2:10: expect[0] is {}, expected one of calls, order, notification, rule"],
    [
      "name: x\nexpect: [{ order: { status: OPEN } }]",
      'f.yaml:2:19: expect[0].order is {"status":"OPEN"}, expected merchantReference or orderId',
    ],
  ])("in %j is told by place, fault and expectation", (text, ...expected) => expect(told(text)).toEqual(expected));

  it("is told for each fault, in the order of the file", () => {
    expect(told("seed: a\nname: 3\nrules: 4").map((line) => line.split(" ")[0])).toEqual([
      "f.yaml:1:7:",
      "f.yaml:2:7:",
      "f.yaml:3:8:",
    ]);
  });

  it.each<[string, string, string]>([
    ["a key that is a list", "name: x\n? [a]\n: 1", "f.yaml:2:3: a key is a list or an object, expected a text"],
    ["keys in keys", "? ".repeat(200), "f.yaml:1:3: a key is a list or an object, expected a text"],
    [
      "lists in lists",
      `name: x\nrules: ${"[".repeat(150)}${"]".repeat(150)}`,
      "f.yaml:2:108: nested too deep, expected at most 100 levels",
    ],
  ])("is %s", (_what, text, expected) => expect(told(text)[0]).toBe(expected));

  it("is told twenty times at most, with the number of the others", () => {
    const unknown = Array.from({ length: 130 }, (_, i) => `k${i}: 1`);
    const lines = told(["name: x", ...unknown].join("\n"));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("f.yaml:22:1: and 110 more problems from here on");
  });

  it.each([
    ["rules", 10_001, '{ "then": { "delay": 0 } }', 10_000],
    ["expect", 1001, '{ "rule": { "name": "a", "fired": 1 } }', 1000],
  ])("is a list of %s with %i entries", (member, count, entry, most) => {
    const text = `{ "name": "x",\n  "${member}": [${Array(count).fill(entry).join()}] }`;
    expect(told(text)).toEqual([
      `f.yaml:2:${member.length + 7}: ${member} has ${count} entries, expected at most ${most} entries`,
    ]);
  });

  it("is a document of more than 512 kB", () => {
    expect(told(`name: x\ndescription: ${"x".repeat(512 * 1024)}`)).toEqual([
      "f.yaml:1:1: the document has 524309 bytes, expected at most 524288 (512 kB; --scenario repeats, so the rules can be in several files)",
    ]);
  });

  it("is a regex that RE2 does not know", async () => {
    const text = rule(`when: { merchantReference: "/a(?=b)/" }\n    ${then}`);
    await loadRegexesFor(text);
    expect(told(text)).toEqual([expect.stringMatching(/^f\.yaml:3:32: .*, expected a valid regex \(/)]);
    expect(isValid(rule(`when: { merchantReference: "/a+b/" }\n    ${then}`))).toBe(true);
  });

  it("is a bomb of aliases", () => {
    const levels = Array.from({ length: 8 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`);
    expect(told(`name: x\nl0: &l0 [lol]\n${levels.join("\n")}`)).toEqual([
      expect.stringMatching(/^f\.yaml:1:1: .*, expected at most 100 aliases$/),
    ]);
  });
});

describe("a warning", () => {
  const two = (first: string, second: string) => `name: x\nrules:\n  - { ${first} }\n  - { ${second} }\n`;
  const never = ["f.yaml:4:5: the rule can never fire: rule 1 always matches first"];

  it.each<[string, string, readonly string[]]>([
    [then, `${then}, when: { tokenId: 1 }`, never],
    [`${then}, when: { operation: "*/refund" }`, `${then}, when: { operation: direct/refund }`, never],
    [`${then}, when: { amount: { gt: 5 } }`, `${then}, when: { amount: { gt: 6, lt: 9 } }`, never],
    [`${then}, when: { amount: { ne: 5 } }`, `${then}, when: { amount: 6 }`, never],
    [`${then}, until: 2h`, `${then}, until: 1h`, never],
    [`${then}, when: { operation: direct/refund }`, `${then}, when: { operation: "*/refund" }`, []],
    [`${then}, when: { amount: { gt: 6 } }`, `${then}, when: { amount: { gt: 5 } }`, []],
    [`${then}, when: { merchantReference: "A*" }`, `${then}, when: { userId: "A*" }`, []],
    [`${then}, times: 9`, then, []],
    [`${then}, after: 1`, then, []],
    [`${then}, chance: 0.9`, then, []],
    [`${then}, until: 1h`, then, []],
    [then, "then: { fault: http-503, placed: before-parse }, when: { tokenId: 1 }", []],
  ])("about shadowing: %s, then %s", (first, second, expected) => expect(told(two(first, second))).toEqual(expected));

  it("tells that a fault before the parse hides even rules above it", () => {
    expect(told(two(`${then}, name: hidden`, "then: { fault: http-503, placed: before-parse }"))).toEqual([
      "f.yaml:3:5: the rule can never fire: rule 2 always matches first",
    ]);
  });

  it.each<[string, string]>([
    [rule(`when: { amount: { gt: 5, lt: 5.01 } }\n    ${then}`), "f.yaml:3:21: no amount can fit this"],
    [rule(`when: { amount: { gt: 5, lte: 4 } }\n    ${then}`), "f.yaml:3:21: no amount can fit this"],
    [rule(`when: { amount: 10000000 }\n    ${then}`), "f.yaml:3:21: no amount can fit this"],
    [rule(`chance: 0\n    ${then}`), "f.yaml:3:13: a rule of chance 0 can never fire"],
    [
      `${rule(`until: 2026-01-01T00:00:00Z\n    ${then}`)}clock: 2026-01-01T08:00:00+08:00`,
      "f.yaml:3:12: the rule can never fire: until is not after the scenario's clock",
    ],
    [
      rule("when: { operation: tokenization/sale }\n    then: { page: { auto: pay } }"),
      "f.yaml:4:19: page has no effect here, expected a rule that matches hosted-checkout/create",
    ],
    [
      rule("then: { outcome: approve, fault: http-503, placed: before-commit }"),
      "f.yaml:3:22: outcome has no effect beside a fault placed before-commit",
    ],
    [
      `${rule(`name: short\n    ${then}`)}expect: [{ rule: { name: shrot, fired: 1 } }]`,
      'f.yaml:5:26: no rule is called "shrot"; did you mean short?',
    ],
  ])("in %j is told by place", (text, expected) => {
    expect(isValid(text)).toBe(true);
    expect(told(text)).toEqual([expected]);
  });
});

describe("the JSON Schema", () => {
  it("knows every member and refuses others", () => {
    const schema = scenarioJsonSchema() as {
      properties: Record<string, unknown>;
      additionalProperties: boolean;
      required: string[];
    };
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(["name"]);
    expect(Object.keys(schema.properties)).toEqual([
      "$schema",
      "name",
      "description",
      "seed",
      "clock",
      "idle",
      "assume",
      "given",
      "rules",
      "expect",
    ]);
  });
});

describe("what is given", () => {
  const order = { merchantId: 3, merchantReference: "A-1", amount: 10 };
  const token = { merchantId: 3, userId: "user1", card: "visa-credit" };
  const ID = "a whole number from 1 to 2147483647";
  const TEXT = "well-formed Unicode text without null characters";

  it.each<[string, object, string]>([
    ["orders[0].merchantId", { orders: [{ ...order, merchantId: "abc" }] }, ID],
    ["orders[0].merchantId", { orders: [{ ...order, merchantId: 0 }] }, ID],
    ["orders[0].merchantId", { orders: [{ ...order, merchantId: "2147483648" }] }, ID],
    ["orders[0].merchantReference", { orders: [{ ...order, merchantReference: "a\0b" }] }, TEXT],
    ["orders[0].merchantReference", { orders: [{ ...order, merchantReference: "a\ud800" }] }, TEXT],
    [
      "orders[0].merchantReference",
      { orders: [{ ...order, merchantReference: "x".repeat(65) }] },
      "a text of 1 to 64 characters",
    ],
    ["orders[0].amount", { orders: [{ ...order, amount: 1e300 }] }, "at most 9999999.99"],
    ["orders[0].amount", { orders: [{ ...order, amount: 10_000_000 }] }, "at most 9999999.99"],
    ["orders[0].amount", { orders: [{ ...order, amount: 0 }] }, "an amount above 0"],
    ["orders[0].amount", { orders: [{ ...order, amount: 1.001 }] }, "at most two decimals"],
    ["orders[0].refunded", { orders: [{ ...order, refunded: 0 }] }, "an amount above 0"],
    ["tokens[0].userId", { tokens: [{ ...token, userId: "a\0" }] }, TEXT],
    ["tokens[0].userId", { tokens: [{ ...token, userId: "x".repeat(65) }] }, "a text of 1 to 64 characters"],
    ["tokens[0].tokenId", { tokens: [{ ...token, tokenId: "9999999999" }] }, ID],
    ["tokens[0].tokenId", { tokens: [{ ...token, tokenId: 0 }] }, ID],
    ["merchants[0].merchantId", { merchants: [{ merchantId: 1.5 }] }, "a merchant id, as number or text"],
    [
      "merchants[0].unsettledBalance.HKD",
      { merchants: [{ merchantId: 3, unsettledBalance: { HKD: 10_000_000 } }] },
      "at most 9999999.99",
    ],
    [
      "merchants[0].publicKeys[0]",
      { merchants: [{ merchantId: 3, publicKeys: ["abc"] }] },
      "an RSA public key: PEM, or base64 of its X.509 SubjectPublicKeyInfo",
    ],
  ])("at %s is only what a call could bring: %j", (path, given, expected) => {
    const lines = told(JSON.stringify({ name: "x", given }));
    expect(lines).toEqual([expect.stringMatching(/^f\.yaml:1:\d+: given\./)]);
    expect(lines[0]).toContain(`given.${path} is `);
    expect(lines[0]).toMatch(new RegExp(`, expected ${expected.replaceAll(/[.:]/g, "\\$&")}$`));
  });

  it("keeps the zeros before a text of digits, and reads no other number as a text", () => {
    const text =
      "name: x\nrules:\n  - when: { merchantReference: 0051, userId: 007 }\n    after: 0\n    then: { delay: 0 }\n";
    expect(readScenario(text, "f")).toMatchObject({
      scenario: { rules: [{ when: { merchantReference: "0051", userId: "007" }, after: 0, then: { delay: 0 } }] },
    });
    expect(told("name: x\nseed: 007")).toEqual(['f.yaml:2:7: seed is "007", expected a whole number, from 0']);
  });

  it("keeps a text such as 1e3 or 0x1F, which YAML reads as a number, and takes it for a number where no text may stand", () => {
    const when = "{ merchantReference: 1e3, userId: 0x1F, amount: { gt: 1e3 } }";
    const text = `name: x\nrules:\n  - when: ${when}\n    chance: 5e-1\n    then: { delay: 0 }\n`;
    expect(readScenario(text, "f")).toMatchObject({
      scenario: { rules: [{ when: { merchantReference: "1e3", userId: "0x1F", amount: { gt: 1000 } }, chance: 0.5 }] },
    });
    expect(told("name: x\nseed: 1e400")).toEqual([expect.stringContaining("f.yaml:2:7: seed is 1e400, expected ")]);
  });

  it("may spell numbers as texts, and texts as numbers", () => {
    const given = { orders: [{ ...order, merchantId: "3", merchantReference: 1001, amount: 9_999_999.99 }] };
    expect(readScenario(JSON.stringify({ name: "x", given }), "f")).toMatchObject({
      scenario: { given: { orders: [{ merchantId: "3", merchantReference: "1001", amount: 9_999_999.99 }] } },
    });
  });
});

describe("a document in JSON", () => {
  const rules = [
    { name: "a, [b]", when: { amount: { gt: 9e9 } }, then: { outcome: "approve" } },
    { when: { merchantReference: 'quotes " and \\ and ]' }, then: { outcome: "approve" } },
  ];
  const expectations = [{ order: { merchantReference: "A", status: "SETTLED" } }, { rule: { name: "none", fired: 1 } }];
  it.each([
    ["on many lines", JSON.stringify({ name: "x", rules, expect: expectations }, null, 2)],
    ["on one line", JSON.stringify({ expect: expectations, name: "x", given: { tokens: [] }, rules })],
    ["with nothing in it", '{"name": "x", "rules": []}'],
  ])("%s says the same of itself as YAML, which has comments", (_, text) => {
    expect(readScenario(text, "f")).toEqual(readScenario(`${text} # a comment`, "f"));
  });

  it.each([
    ["a key that stands twice", '{"name": "x",\n "name": "y"}', 'f:2:2: the key "name" is used twice'],
    ["the same with an escape", '{"name": "x",\n "n\\u0061me": "y"}', 'f:2:2: the key "name" is used twice'],
    [
      "a nesting too deep",
      `{"name": ${"[".repeat(200)}${"]".repeat(200)}}`,
      "f:1:110: nested too deep, expected at most 100 levels",
    ],
  ])("is refused for %s", (_, text, problem) => {
    const read = readScenario(text, "f");
    expect("problems" in read && formatProblem(read.problems[0])).toBe(problem);
  });
});
