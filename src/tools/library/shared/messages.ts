import type { ControlTarget } from "../control-client.js";

/** What a shared sandbox's process reads from its input, as JSON. */
export interface HostTask {
  readonly address: string;
  readonly runnerPid: number;
  readonly options: object;
}

/** The first line that a worker hears from the shared sandbox. */
export type FirstMessage =
  | {
      /** A number that no other worker of this run has. */
      readonly member: number;
      /** The base_url of the default lane. */
      readonly url: string;
      readonly target: Omit<ControlTarget, "fetch">;
    }
  | { readonly fault: string };

/** A line from a worker: its test is over, and nobody uses the lane any more. */
export interface Dropped {
  readonly drop: string;
}

/** Calls back with each line of a stream, without its end. */
export function onLines(stream: NodeJS.ReadableStream, line: (text: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const each of lines) line(each);
  });
}
