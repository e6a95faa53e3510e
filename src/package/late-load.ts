/** A part of the package could not be loaded just now: a file is away for a moment, or there are too many open files. */
export class NotLoaded extends Error {}

/** Loads once, when it is first asked for. A load that failed is tried again at the next call. */
export function lateLoad<T>(what: string, load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw new NotLoaded(`${what} cannot be loaded: ${(cause as Error)?.message ?? String(cause)}`, { cause });
    });
    return loading;
  };
}
