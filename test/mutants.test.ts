import { stripTypeScriptTypes } from "node:module";
import { describe, expect, it } from "vitest";
import { failedOf } from "../bench/mutants/failed.js";
import { mutate } from "../bench/mutants/mutate.js";

/** What `f` of the source answers, with one mutant on, or none. */
function answer(switched: string, active: number, x: unknown): unknown {
  const code = stripTypeScriptTypes(switched).replace("export ", "");
  return new Function("__mutant", `${code}\nreturn f;`)((id: number) => id === active)(x);
}

describe("the mutants of ourselves", () => {
  it.each([
    ["<", "x < 2", 2, false, true],
    [">=", "x >= 2", 2, true, false],
    ["===", "(x === 2)", 2, true, false],
    ["+", "x! + 1", 2, 3, 1],
    ["&&", "x && 'y'", 2, "y", 2],
    ["??", "x ?? 'y'", undefined, "y", undefined],
    ["!", "!x", 2, false, 2],
    ["condition", "x ? 'y' : 'n'", 2, "y", "n"],
    ["number", "[x, 2 as 1 | 2]", 0, [0, 2], [0, 3]],
    ["text", '"a"', 0, "a", ""],
    ["text", '""', 0, "", "x"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source
    ["text", "`<${x}>`", 0, "<0>", ""],
    ["boolean", "true", 0, true, false],
    ["list", "[x]", 0, [0], []],
    [".filter", "x.filter((n: number) => n)", [0, 1], [1], [0, 1]],
    [".every", "x.every(Boolean)", [0, 1], false, true],
    [".max", "Math.max(x, 1)", 0, 1, 0],
    ["statement", "{ x.push(1); return x; }", [], [1], []],
  ])("change %s in %s", (operator, body, given, before, after) => {
    const { mutants, switched } = mutate("f.ts", `export const f = (x: any): unknown => ${body};`, 100);
    const of = mutants.filter((mutant) => mutant.operator === operator);
    expect(answer(switched, 0, structuredClone(given))).toEqual(before);
    expect(of.map(({ id }) => answer(switched, id, structuredClone(given)))).toContainEqual(after);
    expect(mutants.map(({ id }) => id)).toEqual(mutants.map((_, n) => 100 + n));
  });

  it("stand behind switches of their own where one is within another", () => {
    const { mutants, switched } = mutate("f.ts", "export const f = (x: any) => x > 1 && (x < 5 || !x);", 1);
    const told = mutants
      .filter(({ operator }) => operator !== "number")
      .map(({ id, operator }) => [operator, [0, 1, 3, 5].map((x) => answer(switched, id, x))]);
    expect(answer(switched, 0, 3)).toBe(true);
    expect(told).toEqual([
      ["&&", [true, true, true, true]],
      [">", [false, true, true, false]],
      ["||", [false, false, false, false]],
      ["<", [false, false, true, true]],
      ["!", [false, false, true, 5]],
    ]);
  });

  it("leave alone what a schema says of itself", () => {
    const source =
      'export const f = z.string().length(1).describe("a name").meta({ examples: ["x"], is: true }).default("y");';
    expect(mutate("f.ts", source, 1).mutants.map(({ before }) => before)).toEqual(["1", '"y"']);
  });

  it("keep an else with its own if", () => {
    const body = "{ const y = []; if (x > 1) y.push(1); else y.push(2); return y; }";
    const { switched } = mutate("f.ts", `export const f = (x: any): unknown => ${body};`, 1);
    expect([0, 5].map((x) => answer(switched, 0, x))).toEqual([[2], [1]]);
  });

  it("leave types, keys, imports and what only we read alone", () => {
    const source = `import x from "y"; type T = "a" | "b"; switch (x) { case x: throw new Error(\`no \${x}\`); }
      export const o = { "k": x, m: (a: "a") => a }; export { o as p } from "q";`;
    expect(mutate("g.ts", source, 1).mutants).toEqual([]);
  });
});

it("a test kills a mutant that it was asked about, and none for what failed before", () => {
  const module = (moduleId: string, isOk: boolean) => ({ moduleId, ok: () => isOk });
  const everRun = [module("/t/before.ts", false), module("/t/a.ts", true), module("/t/b.ts", false)];
  expect(failedOf(["/t/a.ts", "/t/b.ts"], everRun)).toEqual(["/t/b.ts"]);
  expect(failedOf(["/t/a.ts"], everRun)).toEqual([]);
});
