/** What an answer says in words; undefined where it says nothing. */
export function messageOf(response: string): string | undefined {
  try {
    const { message } = JSON.parse(response) as { readonly message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    // A fault cut the call: there is no answer to read.
    return undefined;
  }
}
