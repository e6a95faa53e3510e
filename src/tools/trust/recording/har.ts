import * as z from "zod";
import { objections } from "../../../core/scenario/values/issues.js";
import { InvalidInput } from "../../../package/errors.js";
import { objectIn } from "../../../package/json.js";
import type { Recorded } from "./exchange.js";
import { bodyOfBase64 } from "./log-text.js";
import { masked } from "./mask.js";

/** The part of an HTTP archive that is read. Everything else is ignored. */
const harSchema = z.object({
  log: z.object({ entries: z.array(z.unknown()) }),
});

/** Browsers and HTTP clients leave members out, or write null or an empty text, for calls that were cut or blocked. */
const entrySchema = z.object({
  startedDateTime: z.string(),
  time: z.number().catch(0),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.object({ text: z.string().nullish() }).nullish(),
  }),
  response: z
    .object({
      status: z.int().catch(0),
      content: z
        .object({ mimeType: z.string().nullish(), text: z.string().nullish(), encoding: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});

type Entry = z.output<typeof entrySchema>;

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/**
 * The calls in an HTTP archive. Throws InvalidInput if it isn't one. `path`: returns the part of an address to keep.
 */
export function recordedOfHar(text: string, file: string, path: (url: string) => string = pathOf): readonly Recorded[] {
  const value = objectIn(text);
  const read = harSchema.safeParse(value);
  if (read.success)
    return read.data.log.entries.flatMap((entry) => {
      const known = entrySchema.safeParse(entry).data;
      return known ? [recordedOf(known, path)] : [];
    });
  const what = value === undefined ? "no JSON object" : objections(read.error.issues, value, {})[0]!.what;
  throw new InvalidInput(`${file}:1:1: ${what}, expected an HTTP archive (HAR), a recording, or a lane's calls`);
}

function recordedOf({ startedDateTime, time, request, response }: Entry, path: (url: string) => string): Recorded {
  const { text, encoding, mimeType } = response?.content ?? {};
  const body = encoding === "base64" ? bodyOfBase64(text ?? "") : (text ?? "");
  return {
    at: startedDateTime,
    durationMs: Math.max(0, time),
    method: request.method.toUpperCase(),
    path: path(request.url),
    request: masked(request.postData?.text ?? ""),
    // Browsers write status 0 if no answer came, and axios-har-tracker 0.8.0 an empty text.
    ...(response && response.status > 0
      ? { response: { status: response.status, contentType: mimeType ?? "", body: masked(body) } }
      : { fault: "no answer" }),
  };
}
