// npm run mutants [-- --seed <n>] [--sample <n of each room>] [--room <room>] [--in <part of a path>]
// @stryker-mutator/core 10 was tried instead. With our shared workers it let changes live that tests kill (117 of 131 in two files of
// src/core/domain). With isolated ones it was right, but took seven minutes for 29 changes of one file: it runs all tests that reach a change.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "../prove/random.ts";
import { withSection } from "../prove/section.ts";
import { isEquivalent } from "./equivalent.ts";
import { hashOf, Kills, readKept } from "./kept.ts";
import type { Mutant } from "./mutate.ts";
import { GOALS, type Room, readSources, rooms } from "./sources.ts";
import { Suite, type TestFile } from "./suite.ts";

/** How many tests are asked about one mutant: a score without these bounds would be the same, or higher. */
const QUICKEST = 140;
const BROADEST = 12;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "node_modules/.cache/mutants");
const asked = readOptions();
const sources = readSources(root).filter(({ file }) => file.includes(asked.part));
const sample = rooms.filter((room) => asked.rooms.includes(room)).flatMap(sampleOf);
console.log(
  `${sample.length} of ${sources.reduce((sum, { mutants }) => sum + mutants.length, 0)} mutants, seed ${asked.seed}`,
);

/** Told one by one, so that a run that is stopped has said what it found. */
interface Verdict {
  readonly room: Room;
  readonly mutant: Mutant;
  readonly fate: "killed" | "survived" | "equivalent" | "not reached";
}
const verdicts: Verdict[] = [];
const kills = new Kills(root, join(folder, "kills.json"));

await using suite = await Suite.open(
  fileURLToPath(new URL("../../node_modules/.cache/mutants", import.meta.url)),
  sources,
);
const tests = await known();
console.log(`${tests.length} test files reach them`);
for (const { room, mutant } of sample) {
  const fate = await fateOf(mutant);
  verdicts.push({ room, mutant, fate });
  if (fate !== "killed") console.log(lineOf(mutant, fate));
}
for (const line of scores()) console.log(line);
if (asked.isWhole) writeProof();
if (rooms.some((room) => shareOf(room) < GOALS[room])) process.exitCode = 1;

/** What each test reaches: found by running it, and kept until a source or the test changes. */
async function known(): Promise<readonly TestFile[]> {
  const file = join(folder, "tests.json");
  const hash = hashOf(root, ["src", "test/support", "fixtures", "scenarios", "bench/mutants/mutate.ts"]);
  const kept = readKept<{ hash: string; tests: Record<string, TestFile> }>(file);
  const before = kept?.hash === hash ? kept.tests : {};
  const paths = await suite.files();
  const hashes = new Map(paths.map((path) => [path, hashOf(root, [relative(root, path)])]));
  const found = await suite.reach(paths.filter((path) => !before[hashes.get(path)!]));
  const tests: Record<string, TestFile> = {};
  for (const path of paths) {
    const own = hashes.get(path)!;
    const test = found.find((one) => one.path === path) ?? before[own];
    if (test) tests[own] = test;
  }
  writeFileSync(file, JSON.stringify({ hash, tests }));
  return Object.values(tests);
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      sample: { type: "string", default: "100" },
      room: { type: "string", multiple: true },
      in: { type: "string", default: "" },
    },
  });
  const [seed, size] = [Number(values.seed), Number(values.sample)];
  const unknown = values.room?.find((room) => !rooms.includes(room as Room));
  if (!Number.isSafeInteger(seed) || !(Number.isSafeInteger(size) && size > 0) || unknown !== undefined)
    throw new Error(`expected --seed <n>, --sample <n of each room>, --room ${rooms.join("|")}, --in <part of a path>`);
  return { seed, size, rooms: values.room ?? rooms, part: values.in, isWhole: !values.room && values.in === "" };
}

/** Drawn by the seed; in the order of the ids. */
function sampleOf(room: Room) {
  const all = sources.filter((source) => source.room === room).flatMap(({ mutants }) => mutants);
  const draw = new Random(asked.seed, rooms.indexOf(room));
  const drawn = all.map((mutant) => ({ room, mutant, at: draw.fraction() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, asked.size).sort((a, b) => a.mutant.id - b.mutant.id);
}

/** The quickest tests that reach it come first, then those that reach the most; it is killed by the first that fails. */
async function fateOf(mutant: Mutant): Promise<Verdict["fate"]> {
  if (isEquivalent(mutant)) return "equivalent";
  const reaching = tests.filter(({ reached }) => reached.includes(mutant.id)).sort((a, b) => a.tookMs - b.tookMs);
  if (reaching.length === 0) return "not reached";
  if (kills.has(mutant)) return "killed";
  const others = reaching.slice(QUICKEST).sort((a, b) => b.reached.length - a.reached.length);
  for (const batch of batchesOf([...reaching.slice(0, QUICKEST), ...others.slice(0, BROADEST)])) {
    const killer = await suite.killer(mutant.id, batch);
    if (killer === undefined) continue;
    kills.add(mutant, relative(root, killer));
    return "killed";
  }
  return "survived";
}

/** Few at first: most mutants are killed by them. */
function batchesOf(files: readonly TestFile[]): readonly (readonly string[])[] {
  const paths = files.map(({ path }) => path);
  const batches: string[][] = [];
  for (let at = 0, size = 4; at < paths.length; at += size, size *= 2) batches.push(paths.slice(at, at + size));
  return batches;
}

function shareOf(room: Room): number {
  const counted = verdicts.filter((verdict) => verdict.room === room && verdict.fate !== "equivalent");
  return counted.length === 0 ? 1 : counted.filter(({ fate }) => fate === "killed").length / counted.length;
}

function scores(): readonly string[] {
  return rooms
    .filter((room) => asked.rooms.includes(room))
    .map((room) => {
      const of = (fate: Verdict["fate"]) => verdicts.filter((one) => one.room === room && one.fate === fate).length;
      return `${room}: ${(shareOf(room) * 100).toFixed(1)} % killed (${GOALS[room] * 100} asked); ${of("killed")} killed, ${of("survived")} survived, ${of("not reached")} not reached, ${of("equivalent")} equivalent`;
    });
}

function lineOf({ file, line, operator, before, after }: Mutant, fate: Verdict["fate"]): string {
  const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 80);
  return `  ${fate}: ${file}:${line} ${operator}: ${short(before)} → ${after === "" ? "(left out)" : short(after)}`;
}

function writeProof(): void {
  const file = fileURLToPath(new URL("../PROOF.md", import.meta.url));
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const left = verdicts.filter(({ fate }) => fate === "survived" || fate === "not reached");
  const section = `## mutants

Small changes of our own sources, each behind a switch; the tests that reach one are run with it on. \`npm run mutants -- --seed ${asked.seed} --sample ${asked.size}\`.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${process.versions.node}, ${sample.length} mutants.

${scores()
  .map((line) => `- ${line}`)
  .join("\n")}
${left.length === 0 ? "" : `\nLeft:\n\n\`\`\`\n${left.map(({ mutant, fate }) => lineOf(mutant, fate).trim()).join("\n")}\n\`\`\`\n`}`;
  writeFileSync(file, withSection(readFileSync(file, "utf8"), "mutants", section));
}
