/** A part of the package could not be loaded: its file is temporarily missing, or too many files are open. */
export class NotLoaded extends Error {}

/** Loads once, on the first call. After a failure, the next call tries again. */
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
