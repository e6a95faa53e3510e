/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Reads server-sent events as they arrive, until the stream ends. Throws if the signal aborts. The request's own
 * signal is not enough, because Node's fetch forgets it once the request is garbage-collected.
 */
export async function* serverEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  let text = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream(), signal && { signal })) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const [event, data] = [fieldOf(block, "event"), fieldOf(block, "data")];
      // Comments only keep the connection alive. They have neither event nor data.
      if (event !== undefined && data !== undefined) yield { event, data };
    }
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
