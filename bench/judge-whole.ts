import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseCheckout, built } from "./base-checkout.ts";
import { at } from "./servers.ts";

/** The build before representatives, the new order and jobs by idle CPU. */
const BEFORE = "9d24762f";
const server = (shop: string): readonly string[] => [
  ...["--shop", `exec "${process.execPath}" examples/shops/server/${shop}`, "--believes", "/beliefs"],
  ...["--", process.execPath, "examples/shops/server/driver.mjs"],
];
const script = (file: string): readonly string[] => ["--", process.execPath, file];
const shops: Readonly<Record<string, readonly string[]>> = {
  "right.mjs": script("examples/shops/right.mjs"),
  "charges-again.mjs": script("examples/shops/charges-again.mjs"),
  "server/right.mjs": server("right.mjs"),
  "right.php": ["--", "php", "examples/shops/right.php"],
  "a second per order": script(at("judge-whole-waits.mjs")),
};

/**
 * The whole plan of the judge, as it was in BENCH_BASE (a built folder or a revision) and as it is, in turn. Each runs its
 * own mutants: the new plan has kinds that the old one lacked. BENCH_ONLY names some of the shops, parted by commas.
 */
export async function judgeWhole(): Promise<void> {
  const folders = { before: baseCheckout(process.env.BENCH_BASE ?? BEFORE), now: built(at("..")) };
  const asked = process.env.BENCH_ONLY?.split(",") ?? Object.keys(shops);
  console.log("\njudge, whole plans: seconds of real time, of CPU, and mutants run / planned");
  for (const shop of asked) {
    const command = shops[shop];
    if (!command) throw new Error(`expected one of ${Object.keys(shops).join(", ")}, found ${shop}`);
    const [before, now] = [judged(folders.before, command), judged(folders.now, command)];
    const ratio = (a: number, b: number): string => (a / b).toFixed(2);
    console.log(
      `${shop}: ${textOf(before)}; now ${textOf(now)}; ratio ${ratio(now.wallS, before.wallS)}, by CPU ${ratio(now.cpuS, before.cpuS)}`,
    );
  }
}

interface Judged {
  readonly wallS: number;
  readonly cpuS: number;
  readonly run: number;
  readonly planned: number;
}

const textOf = ({ wallS, cpuS, run, planned }: Judged): string =>
  `${wallS.toFixed(1)} s, ${cpuS.toFixed(1)} s, ${run} / ${planned}`;

/** The shell's `time` counts the CPU of all that the judge waited for, and says it last. */
function judged(folder: string, command: readonly string[]): Judged {
  using own = mkdtempDisposableSync(join(tmpdir(), "payment-sandbox-whole-"));
  const [file, times] = [join(own.path, "judge.json"), join(own.path, "times")];
  const judge = [process.execPath, "bin/payment-sandbox.js", "judge", "--report", `json=${file}`, ...command];
  const timed = 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1 3>&-; } 2>"$TIMES" || [ -s "$REPORT" ]';
  const env = { ...process.env, TIMES: times, REPORT: file };
  execFileSync("bash", ["-c", timed, "bash", ...judge], { cwd: folder, env, stdio: "ignore" });
  const { counts } = JSON.parse(readFileSync(file, "utf8"));
  const [wallS, user, system] = readFileSync(times, "utf8").trim().split(" ").map(Number) as [number, number, number];
  return { wallS, cpuS: user + system, run: counts.run, planned: counts.planned };
}
