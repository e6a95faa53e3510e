import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type Claim,
  claimProblems,
  readClaim,
  readSigningKey,
  rerunDifferences,
  rerunNotes,
  signedClaim,
} from "../../../../src/tools/judge/conformance/claim.js";
import {
  conformanceOf,
  contentHash,
  exitCodeOf,
  observedBy,
  resultsBefore,
  summaryOf,
} from "../../../../src/tools/judge/conformance/conformance.js";
import type { ResultName } from "../../../../src/tools/judge/conformance/evaluate.js";
import { profilesNamed } from "../../../../src/tools/judge/conformance/profiles.js";
import { judgeReport } from "../../../support/judge-report.js";

const report = conformanceOf(profilesNamed("tk"), observedBy({}, judgeReport));
const packageHash = "a".repeat(64);
const claim = signedClaim(report, { packageHash });
const expected = { suite: report.versions.suite, now: new Date("2026-02-01T00:00:00Z") };

describe("a claim", () => {
  it("is whole as it was written, and for 90 days", () => {
    const read = readClaim(JSON.stringify(claim, null, 2), "claim.json");
    expect(claimProblems(read, expected)).toEqual([]);
    expect((read as Claim).validUntil).toBe("2026-04-05T10:00:00.000Z");
  });

  it.each([
    [
      "a result",
      (one: Claim) => {
        one.tests[0]!.result = "PASS";
      },
      /hash differs/,
    ],
    [
      "the shop's version",
      (one: Claim) => {
        one.versions.shop = "9.9";
      },
      /hash differs/,
    ],
    [
      "the summary",
      (one: Claim) => {
        one.summary.PASS = 99;
      },
      /summary says 99 PASS/,
    ],
    [
      "a test left out",
      (one: Claim) => {
        one.tests.shift();
      },
      /TK-01 is missing/,
    ],
    [
      "a test listed twice",
      (one: Claim) => {
        one.tests.push(one.tests[0]!);
      },
      /listed twice/,
    ],
    [
      "a later date",
      (one: Claim) => {
        one.validUntil = "2030-01-01T00:00:00.000Z";
      },
      /a claim is for 90/,
    ],
    [
      "another requirement",
      (one: Claim) => {
        one.tests[0]!.requirement = "It works.";
      },
      /another requirement/,
    ],
  ])("is refused with %s changed", (_, change, problem) => {
    const forged = structuredClone(claim);
    change(forged);
    expect(claimProblems(forged, expected).join(" ")).toMatch(problem);
  });

  it.each(["rsa", "ed25519", "ec"] as const)("carries a signature by a key of the user's own: %s", (kind) => {
    const { privateKey } =
      kind === "rsa"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : kind === "ec"
          ? generateKeyPairSync("ec", { namedCurve: "P-256" })
          : generateKeyPairSync("ed25519");
    const key = readSigningKey(privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    const signed = signedClaim(report, { packageHash, key });
    expect(claimProblems(signed, expected)).toEqual([]);
    expect(claimProblems(signed, { ...expected, signedBy: createPublicKey(key) })).toEqual([]);
    const forged = { ...signed, signature: { ...signed.signature!, value: claim.claimHash } };
    expect(claimProblems(forged, expected)).toEqual(["The signature does not fit the claim."]);
  });

  it.each([
    ["no JSON", "{", "claim.json: expected a claim as JSON"],
    ["another document", "[]", "found no claimHash"],
  ])("takes no file that never was one: %s", (_, text, message) => {
    expect(() => readClaim(text, "claim.json")).toThrow(message);
  });

  it.each([
    ["an unknown member", { ...claim, extra: 1 }, /was changed.*extra/],
    ["a hash of another kind", { ...claim, planHash: "x" }, /was changed.*planHash is "x", expected a SHA-256/],
    [
      "a result of no kind",
      { ...claim, tests: [{ ...claim.tests[0], result: "GOOD" }] },
      /was changed.*tests\[0\]\.result is "GOOD", expected one of PASS/,
    ],
  ])("is refused with %s", (_, changed, problem) => {
    expect(claimProblems(readClaim(JSON.stringify(changed), "claim.json"), expected).join(" ")).toMatch(problem);
  });
});

describe("a forged claim", () => {
  const { publicKey: signedBy } = generateKeyPairSync("ed25519");
  const { privateKey: other } = generateKeyPairSync("ed25519");
  const rehashed = (change: (one: Claim) => void, key?: KeyObject): Claim => {
    const { claimHash: _, signature: __, ...content } = structuredClone(claim);
    change(content as Claim);
    const { validUntil: ___, packageHash, ...rest } = content;
    return { ...signedClaim(rest as typeof report, { packageHash, key }), validUntil: content.validUntil };
  };

  it.each([
    [
      "is not signed, and should be",
      claim,
      { signedBy },
      "The claim is not signed, and --signed-by asks for a signature.",
    ],
    [
      "is signed by another key",
      rehashed(() => {}, other),
      { signedBy },
      "signed by another key than that of --signed-by",
    ],
    ["has expired", claim, { now: new Date("2026-09-01T00:00:00Z") }, "It has expired: it was valid until 2026-04-05."],
    [
      "is of a day to come",
      claim,
      { now: new Date("2025-09-01T00:00:00Z") },
      "It says that it was made on 2026-01-05.",
    ],
  ] as const)("%s", (_, one, over, problem) => {
    expect(claimProblems(one, { ...expected, ...over }).join(" ")).toContain(problem);
  });

  it("passes a test by mutants of another one", () => {
    const forged = rehashed((one) => {
      one.tests[0] = { ...one.tests[0]!, result: "PASS", evidence: ["query#1/after-commit/no-response"] };
      one.summary = { ...summaryOf(one.tests) };
    });
    expect(claimProblems(forged, expected)).toEqual([
      "TK-01 is PASS by query#1/after-commit/no-response, which is no mutant of this test.",
    ]);
  });

  it.each([
    ["with a member twice", (text: string) => text.replace('"format": 1,', '"format": 1, "format": 1,')],
    ["with a member of a prototype", (text: string) => text.replace('"format": 1,', '"format": 1, "__proto__": {},')],
    ["with no profile", (text: string) => text.replace(/"profiles": \[[^\]]*\]/, '"profiles": []')],
  ])("was changed: %s", (_, change) => {
    const changed = change(JSON.stringify(claim, null, 2));
    expect(claimProblems(readClaim(changed, "claim.json"), expected).join(" ")).toContain("was changed");
  });

  it("of another version is not held against the tests of this one", () => {
    expect(
      claimProblems(
        rehashed((one) => void one.tests.pop()),
        expected,
      ).join(" "),
    ).toContain("is missing");
    const earlier = rehashed((one) => {
      one.versions.suite = "0.0.9";
      one.tests.pop();
      one.summary = { ...summaryOf(one.tests) };
    });
    expect(claimProblems(earlier, expected)).toEqual([]);
  });

  it("with new hashes is refused by another run, also if it leaves tests out as another version", () => {
    const better = rehashed((one) => {
      one.tests[0] = { ...one.tests[0]!, result: "PASS" };
      one.summary = { ...summaryOf(one.tests) };
    });
    const shorter = rehashed((one) => {
      one.versions.suite = "0.0.9";
      one.tests.shift();
      one.summary = { ...summaryOf(one.tests) };
    });
    const [{ id, result } = { id: "", result: "" }] = claim.tests;
    expect(result).not.toBe("PASS");
    expect(rerunDifferences(claim, report)).toEqual([]);
    expect(rerunDifferences(better, report)).toEqual([`${id}: the claim says PASS, and the run says ${result}.`]);
    expect(rerunDifferences(shorter, report)).toEqual([`${id}: the claim leaves it out, and the run says ${result}.`]);
  });

  it("takes no key that can't sign", () => {
    const { privateKey } = generateKeyPairSync("x25519");
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(() => readSigningKey(pem)).toThrow("--sign: expected a private key as PEM");
  });
});

describe("the exit code", () => {
  const ended = (...results: ResultName[]) => {
    const tests = results.map((result, i) => ({ ...report.tests[i]!, result }));
    return { ...report, tests, summary: summaryOf(tests) };
  };

  it.each([
    ["no test failed", ended("PASS", "WARN", "NOT APPLICABLE"), 0],
    ["a test is not verified", ended("PASS", "NOT VERIFIED"), 4],
    ["a test failed, whatever is not verified", ended("NOT VERIFIED", "FAIL"), 6],
  ])("if %s", (_, one, code) => {
    expect(exitCodeOf(one, { maxUnverified: 0 })).toBe(code);
  });

  it("allows as many unverified tests as it is told", () => {
    expect(exitCodeOf(ended("NOT VERIFIED", "NOT VERIFIED"), { maxUnverified: 2 })).toBe(0);
  });

  it("forgives a test that failed in an earlier report, and no other", () => {
    const before = resultsBefore(JSON.stringify(ended("PASS", "FAIL")), "before.json");
    expect(exitCodeOf(ended("PASS", "FAIL"), { maxUnverified: 0, before })).toBe(0);
    expect(exitCodeOf(ended("FAIL", "FAIL"), { maxUnverified: 0, before })).toBe(6);
  });

  it.each(["", "{", "[]", '{"tests":[{"id":"TK-01","result":"GOOD"}]}'])(
    "takes no baseline of another kind: %s",
    (text) => {
      expect(() => resultsBefore(text, "before.json")).toThrow("--baseline: before.json is no report");
    },
  );
});

describe("a claim and the shop that it is for", () => {
  const versioned = signedClaim(report, { packageHash, shopVersion: "2.4.1" });

  it.each([
    [versioned, "2.4.1", []],
    [versioned, "2.4.2", ["It is for version 2.4.1 of the shop, not for 2.4.2."]],
    [claim, "2.4.1", ["It is for version (none stated) of the shop, not for 2.4.1."]],
  ] as const)("is for one version only", (one, shopVersion, problems) => {
    expect(claimProblems(one, { ...expected, shopVersion })).toEqual(problems);
  });

  it.each([
    ["one", []],
    ["other", ["It is for the shop one, not for other."]],
  ])("is for one shop only: %s", (shopName, problems) => {
    const named = signedClaim(report, { packageHash, shopName: "one" });
    expect(claimProblems(named, { ...expected, shopName })).toEqual(problems);
    expect(claimProblems(claim, { ...expected, shopName })).toEqual([
      `It is for the shop (none stated), not for ${shopName}.`,
    ]);
  });

  it("says if another run had another command or another plan", () => {
    const other = { ...report, command: ["npm", "run", "tiny"], planHash: "b".repeat(64) };
    expect(rerunNotes(claim, report)).toEqual([]);
    expect(rerunNotes(claim, other)).toEqual([
      expect.stringContaining("This run's: npm run tiny."),
      expect.stringContaining("The plan differs"),
    ]);
  });

  it("has the same plan, whichever second faults were planned", () => {
    const [first] = judgeReport.mutants;
    const more = { ...judgeReport, mutants: [...judgeReport.mutants, { ...first!, id: `${first!.id}+query#1/x` }] };
    const { planHash } = conformanceOf(profilesNamed("tk"), observedBy({}, more));
    expect(planHash).toBe(report.planHash);
  });
});

describe("a forged claim with a right hash", () => {
  const forged = (change: (one: Claim) => void) => {
    const { claimHash: _, ...content } = structuredClone(claim);
    change(content as Claim);
    return claimProblems({ ...content, claimHash: contentHash(content) }, expected);
  };

  it.each<readonly [string, (one: Claim) => void, RegExp]>([
    [
      "has more evidence than mutants",
      (one) => void Object.assign(one.mutants, { planned: 0, run: 0 }),
      /are evidence, and 0 were/,
    ],
    ["names an unknown profile", (one) => void one.profiles.push("zz"), /Profile zz is unknown/],
    ["names a profile twice", (one) => void one.profiles.push("tk"), /Profile tk is unknown, or listed twice/],
  ])("%s", (_, change, problem) => {
    expect(forged(change)).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });
});
