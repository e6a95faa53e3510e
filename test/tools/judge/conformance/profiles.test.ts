import { expect, it } from "vitest";
import { profiles, profilesNamed } from "../../../../src/tools/judge/conformance/profiles.js";

const all = profiles.flatMap(({ id, requirements }) => requirements.map((one) => ({ profile: id, ...one })));

it("gives each test an id of its profile that no other has", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, profile } of all) expect(id).toMatch(new RegExp(`^${profile.toUpperCase()}-\\d\\d$`));
});

it("numbers the tests of a profile without a gap", () => {
  for (const { id, requirements } of profiles)
    expect(requirements.map((one) => one.id)).toEqual(
      requirements.map((_, i) => `${id.toUpperCase()}-${String(i + 1).padStart(2, "0")}`),
    );
});

it("asks for one thing in one sentence, and says why and how", () => {
  for (const { requirement, because, cure } of all)
    for (const text of [requirement, because, cure]) expect(text).toMatch(/^[A-Z].*\.$/);
  for (const { requirement } of all) expect(requirement.split(/[.!?] /)).toHaveLength(1);
});

it("chooses profiles by name, in their own order", () => {
  expect(profilesNamed("nt, HC").map(({ id }) => id)).toEqual(["hc", "nt"]);
  expect(profilesNamed("all")).toHaveLength(profiles.length);
  expect(() => profilesNamed("xx")).toThrow('unknown profile "xx", expected all, hc, tk');
});
