import { plural } from "../../../core/scenario/values/plural.js";
import { printableLine } from "../../../package/printable.js";
import { secondsFor } from "../../judge/reports/plan.js";

/** The texts of a progress bar, and of its items if there is no bar. */
export interface ProgressOptions<T> {
  /** The noun for an item, such as mutant. */
  readonly thing: string;
  /** For example "found". */
  readonly found: string;
  /** What is added while it runs, such as "second faults". */
  readonly added: string;
  readonly isFound: (one: T) => boolean;
  readonly line: (one: T) => string;
  /** How many run at a time, each about as long as it took to begin. Undefined: nobody knows. */
  readonly jobs?: number | undefined;
  /** The run ends after so long, in milliseconds. */
  readonly budgetMs?: number | undefined;
}

export interface ProgressDisplay<T> {
  /** Begins anew, under a heading, for a command that makes several passes. */
  readonly pass: (heading: string) => void;
  /** Shown before the first item. */
  readonly note: (text: string) => void;
  /** Called again if there is more to do than expected. `running`: those of them that surely run. */
  readonly begin: (count: number, running?: number) => void;
  /** Shown next to the bar until another item starts. */
  readonly begun: (name: string) => void;
  readonly ended: (one: T) => void;
  /** Progress that is not shown. */
  readonly pruned: () => void;
  /** A run ended. `waiting`: how many items have run and wait for the result of an earlier one. */
  readonly ran: (waiting: number) => void;
  readonly close: () => void;
}

type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY"> & { readonly columns?: number };

/** Without a terminal, so long without a result is told, in seconds. */
const SILENT_S = 15;
/** Without a terminal, the rest is estimated anew so often, in seconds. */
const ESTIMATE_S = 30;

/** A bar on a terminal, otherwise a line for each item. */
export async function progressOn<T>(stream: Stream, options: ProgressOptions<T>): Promise<ProgressDisplay<T>> {
  const { thing, added, line, jobs, budgetMs = Number.POSITIVE_INFINITY } = options;
  let since = performance.now();
  const say = (text: string): void => void stream.write(`${text}\n`);
  if (stream.isTTY) return barOn(stream, options);
  let [first, told, ended, waiting, estimatedS] = [0, 0, 0, 0, 0];
  let [now, silentS] = ["", 0];
  const estimate = (): void => {
    const s = (performance.now() - since) / 1000;
    const done = ended + waiting;
    if (s - estimatedS < ESTIMATE_S || done === 0 || done >= told) return;
    estimatedS = s;
    const moreS = Math.ceil((s / done) * (told - done));
    const leftS = Math.max(0, Math.ceil(budgetMs / 1000 - s));
    const rest = moreS > leftS ? `the budget ends in ${leftS} s` : `about ${moreS} s more`;
    const more = told > first ? ` (${told - first} are ${added}, planned since)` : "";
    say(`${done} of ${plural(told, thing)}${more} in ${Math.round(s)} s, ${rest}`);
  };
  const timer = setInterval(() => {
    silentS += SILENT_S;
    const more =
      waiting === 0
        ? ""
        : `; ${plural(waiting, thing)} ran since and ${waiting === 1 ? "waits" : "wait"} for an earlier one`;
    if (now !== "") say(`no result for ${silentS} s${more}; begun last: ${now}`);
  }, SILENT_S * 1000);
  timer.unref();
  return {
    pass: (heading) => {
      say(heading);
      since = performance.now();
      [first, told, ended, waiting, estimatedS] = [0, 0, 0, 0, 0];
      [now, silentS] = ["", 0];
    },
    note: (text) => say(printableLine(text)),
    begin: (count, running = count) => {
      const leastS = jobs === undefined ? undefined : secondsFor(running, performance.now() - since, jobs);
      const about =
        leastS === undefined ? "" : `, at least ${leastS} s, and longer if your client waits for lost answers`;
      if (told === 0 && count > 0) {
        first = count;
        say(`${plural(count, thing)}${about}`);
      }
      told = count;
    },
    begun: (name) => {
      now = name;
    },
    ended: (item) => {
      silentS = 0;
      timer.refresh();
      say(line(item));
      ended++;
    },
    pruned: () => void ended++,
    ran: (count) => {
      waiting = count;
      estimate();
    },
    close: () => clearInterval(timer),
  };
}

/** The width of the bar's text, before the name of the current item. */
const BAR_COLUMNS = 84;

async function barOn<T>(
  stream: Stream,
  { thing, found: word, isFound, line }: ProgressOptions<T>,
): Promise<ProgressDisplay<T>> {
  const { default: cliProgress } = await import("cli-progress");
  const format = `{bar} {value}/{things}, {found} ${word}, {duration_formatted}  {now}`;
  const bar = new cliProgress.SingleBar({
    format,
    stream: stream as NodeJS.WriteStream,
    hideCursor: true,
    clearOnComplete: true,
    // Only the caller knows if it is complete, because there may be more to do than expected.
    stopOnComplete: false,
  });
  let [found, total] = [0, 0];
  return {
    pass: (heading) => {
      bar.stop();
      [found, total] = [0, 0];
      stream.write(`${heading}\n`);
    },
    note: (text) => void stream.write(`${printableLine(text)}\n`),
    begin: (count) => {
      if (total === 0) bar.start(count, 0, { found, things: plural(count, thing), now: "" });
      else bar.setTotal(count);
      total = count;
      bar.update({ things: plural(count, thing) });
    },
    begun: (name) => bar.update({ now: name.slice(0, Math.max(0, (stream.columns ?? 0) - BAR_COLUMNS)) }),
    ended: (one) => {
      if (isFound(one)) {
        found++;
        // Prints a line above the bar, which is then drawn again below. Line wrapping is switched on for this line
        // only.
        stream.write(`\r\u001b[2K\u001b[?7h${line(one)}\u001b[?7l\n`);
      }
      bar.increment(1, { found });
    },
    pruned: () => bar.increment(1),
    ran: () => {},
    close: () => bar.stop(),
  };
}
