import { expect, it } from "vitest";
import { refusals } from "../../src/core/facts/codes.js";
import { packageText } from "../../src/package/files.js";
import { sources } from "../support/sources.js";
import { blocks, placeOf } from "./blocks.js";

const table = packageText("docs/command-line.md");
const row = (code: number): string => new RegExp(`^\\| ${code} \\|.*$`, "m").exec(table)![0];

/** The commands whose `--help` has the exit code 1. */
const refusing = sources.flatMap(({ text }) => {
  const help = /Exit codes:([^`]*)`/.exec(text)?.[1];
  const command = /\.command\("([a-z]+)/.exec(text)?.[1];
  return help !== undefined && command !== undefined && /(^|[\s,])1 +[a-z]/m.test(help) ? command : [];
});

it("the table of exit codes names each command that can end with 1", () => {
  expect(refusing.length).toBeGreaterThan(15);
  expect(refusing.filter((name) => !row(1).includes(`\`${name}\``))).toEqual([]);
});

it("a sample shows each refusal's message behind its own code, also where no test runs it", () => {
  const codes = new Map(Object.values(refusals).map(({ code, message }) => [message, code] as const));
  const shown = blocks.flatMap((block) =>
    [...block.text.matchAll(new RegExp(`\\b(\\d{4}) (${[...codes.keys()].join("|")})\\b`, "g"))].map(
      ([, code, message]) => ({ at: placeOf(block), code, own: codes.get(message!) }),
    ),
  );
  expect(shown.map(({ at }) => at).some((at) => at.startsWith("kits/README.md"))).toBe(true);
  expect(shown.filter(({ code, own }) => code !== own)).toEqual([]);
});
