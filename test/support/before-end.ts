import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What `awaited` resolves with. Rejects if the child ends first: what it never says is not waited for. */
export function beforeEnd<T>(child: ChildProcess, awaited: Promise<T>): Promise<T> {
  const ended = once(child, "close").then(([code, signal]) => {
    throw new Error(`the process ended with ${code ?? signal}`);
  });
  const either = Promise.race([awaited, ended]);
  // A test that has failed awaits it no more.
  either.catch(() => {});
  return either;
}
