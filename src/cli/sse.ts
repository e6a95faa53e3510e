/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Reads server-sent events as they come, until the stream ends; throws where the signal ends it. The signal that the request got does not
 * do: Node's fetch forgets it once the request is collected.
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
      // Comments keep the connection alive; they have neither.
      if (event !== undefined && data !== undefined) yield { event, data };
    }
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
