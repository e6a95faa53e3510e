import * as z from "zod";
import { InvalidInput } from "../package/errors.js";
import type { Recorded } from "./exchange.js";
import { masked } from "./mask.js";

/** The part of an HTTP archive that is read; the rest is left alone. */
const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: z.string(),
        time: z.number().optional(),
        request: z.object({
          method: z.string(),
          url: z.string(),
          postData: z.object({ text: z.string().optional() }).optional(),
        }),
        response: z.object({
          status: z.int(),
          content: z.object({
            mimeType: z.string().optional(),
            text: z.string().optional(),
            encoding: z.string().optional(),
          }),
        }),
      }),
    ),
  }),
});

type Entry = z.output<typeof harSchema>["log"]["entries"][number];

/** The calls of an HTTP archive. Throws InvalidInput where it is none. */
export function recordedOfHar(text: string, file: string): readonly Recorded[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(`${file}:1:1: no JSON (${(error as Error).message}), expected an HTTP archive`);
  }
  const read = harSchema.safeParse(value);
  if (read.success) return read.data.log.entries.map(recordedOf);
  const [issue] = read.error.issues;
  throw new InvalidInput(
    `${file}:1:1: ${issue?.path.join(".") || "the document"}: ${issue?.message}, expected an HTTP archive`,
  );
}

function recordedOf({ startedDateTime, time = 0, request, response }: Entry): Recorded {
  const { text = "", encoding, mimeType = "" } = response.content;
  const body = encoding === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return {
    at: startedDateTime,
    durationMs: Math.max(0, time),
    method: request.method,
    path,
    request: masked(request.postData?.text ?? ""),
    // A status of 0 is how browsers say that no answer came.
    ...(response.status === 0
      ? { fault: "no answer" }
      : { response: { status: response.status, contentType: mimeType, body: masked(body) } }),
  };
}
