/** What a button or a form does, as its data says, with the body filled in. */
export interface Command {
  readonly method: string;
  /** Below `/_sandbox/`, or the operation of a signed call. */
  readonly path: string;
  /** Undefined: none is sent. A text: the request of a signed call, exactly as it is to be signed. */
  readonly body: object | string | undefined;
  /** The library line. */
  readonly code: string;
  readonly ask: string | undefined;
}

/** As JavaScript writes it: names without quotes where they need none. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(
    ([name, one]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(one)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

/** What does the same in a terminal. A signed call is two: the envelope of the one is the body of the other. */
export function curlOf({ method, path, body }: Command, base: string): string {
  if (method === "MERCHANT")
    return `curl -s -X POST ${quoted(`${base}/_sandbox/sign`)} ${JSON_TYPE} -d ${quoted(JSON.stringify({ params: body }))} | curl -X POST ${quoted(`${base}/${path}`)} ${JSON_TYPE} -d @-`;
  const sent = body === undefined ? "" : ` ${JSON_TYPE} -d ${quoted(JSON.stringify(body))}`;
  return `curl -X ${method} ${quoted(`${base}/_sandbox/${path}`)}${sent}`;
}
