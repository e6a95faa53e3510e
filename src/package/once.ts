/** Makes a value when it is first asked for, and keeps it. If that fails, the next one who asks tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
