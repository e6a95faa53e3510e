import { plural } from "../scenario/plural.js";

/** What the bar counts, and how one is told where there is no bar. */
export interface ProgressOptions<T> {
  /** What one is called, such as mutant. */
  readonly thing: string;
  /** Such as found. */
  readonly found: string;
  readonly isFound: (one: T) => boolean;
  readonly line: (one: T) => string;
}

export interface Progress<T> {
  readonly begin: (count: number) => void;
  readonly ended: (one: T) => void;
  /** One that is told of nowhere. */
  readonly pruned: () => void;
  readonly close: () => void;
}

type Stream = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** A bar on a terminal, a line for each where there is none. */
export async function progressOn<T>(stream: Stream, options: ProgressOptions<T>): Promise<Progress<T>> {
  const { thing, line } = options;
  const say = (text: string): void => void stream.write(`${text}\n`);
  if (stream.isTTY) return barOn(stream, options);
  return {
    begin: (count) => say(plural(count, thing)),
    ended: (one) => say(line(one)),
    pruned: () => {},
    close: () => {},
  };
}

async function barOn<T>(stream: Stream, { thing, found: word, isFound }: ProgressOptions<T>): Promise<Progress<T>> {
  const { default: cliProgress } = await import("cli-progress");
  const format = `{bar} {value}/{things}, {found} ${word}, {duration_formatted}`;
  const bar = new cliProgress.SingleBar({
    format,
    stream: stream as NodeJS.WriteStream,
    hideCursor: true,
    clearOnComplete: true,
  });
  let found = 0;
  return {
    begin: (count) => bar.start(count, 0, { found, things: plural(count, thing) }),
    ended: (one) => {
      if (isFound(one)) found++;
      bar.increment(1, { found });
    },
    pruned: () => bar.increment(1),
    close: () => bar.stop(),
  };
}
