import { afterAll } from "vitest";

/** What all tests of a file, or of a describe, share: disposed of after the last of them. */
export function ofFile<T extends Disposable | AsyncDisposable>(shared: T): T {
  afterAll(async () => {
    if (Symbol.asyncDispose in shared) await shared[Symbol.asyncDispose]();
    else shared[Symbol.dispose]();
  });
  return shared;
}
