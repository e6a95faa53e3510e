// Preloaded into the programs of a judge's benchmark: notes when the one in question began and ended, in real milliseconds.
import { appendFileSync } from "node:fs";

const { BENCH_TIMED, BENCH_TIMES } = process.env;
if (process.argv[1] === BENCH_TIMED && BENCH_TIMES) {
  const now = () => performance.timeOrigin + performance.now();
  const began = now();
  process.once("exit", () => appendFileSync(BENCH_TIMES, `${began} ${now()}\n`));
}
