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

type Body = Record<string, unknown>;

const PLACE = /\{(\w+)\}/g;

/** Reads an element's data; a form adds what was typed. */
export function commandOf(element: HTMLElement): Command {
  const { method = "POST", path = "", body, code = "", ask } = element.dataset;
  const given = body === undefined ? undefined : (JSON.parse(body) as Body);
  const full = element instanceof HTMLFormElement ? typedInto({ ...given }, element) : given;
  return { method, path, body: full, code: filled(code, full), ask };
}

/** What was typed, each at the place that its field names; a field called `$` is the whole body as text. */
function typedInto(body: Body, form: HTMLFormElement): Body | string {
  for (const field of form.querySelectorAll<HTMLInputElement>("[name]")) {
    if (field.name === "$") return field.value;
    const value = typedIn(field);
    if (value !== undefined) put(body, field.name.split("."), value);
  }
  return body;
}

function typedIn({ type, value, checked, dataset }: HTMLInputElement): unknown {
  if (type === "checkbox") return checked ? true : undefined;
  if (value.trim() === "") return undefined;
  if (dataset.type === "number") return Number(value);
  return dataset.type === "json" ? jsonOrText(value) : value;
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function put(body: Body, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  body[first] ??= {};
  put(body[first] as Body, rest, value);
}

const filled = (code: string, body: Body | string | undefined): string =>
  code.replace(PLACE, (_, name: string) => literal(name === "body" ? body : (body as Body | undefined)?.[name]));

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
const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
const JSON_TYPE = "-H 'Content-Type: application/json'";

/** What does the same in a terminal. A signed call is two: the envelope of the one is the body of the other. */
export function curlOf({ method, path, body }: Command, base: string): string {
  if (method === "MERCHANT")
    return `curl -s -X POST ${quoted(`${base}/_sandbox/sign`)} ${JSON_TYPE} -d ${quoted(JSON.stringify({ params: body }))} | curl -X POST ${quoted(`${base}/${path}`)} ${JSON_TYPE} -d @-`;
  const sent = body === undefined ? "" : ` ${JSON_TYPE} -d ${quoted(JSON.stringify(body))}`;
  return `curl -X ${method} ${quoted(`${base}/_sandbox/${path}`)}${sent}`;
}
