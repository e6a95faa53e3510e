/** The message of an answer, or undefined if it has none. */
export function answerMessageOf(response: string): string | undefined {
  try {
    const { message } = JSON.parse(response) as { readonly message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    // A fault cut the call, so there is no complete answer.
    return undefined;
  }
}
