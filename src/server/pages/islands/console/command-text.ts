/** The effect of a button or form, from its data attributes, with the body filled in. */
export interface ConsoleCommand {
  readonly method: string;
  /** The path below `/_sandbox/`, or the operation of a signed call. */
  readonly path: string;
  /** Undefined: no body is sent. A string: the request of a signed call, exactly as it will be signed. */
  readonly body: object | string | undefined;
  /** The call in the library that does the same. */
  readonly code: string;
  readonly ask: string | undefined;
}

/** A value as JavaScript source. Leaves out the quotes around names if possible. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(
    ([name, one]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(one)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** The library call that signs `{body}` and sends it. */
export const signedCode = (path: string): string =>
  `await lane.fetch("/${path}", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(await lane.sign({body})) })`;

/** Quotes a text as one word for a shell. */
export const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

/** A call as two shell commands: the first signs its envelope, the second sends it. */
export const signedCurl = (base: string, path: string, body: unknown): string =>
  `curl -s -X POST ${quoted(`${base}/_sandbox/sign`)} ${JSON_TYPE} -d ${quoted(JSON.stringify({ params: body }))} | curl -X POST ${quoted(`${base}/${path}`)} ${JSON_TYPE} -d @-`;

/** The same as shell commands. */
export function curlOf({ method, path, body }: ConsoleCommand, base: string): string {
  if (method === "MERCHANT") return signedCurl(base, path, body);
  const sent = body === undefined ? "" : ` ${JSON_TYPE} -d ${quoted(JSON.stringify(body))}`;
  return `curl -X ${method} ${quoted(`${base}/_sandbox/${path}`)}${sent}`;
}
