import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { type ProgressDisplay, progressOn } from "../../../../src/tools/cli/runs/progress.js";

interface One {
  readonly id: string;
  readonly isBad: boolean;
}

/** What is written while two things end and one is left out. */
async function written(isTTY: boolean, count = 3, jobs?: number): Promise<string> {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 });
  const progress: ProgressDisplay<One> = await progressOn(stream, {
    ...{ thing: "mutant", added: "second faults", jobs },
    found: "found",
    isFound: ({ isBad }) => isBad,
    line: ({ id, isBad }) => `${isBad ? "bad" : "good"} ${id}`,
  });
  progress.begin(count);
  progress.begun("sale#1/x");
  progress.ended({ id: "a", isBad: true });
  progress.ended({ id: "b", isBad: false });
  progress.begin(count + 2);
  progress.pruned();
  progress.close();
  stream.end();
  return (await stream.setEncoding("utf8").toArray()).join("");
}

it("is a line for each where there is no terminal", async () => {
  expect(await written(false)).toBe("3 mutants\nbad a\ngood b\n");
});

it("tells a long silence where there is no terminal, what was begun last, and how long the rest takes", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 };
  const progress = await progressOn<One>(stream, {
    ...{ thing: "mutant", added: "second faults", found: "found" },
    isFound: ({ isBad }) => isBad,
    line: ({ id }) => id,
  });
  progress.begin(5);
  progress.begin(8);
  progress.begun("sale#1/x");
  vi.advanceTimersByTime(16_000);
  progress.ran(1);
  vi.advanceTimersByTime(14_000);
  progress.ended({ id: "a", isBad: false });
  progress.pruned();
  progress.ran(2);
  vi.advanceTimersByTime(14_000);
  // The budget is over: what waits is told without an estimate.
  progress.ended({ id: "b", isBad: false });
  progress.ended({ id: "c", isBad: false });
  progress.close();
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    "5 mutants\n",
    "no result for 15 s; begun last: sale#1/x\n",
    "no result for 30 s; 1 mutant ran since and waits for an earlier one; begun last: sale#1/x\n",
    "a\n",
    "4 of 8 mutants (3 are second faults, planned since) in 30 s, about 30 s more\n",
    "b\n",
    "c\n",
  ]);
});

it("estimates nothing as long as nothing has run", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 };
  const options = { thing: "mutant", added: "second faults", found: "found", line: ({ id }: One) => id };
  const progress = await progressOn<One>(stream, { ...options, isFound: ({ isBad }) => isBad });
  progress.begin(5);
  vi.advanceTimersByTime(31_000);
  progress.ran(0);
  progress.close();
  expect(lines).toEqual(["5 mutants\n"]);
});

it("begins anew with each pass, and tells when the budget ends", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) > 0 };
  const progress = await progressOn<One>(stream, {
    ...{ thing: "mutant", added: "second faults", found: "found", budgetMs: 90_000 },
    isFound: ({ isBad }) => isBad,
    line: ({ id }) => id,
  });
  for (const pass of ["on HEAD~1:", "here:"]) {
    progress.pass(pass);
    progress.begin(8);
    vi.advanceTimersByTime(40_000);
    progress.ran(1);
    progress.ended({ id: "a", isBad: false });
  }
  progress.close();
  const pass = ["8 mutants\n", "1 of 8 mutants in 40 s, the budget ends in 50 s\n", "a\n"];
  expect(lines).toEqual(["on HEAD~1:\n", ...pass, "here:\n", ...pass]);
});

it("says at first how long it will take", async () => {
  expect(await written(false, 3, 2)).toMatch(
    /^3 mutants, at least 1 s, and longer if your client waits for lost answers\n/,
  );
});

it.each([true, false])("says one mutant of one, on a terminal %s", async (isTTY) => {
  expect(await written(isTTY, 1)).toMatch(/\b1 mutant[,\n]/);
});

it("is a bar on a terminal, with what was found, and is gone in the end", async () => {
  const text = await written(true);
  expect(text).toContain("0/3 mutants, 0 found");
  expect(text).not.toContain("good b");
  expect(text).toContain("bad a\u001b[?7l\n");
  expect(text).toContain("3/5 mutants, 1 found");
  expect(text).toContain("sale#1/x");
  // The cursor is hidden while the bar stands, and shown again.
  expect(text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(text.lastIndexOf("\u001b[?25l"));
});
